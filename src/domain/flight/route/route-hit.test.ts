import { expect, it } from "vitest";
import { takeOffAt } from "../plan/flight-fields.fixture.ts";
import { routeHitAt, routeHitOnScreen } from "./route-hit.ts";

const waypointAt = (x: number, y: number) => ({
  place: takeOffAt(x, y).place,
  height_m: 30,
  heading_deg: null,
  gimbal_pitch_deg: -90,
  damping_m: 0,
});
const route = {
  take_off: takeOffAt(0, 0),
  waypoints: [waypointAt(0, 100), waypointAt(200, 100)],
};
const hitAt = (x: number, y: number) => routeHitAt(route, takeOffAt(x, y).place, 5);

it("finds waypoints before legs, and says where on a leg a place lies", () => {
  expect(hitAt(3, 99)).toEqual({ is: "waypoint", at: 0 });
  expect(hitAt(-2, 0)).toEqual({ is: "take_off" });
  expect(hitAt(50, 103)).toMatchObject({ is: "leg", at: 1, part: expect.closeTo(0.25, 3) });
  // The way back runs from (200, 100) to (0, 0).
  expect(hitAt(50, 25)).toMatchObject({ is: "leg", at: 2, part: expect.closeTo(0.75, 3) });
  expect(hitAt(100, 80)).toBeNull();
});

// A camera at (0, -200, 150) metres that looks north, 30 degrees down: written with an angle instead of vectors.
const METRES = 111_319.49;
const FOCAL_PX = 800;
const DOWN = Math.PI / 6;
function seen([lon, lat]: readonly [number, number], height_m: number) {
  const [lon0, lat0] = takeOffAt(0, 0).place;
  const east = (lon - lon0) * METRES * Math.cos((lat0 * Math.PI) / 180);
  const north = (lat - lat0) * METRES + 200;
  const fall = 150 - height_m;
  const depth = north * Math.cos(DOWN) + fall * Math.sin(DOWN);
  if (depth <= 0) return null;
  const below = fall * Math.cos(DOWN) - north * Math.sin(DOWN);
  return [600 + (FOCAL_PX * east) / depth, 400 + (FOCAL_PX * below) / depth] as const;
}
const ways = { security_height_m: 30, return_height_m: 30 };
const onScreen = (x: number, y: number, height_m: number, beside = 0) => {
  const [column, row] = seen(takeOffAt(x, y).place, height_m)!;
  return routeHitOnScreen(route, [column + beside, row], 10, seen, ways);
};

it("finds in a view with heights what is seen there, and not what lies on the ground below", () => {
  expect(onScreen(200, 100, 30)).toEqual({ is: "waypoint", at: 1 });
  expect(onScreen(200, 100, 30, 9)).toEqual({ is: "waypoint", at: 1 });
  expect(onScreen(200, 100, 30, 11)).toBeNull();
  // The ground below the waypoint is seen elsewhere.
  expect(onScreen(200, 100, 0)).toBeNull();
  expect(onScreen(0, 0, 0)).toEqual({ is: "take_off" });
});

it("says where on a leg a pixel lies, though its nearer half is longer on the screen", () => {
  // The way back runs from (200, 100) to (0, 0), both at 30 m.
  for (const part of [0.2, 0.5, 0.8]) {
    const hit = onScreen(200 - 200 * part, 100 - 100 * part, 30);
    expect(hit).toMatchObject({ is: "leg", at: 2, part: expect.closeTo(part, 2) });
  }
  const [fromX = 0] = seen(takeOffAt(200, 100).place, 30)!;
  const [toX = 0] = seen(takeOffAt(0, 0).place, 30)!;
  const [middleX = 0] = seen(takeOffAt(100, 50).place, 30)!;
  expect(Math.abs((fromX + toX) / 2 - middleX)).toBeGreaterThan(20);
});

it("finds the way home at the height at which it is flown", () => {
  const [column, row] = seen(takeOffAt(100, 50).place, 80)!;
  const hit = (return_height_m: number) =>
    routeHitOnScreen(route, [column, row], 10, seen, { ...ways, return_height_m });
  expect(hit(80)).toMatchObject({ is: "leg", at: 2, part: expect.closeTo(0.5, 2) });
  expect(hit(30)).toBeNull();
});

it("judges nothing behind the eye", () => {
  const behind = { ...route, waypoints: [waypointAt(0, -400), waypointAt(50, -400)] };
  expect(routeHitOnScreen(behind, [600, 400], 10_000, seen, ways)).toEqual({ is: "take_off" });
  expect(routeHitOnScreen({ ...behind, waypoints: [] }, [5, 5], 10, seen, ways)).toBeNull();
});
