import {
  filterDeficiencyDeuter,
  filterDeficiencyProt,
  filterDeficiencyTrit,
  wcagContrast,
  wcagLuminance,
  type Rgb as CuloriRgb,
} from "culori";
import { describe, expect, it } from "vitest";
import { keyFigures } from "../key-figure/key-figure.ts";
import { baseMapColours, colourSchemes } from "./palette.ts";
import { rampKindOf, rampTexture } from "./ramp.ts";
import { paletteOf, palettes, usualPalettes, valueRampTexture } from "./value-ramp.ts";

/** An entry as another library has it: none of the code under test counts. */
const at = (texture: Uint8Array, entry: number): CuloriRgb => {
  const [r, g, b] = texture.subarray(entry * 4, entry * 4 + 3);
  return { mode: "rgb", r: r! / 255, g: g! / 255, b: b! / 255 };
};
type Eye = (colour: CuloriRgb) => CuloriRgb;
const eyes: Record<string, Eye> = {
  normal: (colour) => colour,
  protanopia: filterDeficiencyProt(1) as unknown as Eye,
  deuteranopia: filterDeficiencyDeuter(1) as unknown as Eye,
  tritanopia: filterDeficiencyTrit(1) as unknown as Eye,
};
const choiceOf = (id: string) => ({ ...usualPalettes, [rampKindOf(id)]: id });
const sequential = palettes.sequential.flatMap((id) =>
  colourSchemes.flatMap((scheme) =>
    (["higher_is_worse", "lower_is_worse", "neutral"] as const).map(
      (direction) => [id, scheme, direction] as const,
    ),
  ),
);

describe("the ramp of values", () => {
  it.each(sequential)("%s on %s ground stands out more towards the bad end (%s)", (...row) => {
    const [id, scheme, direction] = row;
    const texture = valueRampTexture({ ramp: "inferno", direction }, scheme, choiceOf(id));
    expect(texture).toHaveLength(1024);
    const mild = direction === "lower_is_worse" ? 255 : 0;
    const { land } = baseMapColours[scheme];
    expect(wcagContrast(at(texture, mild), land)).toBeGreaterThanOrEqual(1.25);
    expect(wcagContrast(at(texture, 255 - mild), land)).toBeGreaterThan(5);
    // The order of the values is the order of lightness, for every kind of eye.
    for (const [name, seen] of Object.entries(eyes)) {
      const contrasts = Array.from({ length: 9 }, (_, step) =>
        wcagContrast(seen(at(texture, Math.abs(mild - Math.round(step * 31.875)))), land),
      );
      for (let step = 1; step < contrasts.length; step += 1) {
        expect(contrasts[step]! / contrasts[step - 1]!, `${name} ${step}`).toBeGreaterThan(1.02);
      }
      // A quarter of the range apart, two neighbours differ without colour.
      for (let step = 2; step < contrasts.length; step += 1) {
        expect(contrasts[step]! / contrasts[step - 2]!, `${name} ${step}`).toBeGreaterThan(1.15);
      }
    }
  });

  it.each(palettes.diverging)("%s stands out at both ends, and least in the middle", (id) => {
    for (const scheme of colourSchemes) {
      const both = { ramp: "vik", direction: "both" } as const;
      const texture = valueRampTexture(both, scheme, choiceOf(id));
      const { land } = baseMapColours[scheme];
      const [low, middle, high] = [0, 128, 255].map((entry) =>
        wcagContrast(at(texture, entry), land),
      );
      expect(low! / middle!, scheme).toBeGreaterThan(2.5);
      expect(high! / middle!, scheme).toBeGreaterThan(2.5);
    }
  });

  it("runs from light to dark on light ground for every key figure where more is worse", () => {
    const measured = keyFigures.filter(
      ({ kind, direction }) => kind === "f32" && direction === "higher_is_worse",
    );
    expect(measured.length).toBeGreaterThan(20);
    for (const keyFigure of measured) {
      const texture = valueRampTexture(keyFigure, "light");
      expect(wcagLuminance(at(texture, 0))).toBeGreaterThan(wcagLuminance(at(texture, 255)));
      const dark = valueRampTexture(keyFigure, "dark");
      expect(wcagLuminance(at(dark, 0))).toBeLessThan(wcagLuminance(at(dark, 255)));
    }
  });

  it("takes the palette of its kind alone, and leaves the published ramps as they are", () => {
    const choice = { sequential: "cividis", diverging: null } as const;
    expect(paletteOf({ ramp: "inferno" }, choice)).toBe("cividis");
    expect(paletteOf({ ramp: "vik" }, choice)).toBe("vik");
    expect(paletteOf({ ramp: "inferno" }, usualPalettes)).toBe("inferno");
    const vik = valueRampTexture({ ramp: "vik", direction: "both" }, "light");
    expect([...vik]).toEqual([...rampTexture("vik")]);
    expect(valueRampTexture({ ramp: "vik", direction: "both" }, "light")).toBe(vik);
  });
});
