import { expect, it } from "vitest";
import { groundOf, type Spot } from "../ground/flight-ground.ts";
import { areasOf } from "../plan/flight-fields.fixture.ts";
import { defaultFlightSettings } from "../plan/flight-settings.ts";
import { curved, overTerrain, pathOf, type Corner } from "./flight-path.ts";
import { waysInside } from "./flight-way.ts";

const corner = (spot: Spot, damping: number): Corner => ({
  spot,
  speed: 5,
  photos: false,
  damping,
});

// DJI's apps refuse a leg that is shorter than the curves at both of its ends (decisions/flight-sources.md).
it("a waypoint that a ridge adds beside a curve leaves room for it", () => {
  const path = [
    corner([0, 0], 0),
    corner([100, 0], 10),
    corner([100, 100], 10),
    corner([0, 100], 0),
  ];
  // A cliff of 12 m, ten metres behind the first curve.
  const bent = overTerrain(path, ([, y]) => (y > 11 ? 12 : 0), 3);
  expect(bent.length).toBeGreaterThan(path.length);
  for (const [i, to] of bent.slice(1).entries()) {
    const from = bent[i]!;
    const metres = Math.hypot(to.spot[0] - from.spot[0], to.spot[1] - from.spot[1]);
    expect(from.damping + to.damping).toBeLessThan(metres);
  }
});

const MOTION = {
  speed: 5,
  transit: 15,
  curves: true,
  vertical: { climb: 5, descent: 3 },
};
const cm = (metres: number) => Math.round(metres * 100) / 100;

// The way bends outside 13 m above the altitude, and enters at a gate 0.3 m from the end of the line.
it.each([0.3, -0.3])("a line stays level beside a gate %s m from its ends", (metres) => {
  const [lift, from, to] = [13, [0, 0], [0, 100]] as const;
  const ways = {
    sees: () => true,
    between: () => null,
    across: () => null,
    allowsCurve: () => true,
    steps: () => 0,
  };
  const outward = [
    { spot: [50, -40], lift },
    { spot: [0, metres], lift },
  ] as const;
  const inward = [
    { spot: [0, 100 - metres], lift },
    { spot: [50, 140], lift },
  ] as const;
  const path = pathOf([{ from, to }], outward, inward, ways, MOTION, () => null)!;
  const of = ({ spot: [x, y], lift: above = 0, photos }: Corner) => [x, cm(y), above, photos];
  expect(path.map(of)).toEqual([
    [50, -40, 13, false],
    [0, cm(metres), 13, false],
    [0, 1.2, 13, false],
    [0, 0, 0, true],
    [0, 100, 0, false],
    [0, 98.8, 13, false],
    [0, cm(100 - metres), 13, false],
    [50, 140, 13, false],
  ]);
  const stops = curved(path, ways, true).map(({ damping }) => damping);
  expect(stops.slice(2, 6)).toEqual([0, 0, 0, 0]);
});

/** Whether two straight legs meet. */
function meet([a, b]: readonly [Spot, Spot], [c, d]: readonly [Spot, Spot]): boolean {
  const side = (p: Spot, q: Spot, r: Spot) =>
    Math.sign((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]));
  return side(a, b, c) !== side(a, b, d) && side(c, d, a) !== side(c, d, b);
}

// The corners around the end of a slit are less than 60 cm apart. No single spot sees both of its sides.
it.each([0.1, 0.3])("a way leads around a slit %s m wide and 100 m deep", (wide) => {
  const ring: Spot[] = [
    [-100, -100],
    [100, -100],
    [100, 100],
    [wide / 2, 100],
    [wide / 2, 0],
    [-wide / 2, 0],
    [-wide / 2, 100],
    [-100, 100],
  ];
  const settings = { ...defaultFlightSettings("M3T", ["pv_thermal"], 0), bounds_margin_m: 0 };
  const ground = groundOf(areasOf([ring], [], [0, -50]), settings, { elevation: null });
  // The plane of the ground has another origin.
  const spots = ground.flight[0]!;
  const at = (x: number, y: number): Spot => {
    const [left, low] = spots.reduce(([a, b], [c, d]) => [Math.min(a, c), Math.min(b, d)]);
    return [left + 100 + x, low + 100 + y];
  };
  const lines = [
    { from: at(-60, 60), to: at(-wide / 2 - 0.06, 60) },
    { from: at(wide / 2 + 0.06, 60), to: at(60, 60) },
  ] as const;
  const ways = waysInside(ground);
  const link = (from: { to: Spot }, to: { from: Spot }) => {
    const way = ways.between(from.to, to.from);
    return way && { ...way, level_m: null, rise_m: 0, sink_m: 0 };
  };
  const path = pathOf(lines, [], [], ways, MOTION, link)!;
  const walls = [-wide / 2, wide / 2].map((x) => [at(x, 0), at(x, 100)] as const);
  const sides = [...walls, [at(-wide / 2, 0), at(wide / 2, 0)] as const];
  expect(path.length).toBeGreaterThan(4);
  for (const [i, { spot }] of path.slice(1).entries()) {
    const leg = [path[i]!.spot, spot] as const;
    expect(Math.hypot(leg[1][0] - leg[0][0], leg[1][1] - leg[0][1])).toBeGreaterThanOrEqual(0.6);
    expect(sides.filter((side) => meet(leg, side))).toEqual([]);
  }
});
