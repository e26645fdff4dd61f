// The tool that edits waypoints, on a map of a thousandth of a degree per hundred pixels.
import { atom, createStore } from "jotai";
import { expect, it, vi } from "vitest";
import type { FlightRouteRecord } from "../src/domain/flight/route/flight-route-record.ts";
import type { PointerState, ToolCanvas } from "../src/map/tool.ts";
import * as edit from "../src/state/map/flight-route-edit.ts";
import { flightRoute } from "./flight-route.ts";

const routes = vi.hoisted(() => ({ value: [] as unknown[] }));
vi.mock("../src/state/plant/analysis/flight-campaign.ts", async (original) => ({
  ...(await original<object>()),
  flightRoutesAtom: atom(() => ({ state: "ready", value: routes.value })),
}));

const waypoint = (x: number, y: number) => ({
  place: [x / 1e5, -y / 1e5] as [number, number],
  height_m: 30,
  heading_deg: null,
  gimbal_pitch_deg: -90,
  damping_m: 2,
});
const route: FlightRouteRecord = {
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
  is_re_fly: false,
  set_reserve_percent: null,
  set_thermal_blur_px: null,
  aircraft: "M3T",
  flight_type: "pv_thermal",
  lenses: ["ir"],
  camera_type: "thermal",
  altitude_agl_m: 30,
  speed_m_s: 5,
  take_off: { place: [0, 0], elevation_m: null },
  waypoints: [waypoint(100, 100), waypoint(300, 100), waypoint(300, 300)],
  photo_runs: [{ from: 0, to: 1, distance_m: 4 }],
  distance_m: 0,
  duration_s: 0,
  start_at: null,
  version: 0,
};
routes.value = [route];

const at = (x: number, y: number, touch = false): PointerState => ({
  at: [x, y],
  shift: false,
  control: false,
  touch,
});
const press = (key: string, shiftKey = false) =>
  ({ key, shiftKey, ctrlKey: false, metaKey: false }) as KeyboardEvent;

function editing() {
  const store = createStore();
  store.set(edit.editRoute, route.id);
  const canvas: ToolCanvas = {
    get: store.get,
    set: store.set,
    pick: () => null,
    pickRing: () => null,
    boundsOf: ([[x, y] = [0, 0]]) => [x / 1e5, -y / 1e5, x / 1e5, -y / 1e5],
    showDraft: () => {},
  };
  return { canvas, now: () => store.get(edit.draftRouteAtom)!, store };
}

it("moves a waypoint by drag, with a wider reach for a finger", () => {
  const { canvas, now } = editing();
  expect(flightRoute.grabs!(at(318, 300), canvas)).toBe(false);
  expect(flightRoute.grabs!(at(318, 300, true), canvas)).toBe(true);
  flightRoute.drag!(
    [
      [300, 300],
      [320, 320],
    ],
    at(320, 320),
    canvas,
  );
  expect(now().waypoints[2]!.place[0]).toBeCloseTo(0.0032, 9);
  flightRoute.cancel!(canvas);
  expect(now().waypoints[2]!.place[0]).toBeCloseTo(0.003, 9);
  flightRoute.drop!(
    [
      [300, 300],
      [320, 320],
    ],
    at(320, 320),
    canvas,
  );
  expect(now().waypoints[2]!.place[0]).toBeCloseTo(0.0032, 9);
  expect(now().distance_m).toBeGreaterThan(0);
});

it("inserts a waypoint where a leg is dragged, and deletes it by key", () => {
  const { canvas, now } = editing();
  flightRoute.drop!(
    [
      [200, 100],
      [200, 150],
    ],
    at(200, 150),
    canvas,
  );
  expect(now().waypoints).toHaveLength(4);
  expect(now().waypoints[1]!.place[1]).toBeCloseTo(-0.0015, 9);
  expect(now().photo_runs[0]).toMatchObject({ from: 0, to: 2 });
  flightRoute.key!(press("Delete"), canvas);
  expect(now().waypoints).toHaveLength(3);
});

it("moves, raises and inserts by keys", () => {
  const { canvas, now, store } = editing();
  expect(flightRoute.key!(press("ArrowUp"), canvas)).toBe(false);
  flightRoute.click!(at(300, 100), canvas);
  expect(store.get(edit.chosenWaypointAtom)).toBe(1);
  flightRoute.key!(press("ArrowUp", true), canvas);
  expect(now().waypoints[1]!.place[1]).toBeCloseTo(-0.001 + 10 / 110_574.276, 7);
  flightRoute.key!(press("PageUp"), canvas);
  expect(now().waypoints[1]!.height_m).toBe(31);
  flightRoute.key!(press("Insert"), canvas);
  expect(now().waypoints).toHaveLength(4);
  store.set(edit.discardRoute);
  expect(now().waypoints).toEqual(route.waypoints);
});
