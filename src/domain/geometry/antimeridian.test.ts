import type { Geometry } from "geojson";
import { expect, test } from "vitest";
import { unwrapFeatures, unwrapLine, unwrapRing } from "./antimeridian.ts";

test("a ring across the 180th meridian continues without a jump", () => {
  const island = [
    [178, -17],
    [-179, -17],
    [-179, -18],
    [178, -18],
    [178, -17],
  ];
  expect(unwrapRing(island).map(([lon]) => lon)).toEqual([178, 181, 181, 178, 178]);
});

test("a ring that does not cross stays unchanged", () => {
  const ring = [
    [-10, 40],
    [10, 40],
    [0, 50],
    [-10, 40],
  ];
  expect(unwrapRing(ring)).toEqual(ring);
});

test("a ring around the south pole is closed along the edge of the map", () => {
  const coast = [-180, -90, 0, 90, 180].map((lon) => [lon, -70]);
  expect(unwrapRing(coast).slice(-3)).toEqual([
    [180, -90],
    [-180, -90],
    [-180, -70],
  ]);
});

test("a ring around the north pole is closed along the other edge of the map", () => {
  // More of its vertices are far north than near the equator.
  const coast = [180, 90, 0, -90, -180].map((lon) => [lon, lon === 0 ? -5 : 70]);
  expect(unwrapRing(coast)).toEqual([...coast, [-180, 90], [180, 90], [180, 70]]);
});

test("a ring without vertices stays without", () => {
  expect(unwrapRing([])).toEqual([]);
});

test("every geometry of a collection is made continuous, and points stay", () => {
  const line = [
    [179, 0],
    [-179, 1],
  ];
  const ring = [...line, [-179, 2], [179, 0]];
  const lineAfter = [
    [179, 0],
    [181, 1],
  ];
  const ringAfter = [...lineAfter, [181, 2], [179, 0]];
  const geometries = [
    { type: "Point", coordinates: [-179, 0] },
    { type: "MultiPoint", coordinates: line },
    { type: "LineString", coordinates: line },
    { type: "MultiLineString", coordinates: [line, line] },
    { type: "Polygon", coordinates: [ring, ring] },
    { type: "MultiPolygon", coordinates: [[ring], [ring, ring]] },
  ] as const;
  const after = [
    { type: "Point", coordinates: [-179, 0] },
    { type: "MultiPoint", coordinates: line },
    { type: "LineString", coordinates: lineAfter },
    { type: "MultiLineString", coordinates: [lineAfter, lineAfter] },
    { type: "Polygon", coordinates: [ringAfter, ringAfter] },
    { type: "MultiPolygon", coordinates: [[ringAfter], [ringAfter, ringAfter]] },
  ];
  const all = [...geometries, { type: "GeometryCollection", geometries }];
  const unwrapped = unwrapFeatures({
    type: "FeatureCollection",
    bbox: [0, 0, 1, 1],
    features: all.map((geometry, id) => ({
      type: "Feature",
      id,
      properties: { name: `no ${id}` },
      geometry: structuredClone(geometry) as Geometry,
    })),
  });
  expect(unwrapped).toEqual({
    type: "FeatureCollection",
    bbox: [0, 0, 1, 1],
    features: [...after, { type: "GeometryCollection", geometries: after }].map((geometry, id) => ({
      type: "Feature",
      id,
      properties: { name: `no ${id}` },
      geometry,
    })),
  });
});

test("a line that crosses twice returns to its first longitudes", () => {
  const lons = unwrapLine([
    [179, 0],
    [-179, 0],
    [179, 0],
  ]).map(([lon]) => lon);
  expect(lons).toEqual([179, 181, 179]);
});
