// @vitest-environment happy-dom
// Waypoints in the air are grabbed where they are seen, and stay at their height while they are dragged.
import { atom, createStore } from "jotai";
import { expect, test, vi } from "vitest";
import type { FlightRouteRecord } from "../../domain/flight/route/flight-route-record.ts";
import { planeAt } from "../../domain/geometry/plane.ts";
import * as edit from "../../state/map/flight-route-edit.ts";
import { flightRoute } from "../../../tools/flight-route.ts";
import { placeCamera, screenOf, type Point3 } from "./twin-camera.ts";
import { twinToolCanvas } from "./twin-tool-canvas.ts";

const routes = vi.hoisted(() => ({ value: [] as unknown[] }));
vi.mock("../../state/plant/analysis/flight-campaign.ts", async (original) => ({
  ...(await original<object>()),
  flightRoutesAtom: atom(() => ({ state: "ready", value: routes.value })),
}));
const HILL_M = 40;
vi.mock("../../state/map/ground.ts", () => ({ groundAtom: atom(() => ({ at: () => HILL_M })) }));

const origin = [-3.4, 37.2] as const;
const plane = planeAt(origin);
const placeOf = (x: number, y: number) => plane.toLonLat(x, y);
const waypoint = (x: number, y: number) => ({
  place: placeOf(x, y),
  height_m: 60,
  heading_deg: null,
  gimbal_pitch_deg: -90,
  damping_m: 2,
});
const route = {
  id: 7,
  campaign_id: 1,
  number: 1,
  name: "Spring 1",
  eval_batch_num: null,
  set_security_height_m: null,
  set_return_height_m: null,
  set_transit_m_s: null,
  aircraft: "M3T",
  flight_type: "pv_thermal",
  lenses: ["ir"],
  camera_type: "thermal",
  altitude_agl_m: 60,
  speed_m_s: 5,
  take_off: { place: placeOf(0, 0), elevation_m: null },
  waypoints: [waypoint(0, 80), waypoint(120, 80), waypoint(120, 160)],
  photo_runs: [{ from: 0, to: 1, distance_m: 4 }],
  distance_m: 0,
  duration_s: 0,
  start_at: null,
  version: 0,
} satisfies FlightRouteRecord;
routes.value = [route];

const size = { width: 1200, height: 800, ground: () => HILL_M };
const camera = { centre: placeOf(60, 80), zoom: 17, bearing: 20, pitch: 55 };

function editing() {
  const store = createStore();
  store.set(edit.editRoute, route.id);
  const canvas = twinToolCanvas({
    store,
    origin,
    size: () => size,
    camera: () => camera,
    levels: () => [],
    pieces: new Map(),
    perPixelAt1: () => 1,
    showDraft: () => undefined,
  });
  const pixelOf = (point: Point3) => screenOf(placeCamera(camera, origin, size), size, point)!;
  const pointer = (at: readonly [number, number]) => ({
    at,
    shift: false,
    control: false,
    touch: false,
  });
  return { canvas, store, pixelOf, pointer };
}

test("a waypoint is grabbed in the air, not on the ground below it", () => {
  const { canvas, store, pixelOf, pointer } = editing();
  const inAir = pixelOf([120, 80, HILL_M + 60]);
  const onGround = pixelOf([120, 80, HILL_M]);
  expect(flightRoute.grabs!(pointer(inAir), canvas)).toBe(true);
  expect(flightRoute.grabs!(pointer(onGround), canvas)).toBe(false);
  flightRoute.click!(pointer(inAir), canvas);
  expect(store.get(edit.chosenWaypointAtom)).toBe(1);
});

test("a dragged waypoint stays at its height, and comes to lie under the pointer", () => {
  const { canvas, store, pixelOf, pointer } = editing();
  const from = pixelOf([120, 80, HILL_M + 60]);
  const to = pixelOf([100, 95, HILL_M + 60]);
  flightRoute.drop!([from, to], pointer(to), canvas);
  const moved = store.get(edit.draftRouteAtom)!.waypoints[1]!;
  const [x, y] = plane.toPlane(...moved.place);
  expect([x, y]).toEqual([expect.closeTo(100, 3), expect.closeTo(95, 3)]);
  expect(moved.height_m).toBe(60);
});

test("a drag from a leg inserts a waypoint at the height of the leg", () => {
  const { canvas, store, pixelOf, pointer } = editing();
  const from = pixelOf([60, 80, HILL_M + 60]);
  const to = pixelOf([60, 110, HILL_M + 60]);
  flightRoute.drop!([from, to], pointer(to), canvas);
  const { waypoints } = store.get(edit.draftRouteAtom)!;
  expect(waypoints).toHaveLength(4);
  const [x, y] = plane.toPlane(...waypoints[1]!.place);
  expect([x, y]).toEqual([expect.closeTo(60, 3), expect.closeTo(110, 3)]);
});

test("a drag into the sky changes nothing", () => {
  const { canvas, store, pixelOf, pointer } = editing();
  const from = pixelOf([120, 80, HILL_M + 60]);
  const sky = [600, -600] as const;
  expect(canvas.space!.above(route.take_off.place).placeAt(sky, 60)).toBe(null);
  flightRoute.drop!([from, sky], pointer(sky), canvas);
  expect(store.get(edit.draftRouteAtom)!.waypoints[1]!.place).toEqual(route.waypoints[1]!.place);
});
