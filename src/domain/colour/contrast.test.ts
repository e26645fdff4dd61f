import { describe, expect, it } from "vitest";
import { contrast, readable, textOn } from "./contrast.ts";

/** 16 steps of each channel: 4,096 colours spread over sRGB. */
const colours = Array.from({ length: 4096 }, (_, at) =>
  [
    "#",
    ...[8, 4, 0].map((shift) => (((at >> shift) & 15) * 17).toString(16).padStart(2, "0")),
  ].join(""),
);
const light = ["#ffffff", "#eef0f3", "#e4e7ec"];
const dark = ["#0b0d10", "#14171c", "#2a303a"];

describe("contrast", () => {
  it("is that of WCAG 2.2", () => {
    expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 10);
    expect(contrast("#FFFFFF", "#767676")).toBeCloseTo(4.54, 2);
    expect(contrast("#767676", "#ffffff")).toBe(contrast("#ffffff", "#767676"));
    // The examples of the success criterion's technique G18.
    expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
    expect(contrast("#0000ff", "#ffffff")).toBeCloseTo(8.59, 2);
  });

  it("of text on any colour is at least 4.5", () => {
    expect(colours.filter((one) => contrast(textOn(one), one) < 4.5)).toEqual([]);
    expect([textOn("#0b63c4"), textOn("#ffd400")]).toEqual(["#ffffff", "#0b0d10"]);
  });
});

describe("a readable colour", () => {
  it.each([
    ["light", light],
    ["dark", dark],
  ])("has at least 4.5 on every %s surface", (_, surfaces) => {
    const faint = colours.filter((one) =>
      surfaces.some((surface) => contrast(readable(one, surfaces), surface) < 4.5),
    );
    expect(faint).toEqual([]);
  });

  it("stays unchanged if readable, and changes as little as necessary otherwise", () => {
    expect(readable("#8A3B12", light)).toBe("#8a3b12");
    const moved = readable("#ffd400", ["#ffffff"]);
    expect(contrast(moved, "#ffffff")).toBeLessThan(4.8);
    expect(readable("#ffd400", dark)).toBe("#ffd400");
  });

  it("moves to the nearest readable lightness, darker on white and lighter on black", () => {
    for (const [ground, isDarker] of [
      ["#ffffff", true],
      ["#000000", false],
    ] as const) {
      const faint = colours.filter((one) => contrast(one, ground) < 4.5);
      expect(faint.length).toBeGreaterThan(100);
      for (const one of faint) {
        const moved = readable(one, [ground]);
        expect(contrast(moved, ground), one).toBeGreaterThanOrEqual(4.5);
        expect(contrast(moved, ground), one).toBeLessThan(4.75);
        expect(contrast(moved, "#000000") < contrast(one, "#000000"), one).toBe(isDarker);
      }
    }
  });

  it("has another contrast where that is asked for", () => {
    expect(readable("#8a8a8a", ["#ffffff"], 3)).toBe("#8a8a8a");
    const strong = contrast(readable("#8a8a8a", ["#ffffff"], 7), "#ffffff");
    expect([strong >= 7, strong < 7.3]).toEqual([true, true]);
  });

  it("is white or black where no lightness is readable", () => {
    expect(readable("#336699", ["#ffffff", "#777777", "#000000"])).toBe("#ffffff");
    expect(readable("#336699", ["#ffffff", "#777777"], 21)).toBe("#000000");
    expect(readable("#336699", ["#000000", "#777777"], 21)).toBe("#ffffff");
  });

  it("keeps its hue", () => {
    const channels = (one: string) =>
      [1, 3, 5].map((at) => Number.parseInt(one.slice(at, at + 2), 16));
    const [red = 0, green = 0, blue = 0] = channels(readable("#8a3b12", dark));
    expect(red > green && green > blue).toBe(true);
    const [r = 0, g = 0, b = 0] = channels(readable("#66ccff", light));
    expect(b > g && g > r).toBe(true);
  });
});
