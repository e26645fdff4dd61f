// A blueprint's drawing from KML: lines, areas and points with their names, as GeoJSON.
import type { Problem } from "../../domain/error.ts";
import { failure } from "../../domain/error.ts";
import { addProblem, type Refused } from "./collect.ts";
import { readKml } from "./kml.ts";
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

const LONGEST_NAME = 200;

/**
 * Reads the drawing. `feature_count` counts placemarks; one with several geometries gives several
 * features. Every broken placemark is told with its line.
 * @throws Failure FILE_REFUSED where anything is broken, or nothing is drawn
 */
export async function readBlueprint(
  source: TwinSource,
): Promise<{ feature_count: number; drawing: BlueprintDrawing }> {
  const features: BlueprintFeature[] = [];
  const refused: Refused = { count: 0, problems: [] };
  let feature_count = 0;
  const refuse = (problem: Problem) => addProblem(refused, { ...problem, file: source.name });
  await readKml(source, {
    crs: () => undefined,
    refuse,
    feature(raw) {
      const place = { feature: raw.number, ...(raw.line !== undefined && { line: raw.line }) };
      const drawn = geometriesOf(raw);
      if ("reason" in drawn) {
        refuse({ ...drawn, ...place });
        return;
      }
      // A placemark without a geometry is a note in the margin.
      if (drawn.length === 0) return;
      feature_count += 1;
      const said = raw.properties["name"];
      const name = (typeof said === "string" ? said : "").slice(0, LONGEST_NAME);
      for (const geometry of drawn) {
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
  const made: BlueprintGeometry[] = [];
  for (const point of raw.points ?? []) {
    const [first] = positionsOf(point) ?? [];
    if (!first) return broken;
    made.push({ type: "Point", coordinates: first });
  }
  for (const line of raw.lines ?? []) {
    const coordinates = positionsOf(line);
    if (!coordinates) return broken;
    if (coordinates.length < 2) return { reason: "blueprint_line_short", field: "coordinates" };
    made.push({ type: "LineString", coordinates });
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
    made.push({ type: "Polygon", coordinates: rings });
  }
  return made;
}

/** Positions of x, y pairs; null where there are none or one is not on the map. */
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
