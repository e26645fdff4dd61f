// Curves, inserted blocks and hatches of drawings, measured against GDAL, which reads them by itself.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { gdal, hasGdal } from "../../../../tests/fixtures/gdal.ts";
import { hatches } from "./dxf-hatch.fixture.ts";
import { blocks, curves, drawingOf, inserts, readDrawn, X, Y } from "./dxf.fixture.ts";
import { splineLine } from "./dxf-curve.ts";
import type { RawFeature } from "../raw-feature.ts";

const folder = mkdtempSync(join(tmpdir(), "dxf-"));
afterAll(() => rmSync(folder, { recursive: true }));

type Line = readonly (readonly [number, number])[];
const pairs = (xy: ArrayLike<number>): Line =>
  Array.from({ length: xy.length / 2 }, (_, at) => [xy[at * 2]!, xy[at * 2 + 1]!] as const);
const linesOf = ({ outlines, lines = [] }: RawFeature): Line[] => [
  ...outlines.flatMap(({ ring, holes }) => [ring, ...holes].map(pairs)),
  ...lines.flatMap((line) => (line ? [pairs(line)] : [])),
];

/** What GDAL reads on each layer; its arcs have a corner each tenth of a degree. */
function byGdal(text: string): Map<string, Line[]> {
  const path = join(folder, "plan.dxf");
  writeFileSync(path, text);
  const json = gdal(
    "ogr2ogr",
    "-f",
    "GeoJSON",
    "/vsistdout/",
    path,
    "--config",
    "OGR_ARC_STEPSIZE",
    "0.1",
    "-lco",
    "COORDINATE_PRECISION=6",
  );
  const { features } = JSON.parse(json) as GeoJSON.FeatureCollection;
  const layers = new Map<string, Line[]>();
  for (const { geometry, properties } of features) {
    const layer = String(properties?.["Layer"]);
    layers.set(layer, [...(layers.get(layer) ?? []), ...gdalLines(geometry)]);
  }
  return layers;
}

function gdalLines(geometry: GeoJSON.Geometry): Line[] {
  const flat = (list: GeoJSON.Position[]): Line => list.map(([x = 0, y = 0]) => [x, y] as const);
  if (geometry.type === "GeometryCollection") return geometry.geometries.flatMap(gdalLines);
  if (geometry.type === "LineString") return [flat(geometry.coordinates)];
  if (geometry.type === "MultiLineString" || geometry.type === "Polygon")
    return geometry.coordinates.map(flat);
  if (geometry.type === "MultiPolygon") return geometry.coordinates.flatMap((one) => one.map(flat));
  throw new Error(geometry.type);
}

/** The greatest distance of a corner of some lines from the nearest of others. */
function farthest(from: readonly Line[], to: readonly Line[]): number {
  let most = 0;
  for (const [x, y] of from.flat()) {
    let least = Infinity;
    for (const line of to) {
      for (let at = 0; at + 1 < line.length; at += 1) {
        const [a, b] = [line[at]!, line[at + 1]!];
        const [ax, ay, bx, by] = [a[0], a[1], b[0], b[1]];
        const length = (bx - ax) ** 2 + (by - ay) ** 2 || 1;
        const along = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length;
        const t = Math.min(1, Math.max(0, along));
        least = Math.min(least, (ax + t * (bx - ax) - x) ** 2 + (ay + t * (by - ay) - y) ** 2);
      }
    }
    most = Math.max(most, least);
  }
  return Math.sqrt(most);
}

const kinds = [
  ["curves", curves, []],
  ["inserts", inserts, blocks],
  ["hatches", hatches, []],
] as const;
/** The stated centimetre, with what the digits of both programs add. */
const NEAR_M = 0.012;
/** GDAL's chords of a spline are as far from the curve as this; its corners lie on it. */
const SPLINE_M = 0.06;

describe.skipIf(!hasGdal("ogr2ogr"))("as GDAL reads them", () => {
  for (const [kind, objects, inside] of kinds) {
    const text = drawingOf(Object.values(objects), inside);
    let known: Map<string, Line[]> | null = null;
    it.each(Object.keys(objects))(`${kind}: %s`, async (layer) => {
      const { features, refused } = await readDrawn(text);
      expect(refused).toEqual([]);
      const own = features.filter(({ folders }) => folders?.[0] === layer).flatMap(linesOf);
      known ??= byGdal(text);
      const theirs = known.get(layer) ?? [];
      expect(own.length).toBe(theirs.length);
      expect(own.length).toBeGreaterThan(0);
      const isSpline = /spline/.test(layer);
      expect(farthest(own, theirs)).toBeLessThan(isSpline ? SPLINE_M : NEAR_M);
      expect(farthest(theirs, own)).toBeLessThan(NEAR_M);
    });
  }

  it("polygons that GDAL writes as hatches come back", async () => {
    const ring = [
      [X, Y],
      [X + 2, Y],
      [X + 2, Y + 20],
      [X, Y + 20],
      [X, Y],
    ];
    const geometry = { type: "Polygon", coordinates: [ring] };
    const feature = { type: "Feature", properties: { Layer: "Trackers" }, geometry };
    const crs = { type: "name", properties: { name: "EPSG:32719" } };
    const from = join(folder, "from.geojson");
    writeFileSync(from, JSON.stringify({ type: "FeatureCollection", crs, features: [feature] }));
    gdal("ogr2ogr", "-f", "DXF", join(folder, "to.dxf"), from);
    const { features, notes } = await readDrawn(readFileSync(join(folder, "to.dxf"), "utf8"));
    expect(features.map(({ outlines, folders }) => [outlines.length, folders])).toEqual([
      [1, ["Trackers"]],
    ]);
    expect(farthest(linesOf(features[0]!), [pairs(ring.flat())])).toBeLessThan(1e-6);
    expect(notes).toEqual([]);
  });
});

describe("a curve", () => {
  it("that weights make round stays within a centimetre of its circle", async () => {
    const { features } = await readDrawn(drawingOf([curves["rational spline"]!]));
    const [line = []] = linesOf(features[0]!);
    const between = line.slice(1).map(([x, y], at) => {
      const [bx, by] = line[at]!;
      return Math.hypot((x + bx) / 2 - X - 60, (y + by) / 2 - Y - 50);
    });
    for (const radius of between) expect(Math.abs(radius - 10)).toBeLessThan(0.01);
  });

  it("of Bézier's corners has the points of his formula", () => {
    const points = [
      [0, 0, 0],
      [10, 40, 0],
      [30, -40, 0],
      [40, 0, 0],
    ] as const;
    const knots = [0, 0, 0, 0, 1, 1, 1, 1];
    const line = splineLine({ degree: 3, knots, points, weights: [] }, 0.01) ?? [];
    const curve = Array.from({ length: 4001 }, (_, at) => {
      const [t, u] = [at / 4000, 1 - at / 4000];
      const parts = [u ** 3, 3 * u * u * t, 3 * u * t * t, t ** 3];
      const axis = (one: 0 | 1) =>
        parts.reduce((sum, part, index) => sum + part * points[index]![one], 0);
      return [axis(0), axis(1)] as const;
    });
    expect(farthest([curve], [line.map(([x, y]) => [x, y] as const)])).toBeLessThan(0.0101);
  });

  it("encloses an area where it ends in its beginning", async () => {
    const wanted = ["bulged area", "old polyline", "circle", "ellipse"];
    const { features } = await readDrawn(drawingOf(Object.values(curves)));
    const areas = features.filter(({ outlines }) => outlines.length > 0);
    expect(areas.map(({ folders }) => folders?.[0])).toEqual(wanted);
  });
});
