// Reads the shapes of a blueprint from KML: lines, areas and points with their names, as GeoJSON.
import type { Problem } from "../../domain/error.ts";
import { failure } from "../../domain/error.ts";
import { addProblem, noneRefused } from "./collect.ts";
import { featureLimitProblem } from "./feature-limit.ts";
import { readKmlStream } from "./kml.ts";
import { fileRefused, type RawFeature, type TwinSource } from "./raw-feature.ts";

type Position = [lon: number, lat: number];
export type BlueprintGeometry =
  | { readonly type: "Point"; readonly coordinates: Position }
  | { readonly type: "LineString"; readonly coordinates: Position[] }
  | { readonly type: "Polygon"; readonly coordinates: Position[][] };
export type BlueprintFeature = {
  readonly type: "Feature";
  readonly properties: { readonly name: string };
  readonly geometry: BlueprintGeometry;
};
export type BlueprintDrawing = {
  readonly type: "FeatureCollection";
  readonly features: readonly BlueprintFeature[];
};

const MAX_NAME_LENGTH = 200;

/**
 * `feature_count` counts placemarks. A placemark with several geometries becomes several features.
 * Coordinates are longitude, latitude in degrees.
 * @throws Failure FILE_REFUSED with the line of each broken placemark, or if there is no geometry
 */
export async function readBlueprint(
  source: TwinSource,
): Promise<{ feature_count: number; drawing: BlueprintDrawing }> {
  const features: BlueprintFeature[] = [];
  const refused = noneRefused();
  let feature_count = 0;
  const refuse = (problem: Problem) => addProblem(refused, { ...problem, file: source.name });
  await readKmlStream(await source.open(), source, {
    crs: () => undefined,
    refuse,
    feature(raw) {
      const place = { feature: raw.number, ...(raw.line !== undefined && { line: raw.line }) };
      const geometries = featureLimitProblem(raw) ?? geometriesOf(raw);
      if ("reason" in geometries) {
        refuse({ ...geometries, ...place });
        return;
      }
      // A placemark without a geometry is ignored.
      if (geometries.length === 0) return;
      feature_count += 1;
      const text = raw.properties["name"];
      const name = (typeof text === "string" ? text : "").slice(0, MAX_NAME_LENGTH);
      for (const geometry of geometries) {
        features.push({ type: "Feature", properties: { name }, geometry });
      }
    },
  });
  if (refused.count > 0) throw failure("FILE_REFUSED", ...refused.problems);
  if (features.length === 0) throw fileRefused(source, { reason: "blueprint_empty" });
  return { feature_count, drawing: { type: "FeatureCollection", features } };
}

function geometriesOf(raw: RawFeature): BlueprintGeometry[] | Problem {
  const broken = { reason: "kml_coordinates", field: "coordinates" };
  const geometries: BlueprintGeometry[] = [];
  for (const point of raw.points ?? []) {
    const [first] = positionsOf(point) ?? [];
    if (!first) return broken;
    geometries.push({ type: "Point", coordinates: first });
  }
  for (const line of raw.lines ?? []) {
    const coordinates = positionsOf(line);
    if (!coordinates) return broken;
    if (coordinates.length < 2) return { reason: "blueprint_line_short", field: "coordinates" };
    geometries.push({ type: "LineString", coordinates });
  }
  for (const { ring, holes } of raw.outlines) {
    const rings: Position[][] = [];
    for (const one of [ring, ...holes]) {
      const closed = positionsOf(one);
      if (!closed) return broken;
      const [first] = closed;
      const last = closed.at(-1);
      if (first && (first[0] !== last?.[0] || first[1] !== last[1])) closed.push(first);
      if (closed.length < 4) {
        const values = { vertices: Math.max(0, closed.length - 1) };
        return { reason: "twin_ring_short", field: "coordinates", values };
      }
      rings.push(closed);
    }
    geometries.push({ type: "Polygon", coordinates: rings });
  }
  return geometries;
}

/** Positions from x, y pairs; null if there are none or one is out of range. */
function positionsOf(xy: readonly number[] | Float64Array | null): Position[] | null {
  if (xy === null) return null;
  const positions: Position[] = [];
  for (let at = 0; at + 1 < xy.length; at += 2) {
    const [lon, lat] = [xy[at]!, xy[at + 1]!];
    if (Math.abs(lon) > 180 || Math.abs(lat) > 85) return null;
    positions.push([lon, lat]);
  }
  return positions;
}
