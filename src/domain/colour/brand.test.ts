import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { brandColours, brandTokens, isLogoVisible, mainColour, shadesOf } from "./brand.ts";
import { contrast } from "./contrast.ts";
import { grounds, productColour, surfaces } from "./palette.ts";
import type { WhiteLabel } from "../provider/customer.ts";

const sheet = readFileSync(join(import.meta.dirname, "..", "..", "ui", "tokens.css"), "utf8");
const themes = ["light", "dark"] as const;
/** 8 steps of each channel: 512 colours spread over sRGB. */
const primaries = Array.from({ length: 512 }, (_, at) =>
  [6, 3, 0].reduce(
    (hex, shift) =>
      hex +
      Math.round((((at >> shift) & 7) * 255) / 7)
        .toString(16)
        .padStart(2, "0"),
    "#",
  ),
);
const all = (colour: string): WhiteLabel => ({
  primary: colour,
  primary_hover: colour,
  primary_dark: colour,
  primary_border: colour,
  secondary_hover: colour,
});

describe("a customer's colours", () => {
  it("set every brand property, and the surfaces match the style sheet", () => {
    const [lights, darks] = themes.map((theme) => ({ ...surfaces[theme], ...grounds[theme] }));
    for (const [name, light] of Object.entries(lights ?? {})) {
      const dark = darks?.[name as "--text"];
      expect(sheet).toContain(`${name}: light-dark(${light}, ${dark});`);
    }
    expect(sheet).toContain(`--brand: light-dark(${productColour}, `);
    for (const token of brandTokens) expect(sheet).toContain(`\n  ${token}: `);
  });

  it.each(themes)("are readable on all surfaces of the %s theme", (theme) => {
    const faint = primaries.filter((primary) => {
      const token = brandColours(all(primary), theme);
      const below = [...Object.values(surfaces[theme]), token["--brand-soft"]];
      const pairs = [
        ...["--brand", "--brand-hover", "--brand-dark"].flatMap((text) =>
          below.map((ground) => [token[text as "--brand"], ground]),
        ),
        [token["--on-brand"], token["--brand"]],
        [token["--on-fill"], token["--fill"]],
        [token["--on-fill-hover"], token["--fill-hover"]],
        [token["--on-fill-pressed"], token["--fill-pressed"]],
        [token["--on-secondary-hover"], token["--secondary-hover"]],
        [grounds[theme]["--text"], token["--brand-border"]],
        [grounds[theme]["--text-soft"], token["--brand-soft"]],
      ] as [string, string][];
      return pairs.some(([text, ground]) => contrast(text, ground) < 4.5);
    });
    expect(faint).toEqual([]);
  });

  it("stay unchanged on filled areas", () => {
    for (const theme of themes) {
      expect(brandColours(shadesOf("#ffd400"), theme)).toMatchObject({
        "--fill": "#ffd400",
        "--on-fill": "#0b0d10",
      });
    }
  });

  it("mix into the surface of the theme as style sheets do", () => {
    const colours = { ...all("#0b63c4"), secondary_hover: "#ffffff" };
    const [light, dark] = themes.map((theme) => brandColours(colours, theme));
    // A tenth over white, 18 % over the dark surface #14171c, and a fifth of white over it.
    expect([light!["--brand-soft"], dark!["--brand-soft"]]).toEqual(["#e7eff9", "#12253a"]);
    expect([light!["--secondary-hover"], dark!["--secondary-hover"]]).toEqual([
      "#ffffff",
      "#434549",
    ]);
    expect([light!["--on-secondary-hover"], dark!["--on-secondary-hover"]]).toEqual([
      grounds.light["--text"],
      grounds.dark["--text"],
    ]);
    const unreadable = brandColours({ ...colours, secondary_hover: "#222222" }, "light");
    expect(unreadable["--on-secondary-hover"]).toBe("#ffffff");
  });

  it("are used where they belong", () => {
    const colours: WhiteLabel = {
      primary: "#0b63c4",
      primary_hover: "#0a5ab2",
      primary_dark: "#084a93",
      primary_border: "#123456",
      secondary_hover: "#eef4fb",
    };
    expect(brandColours(colours, "light")).toMatchObject({
      "--brand": "#0b63c4",
      "--brand-hover": "#0a5ab2",
      "--brand-dark": "#084a93",
      "--fill": "#0b63c4",
      "--fill-hover": "#0a5ab2",
      "--fill-pressed": "#084a93",
      "--fill-edge": "#123456",
      "--on-fill": "#ffffff",
      "--on-fill-hover": "#ffffff",
      "--on-fill-pressed": "#ffffff",
      "--secondary-hover": "#eef4fb",
    });
  });

  it("are proposed by mixing white and black into the primary one", () => {
    expect(shadesOf("#8a3b12")).toEqual({
      primary: "#8a3b12",
      primary_hover: "#9a5633",
      primary_dark: "#692d0e",
      primary_border: "#77330f",
      secondary_hover: "#f1e7e3",
    });
    expect(shadesOf("#ffd400").primary_hover).toBe("#e0bb00");
  });

  it("are derived from the primary one by default", () => {
    const { primary, primary_hover, primary_dark, secondary_hover } = shadesOf("#8a3b12");
    expect(primary).toBe("#8a3b12");
    expect(contrast(primary_hover, "#000000")).toBeGreaterThan(contrast(primary, "#000000"));
    expect(contrast(primary_dark, "#ffffff")).toBeGreaterThan(contrast(primary, "#ffffff"));
    expect(contrast(secondary_hover, "#ffffff")).toBeLessThan(1.4);
  });
});

