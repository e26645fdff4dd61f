// Several flight polygons with one battery. Heights and counts are by hand.
import { describe, expect, it } from "vitest";
import { localPlaneAt } from "../../geometry/local-plane.ts";
import { placesApart } from "../../geometry/ground-distance.ts";
import { areasOf, PLACE, rectangle, takeOffAt } from "../plan/flight-fields.fixture.ts";
import { flownLines } from "../flown/flown-line.ts";
import { planReFly } from "../flown/re-fly.ts";
import { planFlight } from "../plan/flight-plan.ts";
import type { FlightPlanInput } from "../plan/flight-plan-shape.ts";
import { defaultFlightSettings } from "../plan/flight-settings.ts";
import { crossingProblems, crossingWarnings, lowWayWarnings } from "./crossing.ts";
import { metresInside, routeFaults } from "./flight-fault.ts";
import type { FlightAreas, FlightRoute, Place } from "./flight-route.ts";
import { heightProblems } from "./route-check.ts";

const plane = localPlaneAt(PLACE);
const settings = {
  ...defaultFlightSettings("M3T", ["pv_thermal"], 0),
  // 22.96 m above ground.
  thermal_gsd_m: 0.03,
};
const two = areasOf([rectangle(60, 60), rectangle(60, 60, 100, 0)], [], [-10, -10]);

function planned(areas: FlightAreas, more: Partial<FlightPlanInput> = {}) {
  const plan = planFlight({ name: "A", areas, target: null, settings, ...more });
  expect(plan.problems).toEqual([]);
  expect(plan.faults.flat()).toEqual([]);
  return plan.routes;
}

/** Metres above take-off of both ends of each leg, between waypoints, that lies outside the flight polygons. */
const outsideOf = ({ waypoints }: FlightRoute, { flight }: FlightAreas) =>
  waypoints.slice(1).flatMap(({ place: to, height_m }, at) => {
    const { place: from, height_m: before } = waypoints[at]!;
    const outside = placesApart(from, to) - metresInside(from, to, flight);
    return outside > 0.1 ? [[before, height_m]] : [];
  });

describe("neighbouring flight polygons", () => {
  it("are flown with one battery that lasts for all of them", () => {
    const fields = Array.from({ length: 16 }, (_, i) =>
      rectangle(40, 40, 70 * (i % 4), 70 * Math.floor(i / 4)),
    );
    const areas = areasOf(fields, [], [-10, -10]);
    const routes = planned(areas, { settings: { ...settings, thermal_gsd_m: 0.055 } });
    // 16 x 40 m x 40 m are 2.6 ha: 2.9 hectares took 10 minutes with the published survey, and a battery has 33.
    expect(routes).toHaveLength(1);
    const seen = new Set(
      routes[0]!.photo_runs.map(({ from }) => {
        const [x, y] = plane.toPlane(...routes[0]!.waypoints[from]!.place);
        return `${Math.floor(x / 70)} ${Math.floor(y / 70)}`;
      }),
    );
    expect(seen.size).toBe(16);
  });

  it("are parted by a way 30 m above flat ground, without photos, that the pilot hears of", () => {
    const [route, ...more] = planned(two);
    expect(more).toEqual([]);
    expect(outsideOf(route!, two)).toEqual([[30, 30]]);
    expect(crossingWarnings(route!, two, null)).toEqual([
      { reason: "flight_between_areas", values: { ways: 1, metres: 30 } },
    ]);
    expect(crossingProblems(route!, two, null)).toEqual([]);
  });

  it("are parted by a way around a no-fly polygon", () => {
    const areas = areasOf(
      [rectangle(60, 60), rectangle(60, 60, 100, 0)],
      [rectangle(10, 100, 75, -20)],
      [-10, -10],
    );
    const [route, ...more] = planned(areas);
    expect(more).toEqual([]);
    const legs = route!.waypoints.slice(1).map(({ place }, at) => {
      return metresInside(route!.waypoints[at]!.place, place, areas.no_fly);
    });
    expect(Math.max(...legs)).toBe(0);
  });

  it("are parted by a way above the ridge between them", () => {
    // 20 m high at x = 80, down to nothing within 10 m on both sides.
    const elevation = ([lon, lat]: Place) =>
      Math.max(0, 20 - 0.2 * (plane.toPlane(lon, lat)[0] - 80) ** 2);
    const [route, ...more] = planned(two, { elevation });
    expect(more).toEqual([]);
    const [[from, to] = [], ...others] = outsideOf(route!, two);
    expect(others).toEqual([]);
    expect([from, to]).toEqual([expect.closeTo(50, 0), expect.closeTo(50, 0)]);
    expect(from).toBeGreaterThanOrEqual(50 - 1e-6);
    // Above the ridge, and not above the take-off position.
    expect(crossingWarnings(route!, two, elevation)).toMatchObject([{ values: { metres: 30 } }]);
  });

  it("are parted by a way 10 m above a mast", () => {
    const mast = { form: "line", places: [takeOffAt(80, -500).place, takeOffAt(80, 500).place] };
    const areas = { ...two, obstacles: [{ ...mast, form: "line" as const, height_m: 12 }] };
    const higher = { ...two, obstacles: [{ ...mast, form: "line" as const, height_m: 24.5 }] };
    const heights = [areas, higher].map((all) =>
      planned(all, { settings: { ...settings, thermal_gsd_m: 0.055 } }).flatMap((route) =>
        outsideOf(route, all),
      ),
    );
    // 42.1 m above ground, as the lines are: above 12 m and 24.5 m it needs no climb.
    for (const all of heights) {
      expect(all).toHaveLength(1);
      for (const height of all.flat()) expect(height).toBeGreaterThan(42);
      for (const height of all.flat()) expect(height).toBeLessThan(42.3);
    }
  });

  it.each([
    ["the ridge between them is higher than a drone may fly", 100, null],
    ["the ceiling of the plant is lower than the way", 0, 29],
  ] as const)("are flown apart where %s", (_, ridge, ceiling_m) => {
    const elevation = ([lon, lat]: Place) =>
      Math.max(0, ridge - 10 * Math.abs(plane.toPlane(lon, lat)[0] - 80));
    const routes = planned(two, { elevation, ceiling_m });
    expect(routes).toHaveLength(2);
    expect(routes.flatMap((route) => outsideOf(route, two))).toEqual([]);
  });

  it("are flown with one battery for each flight type, with lines over their components alone", () => {
    // Three collectors of 5.8 m x 148.5 m on each.
    const spots = [0, 170].flatMap((left) => [30, 50, 70].map((x) => left + x));
    const column = (of: (x: number) => number) => Float32Array.from(spots, of);
    const target = {
      origin: PLACE,
      geometry: {
        count: spots.length,
        centreX: column((x) => x),
        centreY: column(() => 80),
        length: column(() => 148.5),
        width: column(() => 5.8),
        rotation: column(() => Math.PI / 2),
      },
    };
    const areas = areasOf([rectangle(120, 160), rectangle(120, 160, 170, 0)], [], [-10, -10]);
    const flight_types = ["trough_thermal", "full_sca_offline"] as const;
    const routes = planned(areas, {
      target,
      settings: defaultFlightSettings("M3T", flight_types, 0),
    });
    expect(routes.map(({ flight_type }) => flight_type)).toEqual(flight_types);
    for (const route of routes) expect(outsideOf(route, areas)).toHaveLength(1);
  });

  it("are flown apart where the campaign asks for it, also again", () => {
    const apart = { ...settings, fields_apart: true };
    const routes = planned(two, { settings: apart });
    expect(routes).toHaveLength(2);
    expect(routes.flatMap((route) => outsideOf(route, two))).toEqual([]);
    const missed = routes.map((route, at) => ({
      route: { ...route, start_at: null },
      stretches: flownLines([route], []).lines.flatMap((line) =>
        line.missed.map((one) => ({ ...one, run: line.run })),
      ),
      at,
    }));
    const input = { name: "A", areas: two, target: null, settings: apart };
    const again = planReFly(input, missed, [], 0);
    expect(again.problems).toEqual([]);
    expect(again.routes).toHaveLength(2);
    expect(again.routes.flatMap((route) => outsideOf(route, two))).toEqual([]);
  });

  it("are flown apart where the battery lasts for one of them", () => {
    const routes = planned(two, {
      settings: { ...settings, flight_time_min: 6, reserve_percent: 25 },
    });
    expect(routes.length).toBeGreaterThan(1);
  });
});

