// Campaigns over neighbouring fields on hills, flown by a simulator that shares no code with the planner and its formats.
import { expect, it } from "vitest";
import { rectangle } from "../src/domain/flight/plan/flight-fields.fixture.ts";
import { filesOf, hillPlan, modules, type HillField } from "./fixtures/hill-campaign.ts";
import { patient } from "./fixtures/patience.ts";
import { isRelease } from "./fixtures/rounds.ts";
import { fly, localAt } from "./flight-simulator/kinematics.ts";
import { photosOf } from "./flight-simulator/camera.ts";
import { judged, type Place } from "./flight-simulator/rules.ts";

const CAMPAIGNS = isRelease ? 20 : 2;

/** Six fields with 25 m between them, and a no-fly polygon somewhere. */
const fields: HillField = {
  ...modules(false),
  size: (random) => [200 + 40 * random(), 130 + 30 * random()],
  mostHoles: 1,
  // Two ways to read steep ground between its heights differ by more than a rule of thirty metres may.
  relief: 0.3,
  fields: (width, height) => {
    const [wide, high] = [(width - 50) / 3, (height - 25) / 2];
    return Array.from({ length: 6 }, (_, i) =>
      rectangle(wide, high, (i % 3) * (wide + 25), Math.floor(i / 3) * (high + 25)),
    );
  },
};

/** Metres above the ground that ways between fields keep, and by which two ways to read it differ. */
const [LEAST_M, READ_M] = [30, 1];
/** Beside the edge of a field, where the drone is on its way up. */
const EDGE_M = 2;

/** The box of each field, so much larger. */
const boxesOf = ({ flight, home }: Place) =>
  flight.map((ring) => {
    const spots = ring.map((at) => localAt(home).toLocal(at));
    const [xs, ys] = [spots.map(([x]) => x), spots.map(([, y]) => y)];
    return {
      x: [Math.min(...xs) - EDGE_M, Math.max(...xs) + EDGE_M] as const,
      y: [Math.min(...ys) - EDGE_M, Math.max(...ys) + EDGE_M] as const,
    };
  });

it.each(Array.from({ length: CAMPAIGNS }, (_, i) => i + 1))(
  "one battery flies several fields, high between them: campaign %i",
  { timeout: patient(120_000) },
  async (seed) => {
    const plan = await hillPlan(seed, {}, fields);
    expect(plan.routes.length).toBeLessThan(fields.fields!(200, 130).length);
    const files = filesOf(plan);
    const found = files.flatMap(({ sorties, place, promise }) =>
      judged(sorties, place, promise)
        // Small fields have few lines with a neighbour.
        .filter(({ rule }) => rule !== "side overlap")
        .map(({ rule, says }) => `${rule}, ${says}`),
    );
    expect(found).toEqual([]);
    let between = 0;
    for (const { sorties, place, format } of files) {
      const boxes = boxesOf(place);
      const isIn = (x: number, y: number) =>
        boxes.some((box) => x > box.x[0] && x < box.x[1] && y > box.y[0] && y < box.y[1]);
      for (const { mission } of sorties) {
        const { moments } = fly(mission, place.home, place.ground);
        const legs = photosOf(mission, moments).map(({ moment }) => moment.leg);
        const [first, last] = [Math.min(...legs), Math.max(...legs)];
        const outside = moments.filter(({ x, y, leg }) => leg > first && leg < last && !isIn(x, y));
        between += outside.length;
        const least = Math.min(Infinity, ...outside.map(({ z, ground }) => z - ground));
        expect([format, least >= LEAST_M - READ_M, least]).toEqual([format, true, least]);
      }
    }
    expect(between).toBeGreaterThan(0);
  },
);
