import { distance } from "@turf/distance";
import { strToU8 } from "fflate";
import { expect, test } from "vitest";
import type { FlightAreas, Place } from "../route/flight-route.ts";
import { qgcPlan } from "./qgc-plan.ts";
import { randomRoute, randomSource } from "./route.fixture.ts";
import { openAreas, openRoutes } from "./route-open.ts";

const level = { security_height_m: 0, return_height_m: 0 };
const [lon, lat] = [-69.1, -23.5];
const box = (west: number, south: number, east: number, north: number): Place[] => {
  const at = (x: number, y: number): Place => [lon + x / 1000, lat + y / 1000];
  return [at(west, south), at(east, south), at(east, north), at(west, north), at(west, south)];
};
const base = randomRoute(randomSource(3), 1);
const route = (home: Place) => ({
  ...base,
  take_off: { place: home, elevation_m: null },
  waypoints: base.waypoints.slice(0, 2).map((waypoint, i) => ({
    ...waypoint,
    place: [lon + 0.001 + i * 0.002, lat + 0.002] as const,
  })),
  photo_runs: [],
});
const areas = (flight: readonly (readonly Place[])[][]): FlightAreas => ({
  flight,
  no_fly: [[box(1.5, 3, 2.5, 3.5)]],
  take_offs: [],
});
type Fence = { readonly inclusion: boolean; readonly polygon: [lat: number, lon: number][] };
const fencesOf = (home: Place, about: FlightAreas): Fence[] =>
  (JSON.parse(qgcPlan(route(home), level, about)) as { geoFence: { polygons: Fence[] } }).geoFence
    .polygons;

/** Whether a ray to the east meets the ring an odd number of times: shares nothing with the code. */
function holds(ring: Fence["polygon"], [x, y]: Place): boolean {
  let inside = false;
  for (const [i, [y1, x1]] of ring.entries()) {
    const [y2, x2] = ring[(i + 1) % ring.length]!;
    if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) inside = !inside;
  }
  return inside;
}
/** Places every metre of the whole flight, home included. */
function placesOf(home: Place): Place[] {
  const all = [home, ...route(home).waypoints.map(({ place }) => place), home];
  return all.slice(1).flatMap((to, i) => {
    const from = all[i]!;
    return Array.from({ length: 401 }, (_, k): Place => {
      return [from[0] + ((to[0] - from[0]) * k) / 400, from[1] + ((to[1] - from[1]) * k) / 400];
    });
  });
}

test("a flight that lies in one flight polygon has it as its fence", () => {
  const fences = fencesOf(
    [lon + 0.0005, lat + 0.0005],
    areas([[box(0, 0, 4, 4)], [box(9, 9, 10, 10)]]),
  );
  expect(fences.map(({ inclusion }) => inclusion)).toEqual([true, false]);
  expect(fences[0]!.polygon[0]).toEqual([lat, lon]);
});

test("a take-off outside of the flight polygon lies in the fence, with 30 m around", () => {
  const home: Place = [lon - 0.004, lat + 0.002];
  const hole = box(0.2, 1.9, 0.4, 2.1);
  const fences = fencesOf(home, areas([[box(0, 0, 4, 4), hole]]));
  const within = fences.filter(({ inclusion }) => inclusion);
  expect(within).toHaveLength(1);
  const ring = within[0]!.polygon;
  for (const place of placesOf(home)) expect(holds(ring, place)).toBe(true);
  for (const corner of box(0, 0, 4, 4)) expect(holds(ring, corner)).toBe(true);
  const edges = ring.flatMap(([y1, x1], i) => {
    const [y2, x2] = ring[(i + 1) % ring.length]!;
    return Array.from({ length: 50 }, (_, k): Place => [
      x1 + ((x2 - x1) * k) / 50,
      y1 + ((y2 - y1) * k) / 50,
    ]);
  });
  const nearest = Math.min(
    ...edges.map((edge) => distance([...edge], [...home], { units: "meters" })),
  );
  expect(nearest).toBeGreaterThan(29.5);
  expect(nearest).toBeLessThan(34);
  // The way home leads over the hole, where a fence would stop the drone; the no-fly polygon stays one.
  expect(fences.filter(({ inclusion }) => !inclusion)).toHaveLength(1);
});

test("the fences of a plan are flight areas with their kind, and the import of routes says that they are there", () => {
  const text = qgcPlan(route([lon + 0.0005, lat + 0.0005]), level, areas([[box(0, 0, 4, 4)]]));
  const { items } = openAreas(strToU8(text), "a.plan");
  expect(items.map(({ kind }) => kind)).toEqual(["flight", "no_fly"]);
  const [opened] = openRoutes(strToU8(text), "a.plan");
  expect(opened!.notes).toEqual([{ reason: "route_file_fences", values: { count: 2 } }]);
  // A plan may have fences and no mission.
  const bare = JSON.parse(text) as { mission?: object };
  delete bare.mission;
  expect(openAreas(strToU8(JSON.stringify(bare)), "a.plan").items).toHaveLength(2);
  expect(() => openAreas(strToU8("{}"), "a.plan")).toThrow("qgc_plan");
});
