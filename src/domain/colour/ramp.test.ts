import { describe, expect, it } from "vitest";
import { keyFigureByKey } from "../key-figure/key-figure.ts";
import { luminanceOf, rgbOf } from "./colour.ts";
import { rampColour, rampGradient, rampIds, rampTexture } from "./ramp.ts";
import { severityColours } from "./palette.ts";
import { classColours, classTexture } from "./severity-colour.ts";

function luminances(id: string): number[] {
  return Array.from({ length: 256 }, (_, i) => luminanceOf(rampColour(id, i / 255)));
}

describe("ramps", () => {
  it.each(rampIds)("%s has 256 opaque entries", (id) => {
    const texture = rampTexture(id);
    expect(texture).toHaveLength(1024);
    for (let i = 3; i < 1024; i += 4) expect(texture[i]).toBe(255);
  });

  it.each(["viridis", "cividis", "inferno", "batlow"])(
    "%s gets lighter from start to end",
    (id) => {
      const steps = luminances(id);
      for (let i = 1; i < 256; i++)
        expect(steps[i]).toBeGreaterThanOrEqual((steps[i - 1] ?? 0) - 0.004);
      expect((steps[255] ?? 0) - (steps[0] ?? 0)).toBeGreaterThan(0.5);
    },
  );

  it("vik is lightest in the middle and dark at both ends", () => {
    const steps = luminances("vik");
    const top = steps.indexOf(Math.max(...steps));
    expect(top).toBeGreaterThan(100);
    expect(top).toBeLessThan(156);
    expect(Math.max(steps[0] ?? 1, steps[255] ?? 1)).toBeLessThan(0.05);
  });

  it("begins and ends with the published colours", () => {
    expect(rampColour("viridis", 0)).toEqual(rgbOf("440154"));
    expect(rampColour("viridis", 1)).toEqual(rgbOf("fde725"));
    expect(rampColour("batlow", 2)).toEqual(rgbOf("faccfa"));
  });

  it("falls back to viridis for an unknown id", () => {
    expect(rampTexture("no such ramp")).toBe(rampTexture("viridis"));
  });

  it("writes a gradient for a legend", () => {
    expect(rampGradient("vik", 2)).toBe("linear-gradient(to right, rgb(0 18 97), rgb(89 0 8))");
  });
});

describe("severity colours", () => {
  it.each(["light", "dark"] as const)("differ in luminance, %s", (scheme) => {
    const steps = Object.values(severityColours[scheme])
      .map((hex) => luminanceOf(rgbOf(hex)))
      .toSorted((a, b) => a - b);
    for (let i = 1; i < steps.length; i++) {
      expect(((steps[i] ?? 0) + 0.05) / ((steps[i - 1] ?? 0) + 0.05)).toBeGreaterThan(1.45);
    }
  });

  it("give every class of a key figure its own colour", () => {
    for (const key of ["hotspots", "soiling_pattern", "review_mark", "bypass_diode"]) {
      const figure = keyFigureByKey(key);
      if (figure === undefined) throw new Error(key);
      const colours = [...classColours(figure, "dark").values()].map(String);
      expect(new Set(colours).size, key).toBe(figure.classes.length);
    }
  });

  it("are at the class number in the texture; the rest is transparent", () => {
    const figure = keyFigureByKey("glass_tube_temperature");
    if (figure === undefined) throw new Error("glass_tube_temperature");
    const texture = classTexture(figure, "light");
    expect(Array.from(texture.subarray(16, 20))).toEqual([...rgbOf(severityColours.light[3]), 255]);
    expect(texture[3]).toBe(0);
    expect(texture[255 * 4 + 3]).toBe(0);
  });
});
