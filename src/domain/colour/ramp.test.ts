import { describe, expect, it } from "vitest";
import { keyFigureByKey, keyFigures } from "../key-figure/key-figure.ts";
import { classesFrom, classified } from "../key-figure/key-figure-shape.ts";
import { cssOf, luminance, luminanceOf, rgbOf } from "./colour.ts";
import { rampColourAt, rampGradient, rampIds, rampTexture } from "./ramp.ts";
import { plainColours, severityColours } from "./palette.ts";
import { classColours, classTexture } from "./severity-colour.ts";

const rampColour = (id: string, share: number) => rampColourAt(rampTexture(id), share);

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

  it.each(["vik", "puor"])("%s is lightest in the middle and dark at both ends", (id) => {
    const steps = luminances(id);
    const top = steps.indexOf(Math.max(...steps));
    expect(top).toBeGreaterThan(100);
    expect(top).toBeLessThan(156);
    expect(Math.max(steps[0] ?? 1, steps[255] ?? 1)).toBeLessThan(0.08);
  });

  it("begins and ends with the published colours", () => {
    expect(rampColour("viridis", 0)).toEqual(rgbOf("440154"));
    expect(rampColour("viridis", 1)).toEqual(rgbOf("fde725"));
    expect(rampColour("batlow", 2)).toEqual(rgbOf("faccfa"));
  });

  it("have the colour of the nearest entry, and that of an end beyond it", () => {
    const texture = rampTexture("vik");
    for (const [share, entry] of [
      [-1, 0],
      [0.5, 128],
      [0.25, 64],
      [0.249, 63],
      [3, 255],
    ] as const) {
      const [red, green, blue] = texture.subarray(entry * 4, entry * 4 + 3);
      expect(rampColour("vik", share)).toEqual([red, green, blue]);
    }
    expect(rampTexture("vik")).toBe(texture);
  });

  it("falls back to viridis for an unknown id", () => {
    expect(rampTexture("no such ramp")).toBe(rampTexture("viridis"));
  });

  it("writes a gradient for a legend", () => {
    expect(rampGradient(rampTexture("vik"), 2)).toBe(
      "linear-gradient(to right, rgb(0 18 97), rgb(89 0 8))",
    );
    const stops = rampGradient(rampTexture("batlow")).match(/rgb\([^)]*\)/g) ?? [];
    expect(stops).toHaveLength(16);
    expect(stops[3]).toBe(cssOf(rampColour("batlow", 3 / 15)));
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

  it("keep classes of one severity apart without hue, such as severe heat loss and missing glass", () => {
    for (const figure of keyFigures.filter(
      ({ kind, direction }) => kind === "u8" && direction !== "neutral",
    )) {
      for (const scheme of ["light", "dark"] as const) {
        const light = [...classColours(figure, scheme).values()].map(luminanceOf);
        for (const [at, one] of light.entries()) {
          for (const other of light.slice(at + 1)) {
            const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
            const same =
              figure.classes[at]!.severity === figure.classes[light.indexOf(other)]!.severity;
            if (same) expect(ratio, `${figure.key} ${scheme}`).toBeGreaterThan(1.2);
          }
        }
      }
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

  const figureOf = (severity: 0 | 2, direction?: "neutral") =>
    classified({
      id: 1,
      key: "test",
      technology: "photovoltaic",
      component_type: "module",
      source: "a test",
      classes: classesFrom(
        1,
        ...Array.from({ length: 8 }, (_, at) => [`class_${at}`, severity] as const),
      ),
      ...(direction && { direction }),
    });

  it("of one severity lose a quarter of their light with each class, at most 60 %", () => {
    const colours = [...classColours(figureOf(2), "light").values()];
    const light = luminance(severityColours.light[2]);
    for (const [at, kept] of [1, 0.75, 0.5, 0.4, 0.4].entries()) {
      expect(luminanceOf(colours[at]!) / light).toBeCloseTo(kept, 1);
    }
    expect(colours[3]).toEqual(colours[7]);
  });

  it("of a neutral key figure are plain and repeat", () => {
    const colours = classColours(figureOf(0, "neutral"), "dark");
    expect([...colours.keys()]).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect([...colours.values()]).toEqual(
      [...plainColours, ...plainColours.slice(0, 2)].map((hex) => rgbOf(hex)),
    );
  });
});
