import { atom, createStore } from "jotai";
import { expect, test, vi } from "vitest";
import { areasOf, PLACE, rectangle } from "../../domain/flight/plan/flight-fields.fixture.ts";
import { planFlight } from "../../domain/flight/plan/flight-plan.ts";
import { defaultFlightSettings } from "../../domain/flight/plan/flight-settings.ts";
import type { FlightRoute } from "../../domain/flight/route/flight-route.ts";
import { routeWind } from "../../domain/flight/route/route-wind.ts";
import { planeAt } from "../../domain/geometry/plane.ts";
import { sceneDroneAtom, sceneRoutesAtom, type ScenePosition } from "./flight-scene.ts";
import {
  batteryAtLandingAtom,
  flightMomentAtom,
  flightSecondsAtom,
  shownSecondsAtom,
} from "./flight-time.ts";

const planned = vi.hoisted(() => ({ routes: [] as unknown[] }));
const ground = vi.hoisted(() => ({
  elevation: null as ((place: readonly [number, number]) => number) | null,
}));
vi.mock("./ground.ts", async () => {
  const { homeHeights } = await import("../../domain/flight/route/home-leg.ts");
  const heights = (route: FlightRoute) => homeHeights(route, ground.elevation, []);
  return { wayHeightsAtom: atom(() => heights) };
});
vi.mock("./flight-route-view.ts", () => ({
  drawnRoutesAtom: atom(() => planned.routes),
  seenRoutesAtom: atom(() => planned.routes),
  routeInkAtom: atom(() => (_route: unknown, height_m: number) => [height_m, 0, 0]),
}));
vi.mock("../plant/analysis/flight-campaign.ts", () => ({ chosenCampaignAtom: atom(null) }));

/** Metres from a position to the nearest point of a way, in space. */
function metresBeside(way: readonly ScenePosition[], position: ScenePosition): number {
  const plane = planeAt([way[0]![0], way[0]![1]]);
  const spot = ([lon, lat, z]: ScenePosition) => [...plane.toPlane(lon, lat), z] as const;
  const p = spot(position);
  return way.slice(1).reduce((least, end, i) => {
    const [a, b] = [spot(way[i]!), spot(end)];
    const along = a.map((from, axis) => b[axis]! - from);
    const square = along.reduce((sum, one) => sum + one * one, 0);
    const dot = along.reduce((sum, one, axis) => sum + one * (p[axis]! - a[axis]!), 0);
    const part = square === 0 ? 0 : Math.min(1, Math.max(0, dot / square));
    const apart = along.map((one, axis) => a[axis]! + part * one - p[axis]!);
    return Math.min(least, Math.hypot(...apart));
  }, Infinity);
}

test("the drone flies along the ways of the scene, from the ground to the ground", () => {
  const settings = {
    ...defaultFlightSettings("M3T", ["pv_thermal"], 0),
    interpolate_curves: false,
  };
  const areas = areasOf([rectangle(300, 300)]);
  const { routes } = planFlight({ name: "A", areas, target: null, settings });
  planned.routes = routes.map((route, i) => ({ ...route, id: i + 1, number: i + 1 }));
  const store = createStore();
  expect(store.get(sceneDroneAtom)).toBeNull();
  const ways = store.get(sceneRoutesAtom);
  expect(ways.map(({ route }) => route.id)).toEqual(routes.map((_, i) => i + 1));
  for (const { positions, inks } of ways) {
    // Climb and descent have the colours of the first and the last waypoint.
    expect([inks[0], inks.at(-1)]).toEqual([inks[3], inks.at(-4)]);
    expect(inks.slice(3, -3)).toEqual(positions.slice(3, -3).map(([, , height]) => [height, 0, 0]));
    expect([positions[0]![2], positions.at(-1)![2]]).toEqual([0, 0]);
    expect(positions[1]!.slice(0, 2)).toEqual(positions[0]!.slice(0, 2));
  }
  const all = store.get(flightSecondsAtom);
  const heights = [];
  for (let part = 0; part <= 200; part += 1) {
    store.set(shownSecondsAtom, (all * part) / 200);
    const drone = store.get(sceneDroneAtom);
    const beside = Math.min(...ways.map((way) => metresBeside(way.positions, drone!.position)));
    expect([part, beside < 0.05]).toEqual([part, true]);
    heights.push(drone!.position[2]);
  }
  expect([heights[0], heights.at(-1)]).toEqual([0, 0]);
  // The ways from and to take-off are 30 m high, above the photos.
  expect(routes[0]!.altitude_agl_m).toBeLessThan(30);
  expect(Math.max(...heights)).toBeCloseTo(30, 1);
});

test("over a ridge, the ways out and home are drawn where they are flown", () => {
  ground.elevation = ([lon]: readonly [number, number]) =>
    1000 + 100 * Math.exp(-((((lon - PLACE[0]) * 105_000 + 200) / 60) ** 2));
  const settings = defaultFlightSettings("M3T", ["pv_thermal"], 0);
  const areas = areasOf([rectangle(200, 150)], [], [-400, 50]);
  const elevation = ground.elevation;
  const { routes } = planFlight({ name: "A", areas, target: null, settings, elevation });
  planned.routes = routes.map((route, i) => ({ ...route, id: i + 1, number: i + 1 }));
  const store = createStore();
  const [way] = store.get(sceneRoutesAtom);
  const { take_off, waypoints } = routes[0]!;
  const [, up, over] = way!.positions;
  expect(up!.slice(0, 2)).toEqual(take_off.place);
  expect(over!.slice(0, 2)).toEqual(waypoints[0]!.place);
  // 100 m of ridge and 30 m above it.
  expect([up![2], over![2]]).toEqual([expect.closeTo(130, 0), expect.closeTo(130, 0)]);
  const all = store.get(flightSecondsAtom);
  expect(all).toBeCloseTo(
    routes.reduce((sum, { duration_s }) => sum + duration_s, 0),
    0,
  );
  for (let part = 0; part <= 100; part += 1) {
    store.set(shownSecondsAtom, (all * part) / 100);
    const drone = store.get(sceneDroneAtom)!.position;
    const ways = store.get(sceneRoutesAtom);
    const beside = Math.min(...ways.map((one) => metresBeside(one.positions, drone)));
    expect([part, beside < 0.1]).toEqual([part, true]);
  }
  ground.elevation = null;
});

test("the battery at landing is the one that lists say", () => {
  const settings = defaultFlightSettings("M3T", ["pv_thermal"], 0);
  const { routes } = planFlight({
    name: "A",
    areas: areasOf([rectangle(300, 300)]),
    target: null,
    settings,
  });
  const [route] = routes;
  planned.routes = [{ ...route, id: 1, number: 1 }];
  const store = createStore();
  store.set(shownSecondsAtom, store.get(flightSecondsAtom));
  const said = routeWind(route!).landing_percent;
  expect(store.get(flightMomentAtom)!.battery_percent).toBeCloseTo(said, 0);
  // By the flight time alone more would be left.
  const { left_percent, time_left_percent } = store.get(batteryAtLandingAtom)(
    planned.routes[0] as never,
  );
  expect(left_percent).toBeCloseTo(said, 0);
  expect(time_left_percent).toBeGreaterThan(left_percent + 3);
});
