import { describe, expect, it } from "vitest";
import { normalNumbers } from "../scene.fixture.ts";
import { falseColours } from "./false-colour.ts";
import type { VisibleRaster } from "./visible-survey.ts";

type Paint = (x: number, y: number) => readonly [red: number, green: number, blue: number];

/** @param paint colours from 0 to 1 */
function pictureOf(paint: Paint, { size = 320, noise = 2, outside = 0 } = {}): VisibleRaster {
  const random = normalNumbers(3);
  const byte = (value: number) =>
    Math.max(0, Math.min(255, Math.round(255 * value + noise * random())));
  return {
    width: size,
    height: size,
    read(window) {
      const bands = [new Uint8Array(0), new Uint8Array(0), new Uint8Array(0)].map(
        () => new Uint8Array(window.width * window.height),
      ) as [Uint8Array, Uint8Array, Uint8Array];
      for (let at = 0; at < bands[0].length; at++) {
        const x = window.column + (at % window.width);
        const y = window.row + Math.floor(at / window.width);
        if (x < outside * size) continue;
        for (const [channel, value] of paint(x, y).entries()) bands[channel]![at] = byte(value);
      }
      return Promise.resolve({ ...window, bands, isValid: () => true });
    },
  };
}

/** Share of the span between the coldest and the warmest: rows of warm modules over ground, one of them hot. */
const heat = (x: number, y: number) => {
  const isModule = y % 64 < 30;
  const own = isModule ? 0.62 + 0.1 * Math.sin(x / 9) : 0.25 + 0.2 * Math.sin(x / 40 + y / 70);
  return isModule && x % 80 < 8 ? 0.95 : own;
};
/** As gnuplot's manual defines them: rgbformulae 7,5,15 (black, blue, red, yellow), 33,13,10 (rainbow) and 21,22,23 (hot). */
const cut = (value: number) => Math.max(0, Math.min(1, value));
const palettes: Readonly<Record<string, (t: number) => [number, number, number]>> = {
  iron: (t) => [Math.sqrt(t), t ** 3, cut(Math.sin(2 * Math.PI * t))],
  rainbow: (t) => [cut(Math.abs(2 * t - 0.5)), Math.sin(Math.PI * t), Math.cos((Math.PI * t) / 2)],
};

describe("a picture of temperatures", () => {
  it.each(Object.entries(palettes))("in the colours of %s is seen as one", async (_, palette) => {
    expect(await falseColours(pictureOf((x, y) => palette(heat(x, y))))).toBe("palette");
    const cutOff = pictureOf((x, y) => palette(heat(x, y)), { outside: 0.6 });
    expect(await falseColours(cutOff)).toBe("palette");
  });

  it.each([
    ["white-hot", (t: number) => t],
    ["black-hot", (t: number) => 1 - t],
  ])("in grey is seen as one: %s", async (_, grey) => {
    const picture = pictureOf((x, y) => [grey(heat(x, y)), grey(heat(x, y)), grey(heat(x, y))], {
      noise: 0.5,
    });
    expect(await falseColours(picture)).toBe("grey");
  });
});

describe("a picture in daylight is none", () => {
  it.each<[string, Paint, Paint]>([
    ["dark modules over brown ground", () => [0.12, 0.16, 0.27], () => [0.55, 0.47, 0.38]],
    ["blue cells over red soil", () => [0.1, 0.25, 0.5], () => [0.72, 0.38, 0.2]],
    ["modules over grass", () => [0.1, 0.12, 0.2], () => [0.35, 0.5, 0.2]],
    ["mirrors of the sky over sand", () => [0.35, 0.5, 0.75], () => [0.8, 0.7, 0.5]],
    ["grey modules over gravel", () => [0.2, 0.22, 0.25], () => [0.5, 0.49, 0.46]],
  ])("%s", async (_, module, ground) => {
    const picture = pictureOf((x, y) => (y % 64 < 30 ? module(x, y) : ground(x, y)), { noise: 6 });
    expect(await falseColours(picture)).toBeNull();
  });

  it("nor one that shows next to nothing", async () => {
    expect(await falseColours(pictureOf(() => [0, 0, 0], { noise: 0 }))).toBeNull();
    expect(await falseColours(pictureOf(() => [0.6, 0, 0.6], { size: 12 }))).toBeNull();
  });
});
