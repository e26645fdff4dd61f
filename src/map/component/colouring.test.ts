import { describe, expect, it } from "vitest";
import { differenceColours } from "../../domain/colour/palette.ts";
import { differenceClasses } from "../../domain/column/difference.ts";
import { keyFigures } from "../../domain/key-figure/key-figure.ts";
import { rgbOf } from "../../domain/colour/colour.ts";
import { usualPalettes, valueRampTexture } from "../../domain/colour/value-ramp.ts";
import { classColours } from "../../domain/colour/severity-colour.ts";
import { severityOf } from "../../domain/key-figure/severity.ts";
import { colouringOf, differenceColouring, shareColouring } from "./colouring.ts";

const request = {
  scheme: "light",
  mode: "ramp",
  domain: [0, 10],
  limits: [2, 5, 8],
  palettes: usualPalettes,
} as const;
const measured = keyFigures.find(({ kind }) => kind === "f32")!;
const classed = keyFigures.find(({ kind }) => kind === "u8")!;

describe("colouringOf", () => {
  it("takes the catalogue's ramp for a measured key figure, with its limits", () => {
    const colouring = colouringOf(measured, request);
    expect(colouring.by).toBe("ramp");
    expect([...colouring.ramp.subarray(0, 1024)]).toEqual([...valueRampTexture(measured, "light")]);
    expect(colouring.limits.slice(0, 3)).toEqual([2, 5, 8]);
  });

  it("takes the palette of the user, another one on dark ground, and for shares the same", () => {
    const chosen = { ...usualPalettes, sequential: "cividis" } as const;
    const bytes = (of: Parameters<typeof colouringOf>[1]) => [
      ...colouringOf({ ...measured, ramp: "inferno" }, of).ramp.subarray(0, 1024),
    ];
    const light = bytes({ ...request, palettes: chosen });
    expect(light).not.toEqual(bytes(request));
    expect(light).not.toEqual(bytes({ ...request, palettes: chosen, scheme: "dark" }));
    const share = [...shareColouring("light", chosen).ramp.subarray(0, 1024)];
    expect(share).toEqual([
      ...valueRampTexture({ ramp: "cividis", direction: "higher_is_worse" }, "light"),
    ]);
  });

  it("gives classes the colours and severities of the legend", () => {
    const colouring = colouringOf(classed, request);
    expect(colouring.by).toBe("class");
    for (const [value, rgb] of classColours(classed, "light")) {
      expect([...colouring.ramp.subarray(value * 4, value * 4 + 3)]).toEqual([...rgb]);
      expect(colouring.ramp[1024 + value * 4]).toBe(severityOf(classed, value));
    }
  });

  it("colours by severity in class mode, and by value where there are no limits", () => {
    expect(colouringOf(measured, { ...request, mode: "classes" }).by).toBe("severity");
    expect(colouringOf(measured, { ...request, mode: "classes", limits: [] }).by).toBe("ramp");
  });

  it("never reaches limits that are not set, whichever end is bad", () => {
    for (const direction of ["higher_is_worse", "lower_is_worse", "both"] as const) {
      const { limits } = colouringOf({ ...measured, direction }, { ...request, limits: [5] });
      const [, poor, act] = limits;
      const falling = direction === "lower_is_worse";
      for (const value of [-1e30, 0, 1e30]) {
        expect(falling ? value <= poor : value >= poor).toBe(false);
        expect(falling ? value <= act : value >= act).toBe(false);
      }
    }
  });

  it("gives each difference the colour the legend has for it", () => {
    const { ramp, domain } = differenceColouring("dark");
    differenceClasses.forEach((one, at) => {
      const rgb = rgbOf(differenceColours.dark[one]);
      expect([...ramp.subarray(at * 4, at * 4 + 3)]).toEqual([...rgb]);
    });
    expect(domain).toEqual([0, differenceClasses.length - 1]);
  });

  it("returns the same bytes for the same colours, so that they are uploaded once", () => {
    expect(colouringOf(measured, request).ramp).toBe(colouringOf(measured, request).ramp);
    expect(differenceColouring("dark").ramp).toBe(differenceColouring("dark").ramp);
    expect(differenceColouring("dark").ramp).not.toBe(differenceColouring("light").ramp);
  });
});
