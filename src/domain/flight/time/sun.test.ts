import { describe, expect, it } from "vitest";
import {
  angleBetween,
  clearSkyIrradiance,
  hasGlint,
  normalOf,
  sunAt,
  towardsSun,
  trackingAngle,
} from "./sun.ts";

const flat = [0, 0, 1] as const;
const sun = (elevation_deg: number, azimuth_deg: number) => ({ elevation_deg, azimuth_deg });

describe("the sun", () => {
  // The worked example of Reda and Andreas, "Solar Position Algorithm for Solar Radiation Applications",
  // NREL/TP-560-34302: 17 October 2003, 12:30:30 at UTC-7, 39.742476 N, 105.1786 W.
  it("stands where NREL's algorithm puts it", () => {
    const { elevation_deg, azimuth_deg } = sunAt(
      Date.UTC(2003, 9, 17, 19, 30, 30),
      [-105.1786, 39.742476],
    );
    expect(Math.abs(90 - elevation_deg - 50.11162)).toBeLessThan(0.01);
    expect(Math.abs(azimuth_deg - 194.34024)).toBeLessThan(0.01);
  });

  it("is followed by a tracker, whose normal is the nearest to the sun", () => {
    for (const azimuth of [70, 110, 200, 290]) {
      const at = sun(35, azimuth);
      const mounting = { kind: "tracked", axis_deg: 10, most_tilt_deg: 90 } as const;
      const best = angleBetween(normalOf(mounting, at), towardsSun(at));
      const angle = trackingAngle(at, 10, 90);
      for (const other of [angle - 1, angle + 1]) {
        const turned = (other * Math.PI) / 180;
        const axis = (10 * Math.PI) / 180;
        const normal = [
          Math.sin(turned) * Math.cos(axis),
          -Math.sin(turned) * Math.sin(axis),
          Math.cos(turned),
        ] as const;
        expect(angleBetween(normal, towardsSun(at))).toBeGreaterThan(best);
      }
    }
  });

  it("turns trackers east in the morning, and no further than they go", () => {
    expect(trackingAngle(sun(30, 90), 0, 90)).toBeCloseTo(60, 6);
    expect(trackingAngle(sun(30, 270), 0, 90)).toBeCloseTo(-60, 6);
    expect(trackingAngle(sun(30, 90), 0, 45)).toBe(45);
  });

  it("gives about a kilowatt from the zenith, less at the horizon and none below", () => {
    expect(clearSkyIrradiance(sun(90, 0), flat)).toBeGreaterThan(950);
    expect(clearSkyIrradiance(sun(90, 0), flat)).toBeLessThan(1100);
    expect(clearSkyIrradiance(sun(20, 0), flat)).toBeLessThan(350);
    expect(clearSkyIrradiance(sun(-1, 0), flat)).toBe(0);
    const facing = normalOf({ kind: "fixed", tilt_deg: 60, azimuth_deg: 0 }, sun(30, 0));
    expect(clearSkyIrradiance(sun(30, 0), facing)).toBeGreaterThan(
      1.5 * clearSkyIrradiance(sun(30, 0), flat),
    );
  });

  // Level: the values that pvlib's own tests expect of clearsky.haurwitz. Tilted: zenith-angle form with pvlib's
  // Kasten and Young air mass and an isotropic sky, calculated in Python.
  it("gives the light that others calculate", () => {
    const level = [
      [5, 48.6298687941956],
      [10, 135.741748091813],
      [30, 487.894132885425],
      [50, 778.766689344363],
      [90, 1035.0920325345],
    ] as const;
    for (const [elevation, expected] of level) {
      expect(clearSkyIrradiance(sun(elevation, 70), flat)).toBeCloseTo(expected, 6);
    }
    const tilted = [
      [30, 30, 0, 767.581],
      [50, 25, 45, 887.466],
      [60, 60, 180, 117.431],
      [15, 20, 90, 216.434],
    ] as const;
    for (const [elevation, tilt_deg, turned, expected] of tilted) {
      const at = sun(elevation, 120);
      const azimuth_deg = 120 + turned;
      const normal = normalOf({ kind: "fixed", tilt_deg, azimuth_deg }, at);
      expect(clearSkyIrradiance(at, normal)).toBeCloseTo(expected, 2);
    }
  });

  it("is mirrored straight up where its zenith angle is twice the tilt", () => {
    const modules = normalOf({ kind: "fixed", tilt_deg: 25, azimuth_deg: 0 }, sun(40, 0));
    expect(hasGlint(sun(40, 0), modules, 2)).toBe(true);
    expect(hasGlint(sun(60, 0), modules, 2)).toBe(false);
    expect(hasGlint(sun(60, 0), modules, 56)).toBe(true);
    expect(hasGlint(sun(40, 180), modules, 56)).toBe(false);
  });

  it("is a direction: east, north and up", () => {
    const close = (is: readonly number[], wanted: readonly number[]) =>
      is.forEach((part, axis) => expect(part).toBeCloseTo(wanted[axis]!, 6));
    close(towardsSun(sun(30, 90)), [0.8660254, 0, 0.5]);
    close(towardsSun(sun(60, 180)), [0, -0.5, 0.8660254]);
    close(
      normalOf({ kind: "fixed", tilt_deg: 30, azimuth_deg: 90 }, sun(1, 1)),
      [0.5, 0, 0.8660254],
    );
    close(
      normalOf({ kind: "fixed", tilt_deg: 30, azimuth_deg: 0 }, sun(1, 1)),
      [0, 0.5, 0.8660254],
    );
    // An axis from south to north: to the right of it is east.
    const tracked = { kind: "tracked", axis_deg: 0, most_tilt_deg: 45 } as const;
    close(normalOf(tracked, sun(10, 90)), [Math.SQRT1_2, 0, Math.SQRT1_2]);
    // An axis from west to east turns with the sun's height alone: to the right of it is south.
    const level = { kind: "tracked", axis_deg: 90, most_tilt_deg: 90 } as const;
    close(normalOf(level, sun(50, 180)), [0, -0.6427876, 0.7660444]);
    expect(trackingAngle(sun(50, 180), 90, 90)).toBeCloseTo(40, 9);
    expect(trackingAngle(sun(50, 0), 90, 30)).toBe(-30);
  });

  it("lights nothing until it stands half a degree high, and the ground lights what is steep", () => {
    expect(clearSkyIrradiance(sun(0.57, 0), flat)).toBe(0);
    expect(clearSkyIrradiance(sun(0.58, 0), flat)).toBeGreaterThan(0);
    // A wall that turns its back to the sun has half the sky and half of what a fifth of the ground gives back:
    // 778.767 on the level, of which 675.2 come straight from the sun (pvlib: Meinel's beam at an air mass of 1.304).
    const beam = 1353 * 0.7 ** (1.3042 ** 0.678);
    const sky = 778.767 - beam * Math.sin((50 * Math.PI) / 180);
    const wall = normalOf({ kind: "fixed", tilt_deg: 90, azimuth_deg: 0 }, sun(50, 180));
    expect(clearSkyIrradiance(sun(50, 180), wall)).toBeCloseTo(sky / 2 + 0.1 * 778.767, 0);
  });

  it("is mirrored by level glass to where a camera pitched by its zenith angle looks from", () => {
    const at = (tilt_deg: number, heading_deg = 120) =>
      hasGlint(sun(60, 120), flat, 2, { heading_deg, tilt_deg });
    expect(at(30)).toBe(true);
    // The other way round, straight down, and beside the sun's own direction.
    expect([at(30, 300), at(0), at(26), at(30, 124), at(30, 210)]).toEqual(Array(5).fill(false));
  });

  it("is mirrored straight up by modules that are tilted towards it by half its zenith angle, wherever it stands", () => {
    for (const azimuth_deg of [70, 120, 200, 310]) {
      const at = sun(40, azimuth_deg);
      const modules = normalOf({ kind: "fixed", tilt_deg: 25, azimuth_deg }, at);
      expect(hasGlint(at, modules, 0.1)).toBe(true);
      const steeper = normalOf({ kind: "fixed", tilt_deg: 26, azimuth_deg }, at);
      expect(hasGlint(at, steeper, 0.1)).toBe(false);
      // Tilted by ten degrees: of a zenith angle of 50, light leaves 30 beside the vertical, away from the sun.
      const level = normalOf({ kind: "fixed", tilt_deg: 10, azimuth_deg }, at);
      const tilted = (tilt_deg: number) =>
        hasGlint(at, level, 0.1, { heading_deg: azimuth_deg, tilt_deg });
      expect([tilted(29), tilted(30), tilted(31)]).toEqual([false, true, false]);
    }
  });

  it("is mirrored over half the view and the sun's own disk", () => {
    expect(hasGlint(sun(89.8, 0), flat, 0)).toBe(true);
    expect(hasGlint(sun(89.6, 0), flat, 0)).toBe(false);
    expect(hasGlint(sun(89, 0), flat, 1.2)).toBe(false);
    expect(hasGlint(sun(89, 0), flat, 1.5)).toBe(true);
  });

  it("is mirrored neither below the horizon nor by the back of a module", () => {
    expect(hasGlint(sun(-1, 0), flat, 359)).toBe(false);
    // A module that looks north and down a little would see it.
    const steep = normalOf({ kind: "fixed", tilt_deg: 60, azimuth_deg: 0 }, sun(0, 0));
    expect(hasGlint(sun(0, 0), steep, 359)).toBe(false);
    expect(hasGlint(sun(1, 0), steep, 359)).toBe(true);
    const north = normalOf({ kind: "fixed", tilt_deg: 90, azimuth_deg: 0 }, sun(30, 180));
    expect(hasGlint(sun(30, 180), north, 359)).toBe(false);
    expect(hasGlint(sun(30, 0), north, 359)).toBe(true);
  });
});