describe("a logo", () => {
  const pixels = (...runs: [count: number, pixel: [number, number, number, number]][]) =>
    new Uint8ClampedArray(runs.flatMap(([count, pixel]) => Array(count).fill(pixel).flat()));
  const clear: [number, number, number, number] = [0, 0, 0, 0];

  it("with dark letters is invisible on dark surfaces, with white letters on light ones", () => {
    const dark = pixels([60, clear], [40, [30, 20, 10, 255]]);
    expect([isLogoVisible(dark, "#ffffff"), isLogoVisible(dark, "#14171c")]).toEqual([true, false]);
    const white = pixels([60, clear], [40, [255, 255, 255, 255]]);
    expect([isLogoVisible(white, "#ffffff"), isLogoVisible(white, "#14171c")]).toEqual([
      false,
      true,
    ]);
  });

  it("has the most frequent hue as its main colour, unless it is grey", () => {
    const sun = pixels([50, clear], [20, [232, 163, 61, 255]], [60, [138, 59, 18, 255]]);
    expect(mainColour(sun)).toBe("#8a3b12");
    expect(mainColour(pixels([10, [0, 200, 250, 255]], [90, [30, 30, 34, 255]]))).toBe("#00c8fa");
    expect(mainColour(pixels([10, [12, 12, 12, 255]], [5, [250, 10, 10, 20]]))).toBeNull();
  });

  it("that fills its rectangle is visible on every surface", () => {
    const box = pixels([100, [255, 255, 255, 255]]);
    expect([isLogoVisible(box, "#ffffff"), isLogoVisible(box, "#14171c")]).toEqual([true, true]);
  });

  it("may have a fifth of its pixels faint, and counts as full from 97 %", () => {
    const dark: [number, number, number, number] = [0, 0, 0, 255];
    const white: [number, number, number, number] = [255, 255, 255, 255];
    const seen = (...runs: Parameters<typeof pixels>) => isLogoVisible(pixels(...runs), "#ffffff");
    expect(seen([50, clear], [40, dark], [10, white])).toBe(true);
    expect(seen([50, clear], [39, dark], [11, white])).toBe(false);
    expect(seen([3, clear], [97, white])).toBe(true);
    expect(seen([4, clear], [96, white])).toBe(false);
    // Half transparent pixels count from an opacity of 128.
    expect(seen([50, clear], [50, [255, 255, 255, 127]])).toBe(true);
    expect(seen([50, clear], [50, [255, 255, 255, 128]])).toBe(false);
    // The contrast of #bbbbbb with white is 1.92, that of #b6b6b6 is 2.03.
    expect(seen([50, clear], [50, [187, 187, 187, 255]])).toBe(false);
    expect(seen([50, clear], [50, [182, 182, 182, 255]])).toBe(true);
  });

  it("has the mean of its most frequent hue as its main colour", () => {
    const reds = pixels([3, [200, 20, 20, 255]], [1, [240, 40, 40, 255]], [3, [20, 200, 20, 255]]);
    expect(mainColour(reds)).toBe("#d21919");
    expect(mainColour(pixels([1, [148, 100, 100, 255]]))).toBe("#946464");
    expect(mainColour(pixels([1, [147, 100, 100, 255]]))).toBeNull();
    expect(mainColour(pixels([1, [250, 10, 10, 128]]))).toBe("#fa0a0a");
    expect(mainColour(pixels([1, [250, 10, 10, 127]]))).toBeNull();
    expect(mainColour(pixels())).toBeNull();
  });
});
