// Angles of trackers against published tables, values of pvlib's tests and the shadow of a row by plane geometry.
import { expect, test } from "vitest";
import { angleBetween, towardsSun, trackingAngle } from "../flight/time/sun.ts";
import * as tracker from "./tracker-angle.ts";

const DEGREE = Math.PI / 180;
const sun = (elevation_deg: number, azimuth_deg: number) => ({ elevation_deg, azimuth_deg });
const level = {
  axis_azimuth_deg: 0,
  axis_tilt_deg: 0,
  cross_axis_tilt_deg: 0,
  ground_cover: 2 / 7,
  most_deg: 90,
};

// Anderson and Mikofski, validation data set, https://doi.org/10.2172/1660126: 1 January 2019, 8:00 to 17:00 at UTC-5.
// Elevation and azimuth of the sun, true tracking, backtracking.
const published = [
  [2.404287, 122.79177, -84.44, -10.899],
  [11.263058, 133.288729, -72.604, -25.747],
  [18.733558, 145.285552, -59.861, -59.861],
  [24.109076, 158.939435, -45.578, -45.578],
  [26.810735, 173.931802, -28.764, -28.764],
  [26.482495, 189.371536, -8.475, -8.475],
  [23.170447, 204.13681, 15.12, 15.12],
  [17.296785, 217.446538, 39.562, 39.562],
  [9.461862, 229.102218, 61.587, 32.339],
  [0.524817, 239.330401, 79.53, 5.49],
] as const;
const hill = { tilt_deg: 10, azimuth_deg: 180 };
const sloped = {
  axis_azimuth_deg: 195,
  axis_tilt_deg: tracker.axisTilt(hill, 195),
  cross_axis_tilt_deg: tracker.crossAxisTilt(hill, 195),
  ground_cover: 0.5,
  most_deg: 90,
};

test("trackers on a slope turn as the published table says", () => {
  expect(sloped.axis_tilt_deg).toBeCloseTo(9.666, 3);
  expect(sloped.cross_axis_tilt_deg).toBeCloseTo(-2.576, 3);
  for (const [elevation, azimuth, facing, back] of published) {
    const at = sun(elevation, azimuth);
    expect(Math.abs(tracker.trueTracking(at, sloped) - facing)).toBeLessThan(0.002);
    expect(Math.abs(tracker.backtracking(at, sloped) - back)).toBeLessThan(0.002);
  }
});

// pvlib, tests of pvlib.tracking.singleaxis: test_backtrack, test_axis_tilt, test_azimuth_north_south.
test("trackers turn as pvlib expects", () => {
  expect(tracker.trueTracking(sun(10, 90), level)).toBeCloseTo(80, 9);
  expect(tracker.backtracking(sun(10, 90), level)).toBeCloseTo(27.42833, 4);
  const south = { ...level, axis_azimuth_deg: 180, axis_tilt_deg: 30 };
  expect(tracker.backtracking(sun(60, 135), south)).toBeCloseTo(-20.88121, 4);
  const north = { ...south, axis_azimuth_deg: 0 };
  expect(tracker.backtracking(sun(60, 135), north)).toBeCloseTo(31.6655, 4);
  expect(tracker.backtracking(sun(30, 90), { ...level, axis_azimuth_deg: 180 })).toBeCloseTo(
    -60,
    9,
  );
  const normal = tracker.trackerNormal(-20.88121, south);
  expect(90 - Math.asin(normal[2]) / DEGREE).toBeCloseTo(35.98741, 4);
  expect(Math.atan2(normal[0], normal[1]) / DEGREE).toBeCloseTo(142.6573, 4);
  expect(angleBetween(normal, towardsSun(sun(60, 135)))).toBeCloseTo(7.286245, 4);
});

test("a level axis turns as the flight planning's formula says", () => {
  for (const azimuth of [60, 120, 200, 290]) {
    const at = sun(40, azimuth);
    const row = { ...level, axis_azimuth_deg: 20 };
    expect(tracker.trueTracking(at, row)).toBeCloseTo(trackingAngle(at, 20, 90), 9);
  }
});

test("the turn ends after rows are turned back, and rows wait flat at night", () => {
  const row = { ...level, ground_cover: 0.4, most_deg: 60 };
  // Facing the sun is 80 degrees. The end of the turn at 60 degrees would leave the rows in each other's shadow.
  const back = 80 - Math.acos(Math.cos(80 * DEGREE) / 0.4) / DEGREE;
  expect(tracker.backtracking(sun(10, 90), row)).toBeCloseTo(back, 9);
  expect(tracker.backtracking(sun(40, 90), { ...row, most_deg: 45 })).toBe(45);
  expect(tracker.backtracking(sun(40, 270), { ...row, most_deg: 45 })).toBe(-45);
  expect(tracker.backtracking(sun(-2, 90), row)).toBe(0);
});

/** Where along the next row towards the shade, from -0.5 to 0.5 of its width, the light past this row's edge falls. */
function edgeOfShadow(rotation: number, facing: number, row: tracker.TrackerRow): number {
  const side = -Math.sign(facing);
  const [turned, across] = [rotation * DEGREE, row.cross_axis_tilt_deg * DEGREE];
  const along = [Math.cos(turned), -Math.sin(turned)] as const;
  const light = [Math.sin(facing * DEGREE), Math.cos(facing * DEGREE)] as const;
  const pitch = side / row.ground_cover;
  const next = [pitch, -pitch * Math.tan(across)] as const;
  // The upper edge of this row is the one away from the sun: edge - distance * light = next + t * along.
  const edge = [(side * along[0]) / 2, (side * along[1]) / 2] as const;
  const [x, z] = [edge[0] - next[0], edge[1] - next[1]];
  const t = (x * light[1] - z * light[0]) / (along[0] * light[1] - along[1] * light[0]);
  return side * t;
}

test("the shadow of a row that is turned back ends at the edge of the next row", () => {
  let turnedBack = 0;
  for (const cross_axis_tilt_deg of [-8, -2.5, 0, 3, 9]) {
    for (const elevation of [4, 12, 25, 60]) {
      for (const azimuth of [75, 100, 250, 280]) {
        const row = { ...level, axis_azimuth_deg: 8, cross_axis_tilt_deg, ground_cover: 0.45 };
        const at = sun(elevation, azimuth);
        const facing = tracker.trueTracking(at, row);
        const rotation = tracker.backtracking(at, row);
        const edge = edgeOfShadow(rotation, facing, row);
        if (Math.abs(facing - cross_axis_tilt_deg) > 90) expect(rotation).toBe(cross_axis_tilt_deg);
        else if (Math.abs(rotation - facing) < 1e-9) expect(edge).toBeLessThanOrEqual(-0.5);
        else {
          turnedBack++;
          expect(edge).toBeCloseTo(-0.5, 9);
        }
      }
    }
  }
  expect(turnedBack).toBeGreaterThan(20);
});
