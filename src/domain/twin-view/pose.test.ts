// How collectors and modules are turned, against independent computations.
import { expect, test } from "vitest";
import { towardsSun, trackingAngle, type Sun } from "../flight/time/sun.ts";
import { poseOf } from "./pose.ts";

const DEGREE = Math.PI / 180;
const trough = {
  technology: "parabolic_trough",
  mounting_type: null,
  mounting_orientation: null,
  module_inclination: null,
  orientation_angle: null,
  lat: 37,
} as const;
const sun = (elevation_deg: number, azimuth_deg: number): Sun => ({ elevation_deg, azimuth_deg });
/** The normal of a component on an axis, by turning the zenith about it (Rodrigues' formula). */
function normal(rotation: number, tilt: number): number[] {
  const axis = [Math.cos(rotation), Math.sin(rotation), 0];
  const up = [0, 0, 1];
  const cross = [axis[1]!, -axis[0]!, 0];
  return up.map((value, i) => value * Math.cos(tilt) + cross[i]! * Math.sin(tilt));
}

test("a trough is turned so that the sun lies in the plane of its axis and its normal", () => {
  for (const rotation of [0, 0.4, Math.PI / 2, 2.2]) {
    for (const azimuth of [80, 130, 200, 280]) {
      const at = sun(35, azimuth);
      const [nx = 0, ny = 0, nz = 0] = normal(rotation, poseOf(trough, at)(rotation, 0));
      const [sx, sy, sz] = towardsSun(at);
      const [ax, ay] = [Math.cos(rotation), Math.sin(rotation)];
      // The normal of axis and sun is across the component's normal.
      const across = [ay * sz, -ax * sz, ax * sy - ay * sx];
      expect(nx * across[0]! + ny * across[1]! + nz * across[2]!).toBeCloseTo(0, 10);
      expect(nx * sx + ny * sy + nz * sz).toBeGreaterThan(0);
    }
  }
});

test("the angle is that of the flight planning's tracking formula", () => {
  // An axis to the north turns right of it, towards the east, by a positive angle there.
  for (const azimuth of [60, 120, 240]) {
    const at = sun(40, azimuth);
    const here = poseOf(trough, at)(Math.PI / 2, 0) / DEGREE;
    expect(here).toBeCloseTo(trackingAngle(at, 0, 90), 9);
  }
});

test("collectors wait flat while the sun is down", () => {
  expect(poseOf(trough, sun(-3, 90))(1, 0)).toBe(0);
});

test("trackers face the sun while rows do not shade each other, and turn back at a low sun", () => {
  const tracked = { ...trough, technology: "photovoltaic", mounting_type: "tracked" } as const;
  const high = sun(60, 90);
  const tilt = poseOf(tracked, high)(Math.PI / 2, 0);
  expect(tilt / DEGREE).toBeCloseTo(30, 6);
  expect(normal(Math.PI / 2, tilt)[0]).toBeGreaterThan(0);
  // 80 degrees towards the sun, turned back by acos(cos 80 / 0.4).
  const low = poseOf(tracked, sun(10, 90))(Math.PI / 2, 0) / DEGREE;
  expect(low).toBeCloseTo(80 - Math.acos(Math.cos(80 * DEGREE) / 0.4) / DEGREE, 6);
  expect(Math.abs(low)).toBeLessThan(20);
});

test("fixed modules face where the plant says, and roofs face both ways", () => {
  const fixed = { ...trough, technology: "photovoltaic", mounting_type: "fixed" } as const;
  const at = sun(40, 150);
  const south = poseOf({ ...fixed, module_inclination: 25 }, at);
  for (const rotation of [0, Math.PI]) {
    const [, north = 0, up = 0] = normal(rotation, south(rotation, 0));
    expect(north).toBeCloseTo(-Math.sin(25 * DEGREE), 12);
    expect(up).toBeCloseTo(Math.cos(25 * DEGREE), 12);
  }
  const chile = poseOf({ ...fixed, lat: -22, module_inclination: 25 }, at);
  expect(normal(0, chile(0, 0))[1]).toBeGreaterThan(0);
  const roof = poseOf({ ...fixed, mounting_orientation: "east_west" }, at);
  expect(roof(1, 2)).toBeCloseTo(-roof(1, -2), 12);
});
