// @vitest-environment happy-dom
// Waypoints in the air are grabbed where they are seen, and stay at their height while they are dragged.
import { atom, createStore } from "jotai";
import { expect, test, vi } from "vitest";
import type { FlightRouteRecord } from "../../domain/flight/route/flight-route-record.ts";
import { planeAt } from "../../domain/geometry/plane.ts";
import type { Camera } from "../../state/map/view.ts";
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
vi.mock("../../state/map/ground.ts", async (original) => ({
  ...(await original<object>()),
  groundAtom: atom(() => ({ at: () => HILL_M })),
}));

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
  set_wind_m_s: null,
  flight_time_min: null,
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
  is_re_fly: false,
  set_reserve_percent: null,
  set_thermal_blur_px: null,
  version: 0,
} satisfies FlightRouteRecord;
routes.value = [route];

const size = { width: 1200, height: 800, ground: () => HILL_M };
const steep = { centre: placeOf(60, 80), zoom: 17, bearing: 20, pitch: 55 };

function editing(camera: Camera = steep) {
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
  expect(canvas.space!.above(route.take_off.place).placeAt(sky, 60, from)).toBe(null);
  flightRoute.drop!([from, sky], pointer(sky), canvas);
  expect(store.get(edit.isDragLimitedAtom)).toBe(true);
  expect(store.get(edit.draftRouteAtom)!.waypoints[1]!.place).toEqual(route.waypoints[1]!.place);
});

/** A pinhole camera that shares no code with the product's: where the eye is, and the slope of a pixel's ray. */
function pinhole({ zoom, bearing, pitch }: Camera) {
  const rad = Math.PI / 180;
  const focal_px = size.height / 2 / Math.tan((36.87 / 2) * rad);
  const pixel_m = (2 * Math.PI * 6_378_137 * Math.cos(origin[1] * rad)) / (512 * 2 ** zoom);
  const away = focal_px * pixel_m;
  const back = away * Math.sin(pitch * rad);
  return {
    up: away * Math.cos(pitch * rad),
    x: 60 - back * Math.sin(bearing * rad),
    y: 80 - back * Math.cos(bearing * rad),
    /** The row of the middle column whose ray falls by so many degrees. */
    rowOf: (degrees: number) =>
      size.height / 2 + focal_px * Math.tan((degrees - (90 - pitch)) * rad),
  };
}

const flat: Camera = { ...steep, zoom: 16, pitch: 76 };

test("a drag towards the horizon stops at eight degrees, and says so", () => {
  const { canvas, store, pixelOf, pointer } = editing(flat);
  const eye = pinhole(flat);
  const from = pixelOf([120, 80, HILL_M + 60]);
  const most = (eye.up - 60) / Math.tan((8 * Math.PI) / 180);
  const dragTo = (degrees: number) => {
    const to = [600, eye.rowOf(degrees)] as const;
    flightRoute.drag!([from, to], pointer(to), canvas);
    const [x, y] = plane.toPlane(...store.get(edit.draftRouteAtom)!.waypoints[1]!.place);
    return Math.hypot(x - eye.x, y - eye.y);
  };
  expect(dragTo(12)).toBeCloseTo((eye.up - 60) / Math.tan((12 * Math.PI) / 180), 0);
  expect(store.get(edit.isDragLimitedAtom)).toBe(false);
  for (const degrees of [7.5, 4, 1, 0.1, 0.001]) {
    expect(Math.abs(dragTo(degrees) - most)).toBeLessThan(2);
    expect(store.get(edit.isDragLimitedAtom)).toBe(true);
  }
  expect(dragTo(9)).toBeLessThan(most);
  expect(store.get(edit.isDragLimitedAtom)).toBe(false);
});

test("what is grabbed beyond the limit stays under the pointer, and comes nearer but goes no farther", () => {
  const far: Camera = { ...steep, centre: placeOf(-300, -300), bearing: 45, pitch: 84, zoom: 18 };
  const { canvas, store, pixelOf, pointer } = editing(far);
  const from = pixelOf([120, 80, HILL_M + 60]);
  const eyeTo = (place: readonly [number, number]) => plane.toPlane(...place)[1];
  const placeAfter = (rows: number) => {
    const to = [from[0], from[1] + rows] as const;
    flightRoute.drag!([from, to], pointer(to), canvas);
    return eyeTo(store.get(edit.draftRouteAtom)!.waypoints[1]!.place);
  };
  const start = placeAfter(0);
  expect(start).toBeCloseTo(80, 1);
  const farther = [placeAfter(1), placeAfter(-1)];
  const [nearer, beyond] = farther.toSorted((a, b) => a - b);
  expect(nearer).toBeLessThan(79.9);
  expect(beyond).toBeCloseTo(80, 1);
});
