import { expect, it } from "vitest";
import { takeOffAt } from "../plan/flight-fields.fixture.ts";
import { routeHitAt } from "./route-hit.ts";

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
