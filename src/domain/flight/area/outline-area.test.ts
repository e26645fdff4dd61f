import { describe, expect, it } from "vitest";
import { square } from "../../../../tests/fixtures/flight.ts";
import { polygonHectares } from "./flight-area.ts";
import { notDrawn, outlinePolygons } from "./outline-area.ts";

/** Metres of a degree of latitude on the sphere that ground distances use. */
const METRES = (6371008.8 * Math.PI) / 180;
const hectares = (outline: Record<string, unknown>, margin: number) =>
  outlinePolygons(outline, margin).reduce((sum, polygon) => sum + polygonHectares(polygon), 0);

describe("areas from the outline of a plant", () => {
  const side = 0.002;
  const outline = { type: "Polygon", coordinates: [square(-3, 37, side)] };
  const [width, height] = [side * METRES * Math.cos((37.001 * Math.PI) / 180), side * METRES];

  it("are larger or smaller by the margin on every side", () => {
    for (const margin of [0, 15, -20]) {
      const wanted = ((width + 2 * margin) * (height + 2 * margin)) / 10_000;
      expect(Math.abs(hectares(outline, margin) - wanted) / wanted).toBeLessThan(0.002);
    }
    const [polygon] = outlinePolygons(outline, 15);
    expect(polygon![0]!.at(0)).toEqual(polygon![0]!.at(-1));
    expect(outlinePolygons(outline, -height)).toEqual([]);
  });

  it("keep holes and parts, join what overlaps, and read any GeoJSON", () => {
    const holed = {
      type: "Polygon",
      coordinates: [square(-3, 37, side), square(-2.9995, 37.0005, 0.001)],
    };
    const feature = { type: "Feature", geometry: holed, properties: null };
    const [polygon] = outlinePolygons({ type: "FeatureCollection", features: [feature] }, 0);
    expect(polygon).toHaveLength(2);
    const apart = [[square(-3, 37, side)], [square(-2.99, 37, side)]];
    expect(outlinePolygons({ type: "MultiPolygon", coordinates: apart }, 0)).toHaveLength(2);
    const over = [[square(-3, 37, side)], [square(-2.999, 37, side)]];
    expect(outlinePolygons({ type: "MultiPolygon", coordinates: over }, 0)).toHaveLength(1);
    expect(outlinePolygons({ type: "Point", coordinates: [-3, 37] }, 0)).toEqual([]);
  });

  it("are added once, also after they were saved with fewer digits", () => {
    const made = outlinePolygons(outline, 15);
    const saved = made.map((polygon) =>
      polygon.map((ring) =>
        ring.map(([lon, lat]) => [Number(lon.toFixed(7)), Number(lat.toFixed(7))] as const),
      ),
    );
    expect(notDrawn(made, saved)).toEqual([]);
    expect(notDrawn(outlinePolygons(outline, 16), saved)).toHaveLength(1);
    expect(notDrawn(made, [])).toEqual(made);
  });
});
