// A field north of a no-fly polygon, the take-off position south of it. What lies behind the polygon follows from similar
// triangles: 40 m wide at 100 m from the take-off position is 80 m wide at 200 m.
import { expect, it } from "vitest";
import { areasOf, rectangle, takeOffAt } from "../plan/flight-fields.fixture.ts";
import { homeOverNoFly } from "./home-no-fly.ts";

const [take_off, behind] = [takeOffAt(0, 0), areasOf([], [rectangle(40, 20, -20, 80)])];
const waypoint = (x: number, y: number) => ({
  place: takeOffAt(x, y).place,
  height_m: 30,
  heading_deg: null,
  gimbal_pitch_deg: -90,
  damping_m: 0,
});

it("a straight way home over the polygon is found where no leg of the route lies over it", () => {
  // From 200 m west to 200 m east, 200 m north; the southern edge of the polygon at 80 m sees 100 m of it.
  const across = [waypoint(-500, 200), waypoint(-200, 200), waypoint(200, 200), waypoint(200, 10)];
  const [problem] = homeOverNoFly({ take_off, waypoints: across }, behind);
  expect(problem).toMatchObject({ reason: "home_over_no_fly", values: { waypoint: 2 } });
  const shadow = 100 / (300 + 400 + 190);
  expect(Number(problem?.values?.["percent"]) / 100).toBeCloseTo(shadow, 1);
});

it("nothing is said beside the polygon, before it and without one", () => {
  const beside = [waypoint(-200, 200), waypoint(-100, 200), waypoint(-30, 60), waypoint(30, 60)];
  expect(homeOverNoFly({ take_off, waypoints: beside }, behind)).toEqual([]);
  const over = [waypoint(-200, 200), waypoint(200, 200)];
  expect(homeOverNoFly({ take_off, waypoints: over }, { no_fly: [] })).toEqual([]);
});

it("a polygon that stands whole between two ways home is found", () => {
  // 4 m wide, 100 m from the take-off position: ways to places 25 m apart on a line at 200 m are 12 m apart there.
  const narrow = areasOf([], [rectangle(4, 4, 4, 100)]);
  const over = [waypoint(-100, 200), waypoint(100, 200)];
  const [problem] = homeOverNoFly({ take_off, waypoints: over }, narrow);
  expect(problem).toMatchObject({
    reason: "home_over_no_fly",
    values: { waypoint: 1, percent: 1 },
  });
});
