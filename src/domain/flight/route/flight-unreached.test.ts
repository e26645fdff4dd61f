// How much work it takes to say which obstacles are in the way.
import { expect, it } from "vitest";
import { groundOf } from "../ground/flight-ground.ts";
import { areasOf, rectangle, takeOffAt } from "../plan/flight-fields.fixture.ts";
import { defaultFlightSettings } from "../plan/flight-settings.ts";
import { homesOf } from "./flight-home.ts";
import { MOST_TRIES, reachedOf, unreachedProblems } from "./flight-unreached.ts";
import type { FlightAreas, Obstacle } from "./flight-route.ts";
import { waysInside } from "./flight-way.ts";

const settings = defaultFlightSettings("M3T", ["pv_thermal"], 0);

/** Fields in a row, each fenced in by a wall of its own, which no drone flies over. */
function fenced(count: number): FlightAreas {
  const fields = Array.from({ length: count }, (_, at) => rectangle(60, 60, 150 * at, 0));
  const obstacles = fields.map((_, at): Obstacle => {
    const [x, y] = [150 * at - 30, -30];
    const corners = [
      [x, y],
      [x + 120, y],
      [x + 120, y + 120],
      [x, y + 120],
      [x, y],
    ] as const;
    return { form: "line", places: corners.map((spot) => takeOffAt(...spot).place), height_m: 100 };
  });
  return { ...areasOf(fields, [], [-200, -200]), obstacles };
}

/** The problems, and how often the take-off positions of the areas were read on the way. */
function refused(areas: FlightAreas) {
  const ground = groundOf(areas, settings, { elevation: null });
  const reached = reachedOf(ground, homesOf(areas.take_offs, ground, waysInside(ground)));
  let reads = 0;
  const { take_offs, ...others } = areas;
  const counted: FlightAreas = Object.defineProperty({ ...others, take_offs }, "take_offs", {
    enumerable: true,
    get() {
      reads += 1;
      return take_offs;
    },
  });
  const problems = unreachedProblems(
    { areas: counted, settings, elevation: null, ground },
    reached,
  );
  return { problems, reads };
}

it("names the wall of each field, with few tries", () => {
  const { problems, reads } = refused(fenced(4));
  expect(problems.map(({ values }) => [values?.["number"], values?.["obstacles"]])).toEqual([
    [1, "1"],
    [2, "2"],
    [3, "3"],
    [4, "4"],
  ]);
  expect(reads).toBeLessThan(2 * MOST_TRIES);
});

it("ends where its tries are spent, and says that more may be in the way", () => {
  const { problems, reads } = refused(fenced(36));
  expect(problems).toHaveLength(36);
  expect(problems[0]?.values).toMatchObject({ number: 1, obstacles: "1" });
  expect(problems.at(-1)?.values).toMatchObject({ number: 36, obstacles: "…" });
  // Each try reads them for its areas and for its ways.
  expect(reads).toBeLessThanOrEqual(2 * (MOST_TRIES + 1));
});
