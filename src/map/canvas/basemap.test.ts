import { describe, expect, it } from "vitest";
import { baseMapColours } from "../../domain/colour/palette.ts";
import {
  baseOpacityPaint,
  basePaint,
  baseStyle,
  cutAtAntimeridian,
  SUPPOSED_LAND,
} from "./basemap.ts";

describe("cutAtAntimeridian", () => {
  it("drops the edge from one side of the world to the other and keeps the rest", () => {
    const lines = cutAtAntimeridian({
      type: "MultiLineString",
      coordinates: [
        [
          [178, -17],
          [180, -17],
          [-180, -17],
          [-179, -16],
        ],
        [
          [1, 1],
          [2, 2],
        ],
      ],
    });
    expect(lines.coordinates).toEqual([
      [
        [178, -17],
        [180, -17],
      ],
      [
        [-180, -17],
        [-179, -16],
      ],
      [
        [1, 1],
        [2, 2],
      ],
    ]);
  });
});

describe("baseStyle", () => {
  it("fetches nothing from the network: no glyphs, no sprites, no tiles", () => {
    const text = JSON.stringify(baseStyle("light"));
    expect(text).not.toMatch(/https?:|glyphs|sprite|tiles/);
  });

  it("supposes land, not water, around a plant until its land is loaded", () => {
    const { layers, sources } = baseStyle("light");
    const supposed = layers.find(({ id }) => id === SUPPOSED_LAND)!;
    expect(layers.findIndex(({ id }) => id === "base-water")).toBe(layers.indexOf(supposed) - 1);
    expect(supposed.paint).toEqual({ "background-color": baseMapColours.light.land });
    expect(supposed.minzoom).toBeLessThan(12);
    // A plant lies in one tile of the land, so that none is missing while it is moved.
    expect(sources["land"]).toMatchObject({ maxzoom: 6 });
  });

  it("has every layer whose paint is changed later", () => {
    const ids = baseStyle("dark").layers.map(({ id }) => id);
    for (const [layer] of [...basePaint("dark"), ...baseOpacityPaint(0.5)]) {
      expect(ids).toContain(layer);
    }
  });
});
