import { createHash } from "node:crypto";
import { assert, integer, property, tuple, type Arbitrary } from "fast-check";
import { describe, expect, it } from "vitest";
import { paletteTexture } from "../result-file/thermal-image.ts";
import {
  blendRgb,
  contrastOf,
  cssOf,
  hexOf,
  hexOfOklab,
  hueOf,
  luminance,
  luminanceOf,
  mix,
  mixRgb,
  oklabOf,
  rampOf,
  rgbOf,
  type Rgb,
} from "./colour.ts";
import { rampIds, rampTexture } from "./ramp.ts";

const byte = integer({ min: 0, max: 255 });
const rgb = tuple(byte, byte, byte) as Arbitrary<Rgb>;

describe("a colour", () => {
  it("is the same as bytes, hexadecimal digits and OKLab", () => {
    assert(
      property(rgb, (one) => {
        expect(rgbOf(hexOf(one))).toEqual(one);
        expect(hexOfOklab(oklabOf(hexOf(one)))).toBe(hexOf(one));
      }),
    );
    expect([rgbOf("1e6f9d"), rgbOf("#1E6F9D")]).toEqual([
      [30, 111, 157],
      [30, 111, 157],
    ]);
  });

  it("has the luminance of WCAG 2.2", () => {
    expect([luminance("#000000"), luminanceOf([0, 0, 0])]).toEqual([0, 0]);
    expect(luminance("#ffffff")).toBeCloseTo(1, 10);
    expect(contrastOf(luminance("#ffffff"), 0)).toBeCloseTo(21, 10);
    assert(property(rgb, (one) => luminanceOf(one) === luminance(hexOf(one))));
  });

  it("has its hue in degrees", () => {
    const hues = ["#ff0000", "#ffff00", "#00ff00", "#0000ff", "#ff00ff", "#808080"];
    expect(hues.map((one) => hueOf(rgbOf(one)))).toEqual([0, 60, 120, 240, 300, 0]);
  });

  it("outside sRGB keeps its hue and loses chroma", () => {
    const { l, a, b } = oklabOf("#c04030");
    const shown = oklabOf(hexOfOklab({ l, a: a * 2, b: b * 2 }));
    expect(shown.l).toBeCloseTo(l, 2);
    expect(Math.atan2(shown.b, shown.a)).toBeCloseTo(Math.atan2(b, a), 1);
    expect(Math.hypot(shown.a, shown.b)).toBeGreaterThan(Math.hypot(a, b));
  });
});

describe("a text", () => {
  it("that is no colour is black", () => {
    expect(rgbOf("no colour")).toEqual([0, 0, 0]);
    expect(luminance("")).toBe(0);
  });

  it("of a style sheet has the bytes of the colour", () => {
    expect(cssOf([1, 20, 255])).toBe("rgb(1 20 255)");
  });
});

describe("a ramp", () => {
  it("has its stops at equal distances", () => {
    const stops: Rgb[] = [
      [0, 0, 0],
      [255, 0, 30],
      [255, 255, 60],
      [0, 255, 90],
    ];
    const texture = rampOf(stops, blendRgb);
    for (const [at, stop] of stops.entries()) {
      expect([...texture.subarray(at * 85 * 4, at * 85 * 4 + 4)]).toEqual([...stop, 255]);
    }
    // A fifth of the way from the first stop to the second.
    expect([...texture.subarray(17 * 4, 17 * 4 + 4)]).toEqual([51, 0, 6, 255]);
  });
});

describe("a mixture", () => {
  it("is between its colours", () => {
    expect(mix("#ff0000", "#000000", 0.5)).toBe("#800000");
    expect(mix("#123456", "#ffffff", 1)).toBe("#123456");
    expect(mix("#123456", "#ffffff", 0)).toBe("#ffffff");
    assert(
      property(rgb, rgb, (a, b) => {
        expect([mixRgb(a, b, 0), mixRgb(a, b, 1)]).toEqual([a, b]);
        expect([blendRgb(a, b, 0), blendRgb(a, b, 1)]).toEqual([a, b]);
      }),
    );
  });

  it("in linear light is lighter than one in sRGB", () => {
    expect(mixRgb([0, 0, 0], [255, 255, 255], 0.5)).toEqual([188, 188, 188]);
    expect(blendRgb([0, 0, 0], [255, 255, 255], 0.5)).toEqual([128, 128, 128]);
    expect(mixRgb([0, 0, 255], [0, 255, 0], 0.5)).toEqual([0, 188, 188]);
    expect(mix("#ff8000", "#0000ff", 0.25)).toBe("#4020bf");
  });
});

it("every ramp has exactly its known colours", () => {
  const digest = createHash("sha256");
  // Purple to orange came later; its published colours are below.
  for (const id of rampIds) if (id !== "puor") digest.update(rampTexture(id));
  for (const palette of ["iron", "grey"] as const) digest.update(paletteTexture(palette));
  expect(digest.digest("hex")).toBe(
    "9f9f157e360bca3f7644fbf61b986cdc64ceff47824722aed86264b5f0359339",
  );
  const entries = [0, 51, 102, 153, 204, 255].map((entry) =>
    hexOf([...rampTexture("puor").subarray(entry * 4, entry * 4 + 3)] as unknown as Rgb),
  );
  expect(entries).toEqual(["#2d004b", "#8073ac", "#d8daeb", "#fee0b6", "#e08214", "#7f3b08"]);
});
