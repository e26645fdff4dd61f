// Plans of areas by what their photos show: a count of square metres that shares no code with the planner's own.
import { describe, expect, it } from "vitest";
import { localPlaneAt } from "../../geometry/local-plane.ts";
import { photoPoints } from "../flown/photo-points.ts";
import { areasOf, PLACE, rectangle } from "./flight-fields.fixture.ts";
import { planFlight } from "./flight-plan.ts";
import { defaultFlightSettings } from "./flight-settings.ts";
import { flownFacts } from "./flown-facts.ts";

/** The M3T's thermal camera, as published, at 3 cm: half of what it shows across and along the flight. */
const [ACROSS, ALONG] = [9.6, 7.68];
const plane = localPlaneAt(PLACE);
type Spot = readonly [x: number, y: number];
type Box = readonly [width: number, height: number, x: number, y: number];

function planned([width, height]: readonly [number, number], holes: readonly Box[]) {
  const noFly = holes.map(([w, h, x, y]) => rectangle(w, h, x, y));
  const areas = areasOf([rectangle(width, height)], noFly, [-10, -10]);
  const settings = defaultFlightSettings("M3T", ["pv_thermal"], 0);
  const input = { name: "A", areas, target: null, settings };
  const plan = planFlight(input);
  expect(plan.problems).toEqual([]);
  const frames = plan.routes.flatMap(photoPoints).map(({ place, heading_deg }) => {
    const angle = (heading_deg * Math.PI) / 180;
    return { at: plane.toPlane(place[0], place[1]), sin: Math.sin(angle), cos: Math.cos(angle) };
  });
  const isShown = ([x, y]: Spot) =>
    frames.some(({ at, sin, cos }) => {
      const [east, north] = [x - at[0], y - at[1]];
      const [ahead, right] = [east * sin + north * cos, east * cos - north * sin];
      return Math.abs(ahead) <= ALONG && Math.abs(right) <= ACROSS;
    });
  const isHole = ([x, y]: Spot) =>
    holes.some(([w, h, left, low]) => x > left && x < left + w && y > low && y < low + h);
  const missed: Spot[] = [];
  for (let x = 0.5; x < width; x++)
    for (let y = 0.5; y < height; y++) {
      if (!isHole([x, y]) && !isShown([x, y])) missed.push([x, y]);
    }
  return { facts: flownFacts(plan, input)[0]!, missed, isShown, metrics: plan.metrics };
}

describe("a plan of an area", () => {
  // Lines a few degrees off the sides are faster here, and leave a strip along one of them.
  it.each([
    { name: "thin", size: [20, 120] as const, holes: [] },
    {
      name: "with a no-fly polygon near its edge",
      size: [200, 120] as const,
      holes: [[60, 30, 70, 14]] as const,
    },
    { name: "with one nearer", size: [200, 120] as const, holes: [[60, 30, 70, 10]] as const },
  ])("leaves no strip along a side unseen: $name", ({ size, holes }) => {
    const { missed, facts } = planned(size, holes);
    expect(missed).toEqual([]);
    expect(facts.unseen_ground).toBeNull();
  });

  it("names the ground that it leaves unseen, with a place in each patch", () => {
    // Between two no-fly polygons and the edge lies ground over which no drone may fly, too far from where one may.
    const { missed, facts, isShown, metrics } = planned(
      [200, 120],
      [
        [60, 30, 70, 5],
        [40, 30, 20, 86],
      ],
    );
    expect(missed.length).toBeGreaterThan(150);
    const { hectares, patches, listed } = facts.unseen_ground!;
    // Both count a sample for each square metre; those of the planner begin on the edge itself.
    expect(Math.abs((10_000 * hectares) / missed.length - 1)).toBeLessThan(0.15);
    const whole = 200 * 120 - 60 * 30 - 40 * 30;
    expect(metrics.coverage_percent).toBeCloseTo(100 - (100 * missed.length) / whole, 0);
    expect(patches).toBe(listed.length);
    expect(patches).toBeGreaterThan(1);
    expect(listed.reduce((sum, one) => sum + one.hectares, 0)).toBeCloseTo(hectares, 9);
    const sizes = listed.map((one) => one.hectares);
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
    const [east, north] = plane.toPlane(listed[0]!.place[0], listed[0]!.place[1]);
    expect(isShown([east, north])).toBe(false);
    expect([east > 70, east < 130, north > 0, north < 5]).toEqual([true, true, true, true]);
  });
});
