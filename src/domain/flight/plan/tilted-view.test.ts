import { describe, expect, it } from "vitest";
import { sunAt } from "../time/sun.ts";
import { tiltedHeading } from "./tilted-view.ts";

// Madrid on 21 June at 8 h: the sun is in the east, 27 degrees high. At 16 h UTC it is in the west.
const place = [-3.7, 40.4] as const;
const [morning, afternoon] = [Date.UTC(2026, 5, 21, 7), Date.UTC(2026, 5, 21, 16)];
const heading = (
  direction: number,
  time_ms: number,
  mountings: Parameters<typeof tiltedHeading>[2]["mountings"] = [],
) => tiltedHeading(direction, -75, { times_ms: [time_ms], place, mountings });

describe("the heading of a tilted camera", () => {
  it("has the sun behind it over level modules", () => {
    expect(sunAt(morning, place).azimuth_deg).toBeLessThan(100);
    expect(sunAt(afternoon, place).azimuth_deg).toBeGreaterThan(260);
    expect(heading(90, morning)).toBe(-90);
    expect(heading(90, afternoon)).toBe(90);
  });

  it("has the sun before it over modules that face it steeply, which mirror it back", () => {
    const facing = (azimuth_deg: number) => [{ kind: "fixed" as const, tilt_deg: 60, azimuth_deg }];
    expect(heading(90, morning, facing(90))).toBe(90);
    expect(heading(90, afternoon, facing(270))).toBe(-90);
  });

  it("lies along the lines, also at night", () => {
    for (const direction of [0, 37, 120, 179.5]) {
      const turned = (heading(direction, morning) + 360) % 180;
      expect(turned).toBeCloseTo(direction, 9);
    }
    expect(heading(60, Date.UTC(2026, 5, 21, 1))).toBe(60);
  });
});
