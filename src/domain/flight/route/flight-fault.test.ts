import { describe, expect, it } from "vitest";
import { metresInside, routeFaults } from "./flight-fault.ts";
import { areasOf, rectangle, takeOffAt } from "../plan/flight-fields.fixture.ts";
import type { FlightRoute, Place, Waypoint } from "./flight-route.ts";
import { placesApart } from "../../geometry/ground-distance.ts";

type Spot = readonly [x: number, y: number];

function routeOver(spots: readonly Spot[], home: Spot = [1, 1]): FlightRoute {
  const waypoints = spots.map(([x, y]): Waypoint => ({
    place: takeOffAt(x, y).place,
    height_m: 30,
    heading_deg: null,
    gimbal_pitch_deg: -90,
    damping_m: 0,
  }));
  return {
    name: "A",
    aircraft: "M3T",
    flight_type: "pv_thermal",
    lenses: ["ir"],
    altitude_agl_m: 30,
    speed_m_s: 5,
    take_off: takeOffAt(...home),
    waypoints,
    photo_runs: [],
    distance_m: 0,
    duration_s: 0,
  };
}

const areas = areasOf([rectangle(200, 100)], [rectangle(20, 20, 90, 40)]);
const faultsOf = (spots: readonly Spot[], home?: Spot) =>
  routeFaults(routeOver(spots, home), areas).map(({ reason, values }) => [
    reason,
    values.waypoint,
    Math.round(values.metres),
  ]);

describe("the faults of a route", () => {
  it("are none inside the flight polygon and beside the no-fly polygon", () => {
    expect(
      faultsOf([
        [10, 10],
        [190, 10],
        [190, 90],
        [10, 90],
      ]),
    ).toEqual([]);
  });

  it("are metres over the no-fly polygon, also on the way from and to the take-off", () => {
    expect(
      faultsOf([
        [10, 50],
        [190, 50],
        [190, 90],
        [10, 90],
      ]),
    ).toEqual([["over_no_fly", 2, 20]]);
    expect(
      faultsOf(
        [
          [190, 50],
          [190, 90],
          [10, 90],
        ],
        [10, 50],
      ),
    ).toEqual([["over_no_fly", 1, 20]]);
    expect(
      faultsOf(
        [
          [10, 90],
          [190, 90],
          [190, 50],
        ],
        [10, 50],
      ),
    ).toEqual([["over_no_fly", 4, 20]]);
  });

  it("are metres outside the flight polygons, but not before the first waypoint inside", () => {
    expect(
      faultsOf([
        [10, 10],
        [230, 10],
        [230, 20],
        [10, 20],
      ]),
    ).toEqual([
      ["outside_flight_area", 2, 30],
      ["outside_flight_area", 3, 10],
      ["outside_flight_area", 4, 30],
    ]);
    expect(
      faultsOf(
        [
          [10, 10],
          [100, 10],
        ],
        [-50, 10],
      ),
    ).toEqual([]);
  });

  it("are photos outside the flight polygons, also before the first waypoint inside", () => {
    const route = routeOver([
      [-30, 10],
      [100, 10],
      [180, 10],
    ]);
    expect(routeFaults(route, areas)).toEqual([]);
    const photo_runs = [{ from: 0, to: 1, distance_m: 5 }];
    const [fault, ...more] = routeFaults({ ...route, photo_runs }, areas);
    expect(more).toEqual([]);
    expect(fault).toMatchObject({ reason: "outside_flight_area", values: { waypoint: 2 } });
    expect(fault!.values.metres).toBeCloseTo(30, 0);
  });

  it("are waypoints that are too close together", () => {
    expect(
      faultsOf([
        [10, 10],
        [10.5, 10],
        [20, 10],
      ]),
    ).toEqual([["waypoints_too_close", 2, 1]]);
  });

  it("finds a leg along an edge and through a corner", () => {
    const [from, to] = [takeOffAt(90, 40).place, takeOffAt(110, 60).place];
    expect(metresInside(from, to, areas.no_fly)).toBeCloseTo(Math.hypot(20, 20), 0);
    const beside = metresInside(
      takeOffAt(0, 39.99).place,
      takeOffAt(200, 39.99).place,
      areas.no_fly,
    );
    expect(beside).toBe(0);
  });

  // In degrees that binary numbers hold exactly, so that every corner is met exactly.
  it("decides exactly at a corner: touching is free, the diagonal is not", () => {
    const ring = [
      [0, 0],
      [0.125, 0],
      [0.125, 0.125],
      [0, 0.125],
      [0, 0],
    ] as const;
    const inside = (from: Place, to: Place) => metresInside(from, to, [[ring]]);
    // Through the corner at 0, 0.125, with the square on one side.
    expect(inside([-0.125, 0], [0.125, 0.25])).toBe(0);
    expect(inside([-0.25, 0.125], [0, 0.125])).toBe(0);
    // Along an edge, and past two corners.
    expect(inside([-0.125, 0.125], [0.25, 0.125])).toBe(0);
    // Through two corners and the square between them.
    const diagonal = placesApart([0, 0], [0.125, 0.125]);
    expect(inside([-0.125, -0.125], [0.25, 0.25]) / diagonal).toBeCloseTo(1, 4);
    // From a corner into the square, and out through the opposite edge.
    const half = placesApart([0, 0], [0.0625, 0.125]);
    expect(inside([0, 0], [0.125, 0.25]) / half).toBeCloseTo(1, 4);
    // A hole in the square: through its corner, the leg stays in the square.
    const hole = [
      [0.03125, 0.03125],
      [0.0625, 0.03125],
      [0.0625, 0.0625],
      [0.03125, 0.0625],
      [0.03125, 0.03125],
    ] as const;
    const across = metresInside([-0.03125, 0.03125], [0.125, 0.109375], [[ring, hole]]);
    const whole = metresInside([-0.03125, 0.03125], [0.125, 0.109375], [[ring]]);
    expect(whole).toBeGreaterThan(0);
    expect(across).toBeCloseTo(whole, 6);
  });
});