it("flies what was missed of two flight polygons with one battery", () => {
  const input = { name: "A", areas: two, target: null, settings };
  const [route] = planned(two);
  // No image at all: every line of both is flown again.
  const stretches = flownLines([route!], []).lines.flatMap(({ run, missed }) =>
    missed.map((one) => ({ ...one, run })),
  );
  const again = planReFly(input, [{ route: { ...route!, start_at: null }, stretches }], [], 0);
  expect(again.problems).toEqual([]);
  expect(again.routes.flatMap((one) => routeFaults(one, two))).toEqual([]);
  expect(again.routes.map((one) => outsideOf(one, two))).toEqual([[[30, 30]]]);
  expect(again.routes[0]!.photo_runs).toHaveLength(route!.photo_runs.length);
});

describe("a way home that bends around a no-fly polygon", () => {
  // A wall of 300 m between the field and the take-off position.
  const walled = areasOf([rectangle(60, 60)], [rectangle(10, 300, -40, -150)], [-100, 30]);

  it.each([
    ["over flat ground", undefined, 30],
    // A tolerance of 3 m above terrain is on top.
    ["over terrain", (): number => 5, 33],
  ] as const)("is flown as high as one that does not: %s", (_, elevation, metres) => {
    const routes = planned(walled, elevation ? { elevation } : {});
    const heights = routes.flatMap((route) => outsideOf(route, walled)).flat();
    expect(heights.length).toBeGreaterThan(0);
    for (const height of heights) expect(height).toBeCloseTo(metres, 5);
    for (const route of routes)
      expect(lowWayWarnings(route, walled, elevation ?? null)).toEqual([]);
  });

  // The clearance of 30 m fits below 32 m, and not below 28 m: there flying the lines lower would not help.
  it.each([
    [32, 32, []],
    [28, 30, ["flight_ways_above_ceiling"]],
  ] as const)(
    "keeps below a ceiling of %d m, or says that it cannot",
    (ceiling_m, metres, found) => {
      const elevation = (): number => 5;
      const routes = planned(walled, { elevation, ceiling_m });
      const heights = routes.flatMap((route) => outsideOf(route, walled)).flat();
      expect(heights.length).toBeGreaterThan(0);
      for (const height of heights) expect(height).toBeCloseTo(metres, 5);
      for (const route of routes) {
        const problems = heightProblems(route, { areas: walled, elevation, ceiling_m });
        expect(problems.map(({ reason }) => reason)).toEqual(found);
      }
    },
  );

  it("is a warning where it is lower", () => {
    const [route] = planned(walled);
    const waypoints = route!.waypoints.map((one) => ({ ...one, height_m: 23 }));
    expect(lowWayWarnings({ ...route!, waypoints }, walled, null)).toEqual([
      { reason: "way_low", values: { waypoint: expect.any(Number), metres: 23, least: 30 } },
    ]);
  });
});
