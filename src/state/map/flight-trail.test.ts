import { atom, createStore } from "jotai";
import { beforeAll, expect, test, vi } from "vitest";
import { areasOf, rectangle } from "../../domain/flight/plan/flight-fields.fixture.ts";
import { planFlight } from "../../domain/flight/plan/flight-plan.ts";
import { defaultFlightSettings } from "../../domain/flight/plan/flight-settings.ts";
import { planeAt } from "../../domain/geometry/plane.ts";
import type { FlightRoute, Place } from "../../domain/flight/route/flight-route.ts";
import { sceneDroneAtom } from "./flight-scene.ts";
import { flightSecondsAtom, shownSecondsAtom } from "./flight-time.ts";
import { flightTrailAtom } from "./flight-trail.ts";

const planned = vi.hoisted(() => ({ routes: [] as unknown[] }));
vi.mock("./flight-route-view.ts", () => ({
  drawnRoutesAtom: atom(() => planned.routes),
  seenRoutesAtom: atom(() => planned.routes),
  routeInkAtom: atom(() => () => [0, 0, 0]),
}));
vi.mock("../plant/analysis/flight-campaign.ts", () => ({ chosenCampaignAtom: atom(null) }));

let route: FlightRoute;
beforeAll(() => {
  const settings = {
    ...defaultFlightSettings("M3T", ["pv_thermal"], 0),
    interpolate_curves: false,
  };
  const areas = areasOf([rectangle(300, 300)]);
  route = planFlight({ name: "A", areas, target: null, settings }).routes[0]!;
  planned.routes = [{ ...route, id: 1, number: 1 }];
});

/** Metres from a place to the nearest point of the route's lines on the ground. */
function metresBeside([lon, lat]: readonly [number, number]): number {
  const home = route.take_off.place;
  const plane = planeAt(home);
  const corners: Place[] = [home, ...route.waypoints.map(({ place }) => place), home];
  const way = corners.map((place) => plane.toPlane(place[0], place[1]));
  const [x, y] = plane.toPlane(lon, lat);
  return way.slice(1).reduce((least, [bx, by], at) => {
    const [ax, ay] = way[at]!;
    const [dx, dy] = [bx - ax, by - ay];
    const part = Math.min(
      1,
      Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)),
    );
    return Math.min(least, Math.hypot(ax + part * dx - x, ay + part * dy - y));
  }, Infinity);
}

test("the trail lies on the way, ends at the drone and is a minute long", () => {
  const store = createStore();
  expect(store.get(flightTrailAtom)).toBeNull();
  store.set(shownSecondsAtom, 0);
  expect(store.get(flightTrailAtom)).toBeNull();
  const all = store.get(flightSecondsAtom);
  for (let part = 1; part <= 60; part += 1) {
    const now = (all * part) / 60;
    store.set(shownSecondsAtom, now);
    const { path, seconds } = store.get(flightTrailAtom)!;
    const drone = store.get(sceneDroneAtom)!;
    expect(path.at(-1)).toEqual(drone.position.slice(0, 2));
    expect(path).toHaveLength(seconds.length);
    expect(seconds.at(-1)).toBe(now);
    expect(seconds[0]).toBe(Math.max(0, now - 60));
    expect(seconds.every((at, i) => i === 0 || at > seconds[i - 1]!)).toBe(true);
    expect(Math.max(...path.map(metresBeside))).toBeLessThan(0.05);
    // Between the positions too: no corner is cut.
    const middles = path.slice(1).map(([lon, lat], at): [number, number] => {
      return [(lon + path[at]![0]) / 2, (lat + path[at]![1]) / 2];
    });
    expect(Math.max(0, ...middles.map(metresBeside))).toBeLessThan(0.05);
  }
});
