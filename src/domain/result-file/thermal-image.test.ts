import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rampTexture } from "../colour/ramp.ts";
import { paintEntries, paletteEntries, paletteTexture, thermalPalettes } from "./thermal-image.ts";

type Pixel = readonly [red: number, green: number, blue: number];
const imageOf = (pixels: readonly Pixel[]) =>
  Uint8ClampedArray.from(pixels.flatMap(([red, green, blue]) => [red, green, blue, 255]));
const grey = (light: number): Pixel => [light, light, light];
const colourAt = (texture: Uint8Array, entry: number): Pixel => [
  texture[entry * 4]!,
  texture[entry * 4 + 1]!,
  texture[entry * 4 + 2]!,
];
function painted(entries: readonly number[], ends: readonly [number, number]): number[][] {
  const rgba = new Uint8ClampedArray(entries.length * 4);
  paintEntries(Uint8Array.from(entries), "grey", ends, rgba);
  return entries.map((_, pixel) => [...rgba.subarray(pixel * 4, pixel * 4 + 4)]);
}

describe("a thermal image", () => {
  it("in grey has the entry of its light", () => {
    const lights = Array.from({ length: 256 }, (_, light) => light);
    expect([...(paletteEntries(imageOf(lights.map(grey))) ?? [])]).toEqual(lights);
  });

  it("in the iron palette has the entry of its colour", () => {
    const texture = paletteTexture("iron");
    const entry = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(fc.array(entry, { minLength: 100, maxLength: 200 }), (entries) => {
        // Enough saturated pixels, so that the image is not taken for a grey one.
        const all = [...entries, ...Array<number>(20).fill(120)];
        const read = paletteEntries(imageOf(all.map((one) => colourAt(texture, one))));
        expect([...(read ?? [])].map((one) => colourAt(texture, one))).toEqual(
          all.map((one) => colourAt(texture, one)),
        );
      }),
      { numRuns: 50 },
    );
  });

  it("keeps its entries after the losses of compression", () => {
    const texture = paletteTexture("iron");
    const entries = Array.from({ length: 200 }, (_, at) => at + 20);
    const noisy = entries.map((entry, at): Pixel => {
      const [red, green, blue] = colourAt(texture, entry);
      return [red + (at % 3) - 1, green + (at % 2), blue - (at % 3) + 1];
    });
    const read = paletteEntries(imageOf(noisy));
    for (const [at, entry] of entries.entries()) {
      expect(Math.abs(read![at]! - entry)).toBeLessThanOrEqual(2);
    }
  });

  it("may have two of a hundred pixels in other colours, which count as the coldest", () => {
    const green: Pixel = [0, 255, 0];
    const withGreens = (count: number) =>
      imageOf(Array.from({ length: 100 }, (_, at) => (at < count ? green : grey(90))));
    const read = paletteEntries(withGreens(2));
    expect([...(read?.subarray(0, 3) ?? [])]).toEqual([0, 0, 90]);
    expect(paletteEntries(withGreens(3))).toBeNull();
  });

  it("takes a pixel nearer than 40 for its nearest entry", () => {
    // The nearest grey is 116: 16² + 16² + 32² is below 40², and 16² + 16² + 33² is above.
    expect([...(paletteEntries(imageOf([[100, 100, 148]])) ?? [])]).toEqual([116]);
    expect(paletteEntries(imageOf([[100, 100, 149]]))).toBeNull();
    expect([...(paletteEntries(imageOf([[148, 100, 100]])) ?? [])]).toEqual([116]);
    expect([...(paletteEntries(imageOf([[100, 148, 100]])) ?? [])]).toEqual([116]);
  });

  it("is painted again with the chosen temperatures at the ends of the palette", () => {
    const lights = (pixels: number[][]) => pixels.map(([red]) => red);
    expect(lights(painted([0, 50, 75, 90, 150, 255], [50, 150]))).toEqual([
      0, 0, 64, 102, 255, 255,
    ]);
    expect(lights(painted([0, 7, 255], [0, 255]))).toEqual([0, 7, 255]);
    expect(painted([70], [0, 255])).toEqual([[70, 70, 70, 255]]);
    // Where both ends are the same, what is hotter is at the hot end.
    expect(lights(painted([9, 10, 11], [10, 10]))).toEqual([0, 0, 255]);
  });

  it("is painted in the colours of the palette", () => {
    for (const palette of thermalPalettes) {
      const rgba = new Uint8ClampedArray(8);
      paintEntries(Uint8Array.of(0, 200), palette, [0, 255], rgba);
      const texture = paletteTexture(palette);
      expect([...rgba]).toEqual([...colourAt(texture, 0), 255, ...colourAt(texture, 200), 255]);
    }
    for (const shared of ["inferno", "viridis", "cividis"] as const) {
      expect(paletteTexture(shared)).toBe(rampTexture(shared));
    }
    expect(colourAt(paletteTexture("iron"), 255)).toEqual([255, 255, 240]);
    expect(colourAt(paletteTexture("grey"), 128)).toEqual([128, 128, 128]);
  });
});
