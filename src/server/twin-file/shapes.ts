// Reads the shapes of a file: lines, areas and points with their names and folders, as GeoJSON.
import type { Problem } from "../../domain/error.ts";
import { failure } from "../../domain/error.ts";
import type { FileMapping } from "../../domain/file-preview/file-mapping.ts";
import type { ToLonLat } from "../../domain/geometry/crs.ts";
import { plainName } from "../../domain/twin/twin-file-name.ts";
import { nameFields } from "./field.ts";
import { addNote, addProblem, noneRefused, type Refused } from "./collect.ts";
import { featureLimitProblem } from "../geo-file/feature-limit.ts";
import { readPlaced } from "../geo-file/placed-feature.ts";
import {
  fileRefused,
  withChoices,
  type RawFeature,
  type TwinSource,
} from "../geo-file/raw-feature.ts";

type Position = [lon: number, lat: number];
export type ShapeGeometry =
  | { readonly type: "Point"; readonly coordinates: Position }
  | { readonly type: "LineString"; readonly coordinates: Position[] }
  | { readonly type: "Polygon"; readonly coordinates: Position[][] };
export type ShapeFeature = {
  readonly type: "Feature";
  readonly properties: Readonly<Record<string, string>> & {
    readonly name: string;
    readonly folder: string;
  };
  readonly geometry: ShapeGeometry;
};
const MAX_NAME_LENGTH = 200;
/** Properties of a feature that go with it as words, and their letters. */
const MOST_WORDS = 30;
const WORD_LETTERS = 200;

export type ReadShapes = {
  /** Features of the file that have a shape; one with several geometries became several. */
  readonly feature_count: number;
  readonly features: readonly ShapeFeature[];
  /** Features that cannot be read. */
  readonly refused: Refused;
  /** What the file has beside them and is not read. */
  readonly notes: readonly Problem[];
};

/**
 * A feature with several geometries becomes several ones. Coordinates are longitude, latitude in degrees.
 * @param mapping which property names them, where the user said it
 * @param withWords keeps their properties as texts: one may say that an area must not be flown over
 * @throws Failure FILE_REFUSED with the place of each broken feature if none can be drawn
 */
export async function readShapes(
  sent: TwinSource,
  mapping: FileMapping = {},
  withWords = false,
): Promise<ReadShapes> {
  const source = withChoices(sent, mapping);
  const features: ShapeFeature[] = [];
  const refused = noneRefused();
  let feature_count = 0;
  const refuse = (problem: Problem) => addProblem(refused, { ...problem, file: source.name });
  const notes: Problem[] = [];
  await readPlaced(source, {
    refuse,
    note: (note) => addNote(notes, note),
    feature(raw, toLonLat) {
      const place = { feature: raw.number, ...(raw.line !== undefined && { line: raw.line }) };
      const geometries = featureLimitProblem(raw) ?? geometriesOf(raw, toLonLat);
      if ("reason" in geometries) {
        refuse({ ...geometries, ...place });
        return;
      }
      if (geometries.length === 0) {
        refuse({ reason: "geojson_no_geometry", field: "geometry", ...place });
        return;
      }
      feature_count += 1;
      const name = nameOf(raw.properties, mapping).slice(0, MAX_NAME_LENGTH);
      const folder = (raw.folders ?? []).join("/").slice(0, MAX_NAME_LENGTH);
      const words = withWords ? wordsOf(raw.properties) : {};
      for (const geometry of geometries) {
        features.push({ type: "Feature", properties: { ...words, name, folder }, geometry });
      }
    },
  });
  if (features.length > 0) {
    return { feature_count, features, refused, notes };
  }
  if (refused.count > 0) throw failure("FILE_REFUSED", ...refused.problems);
  throw fileRefused(source, { reason: "blueprint_empty" });
}

const wordsOf = (properties: RawFeature["properties"]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(properties)
      .flatMap(([key, value]) =>
        typeof value === "string" && value.trim() !== "" && key.length <= WORD_LETTERS
          ? [[key, value.slice(0, WORD_LETTERS)] as const]
          : [],
      )
      .slice(0, MOST_WORDS),
  );

function nameOf(properties: RawFeature["properties"], { name: column }: FileMapping): string {
  if (column === null) return "";
  const texts = Object.entries(properties).filter(([, value]) => typeof value === "string");
  const byName = (wanted: string) => texts.find(([key]) => plainName(key) === wanted)?.[1];
  const named =
    column === undefined
      ? nameFields.map(byName).find((value) => value !== undefined && value !== "")
      : properties[column];
  // A number that the user called a name is one.
  const isText = typeof named === "string" || (column !== undefined && typeof named === "number");
  return isText ? String(named) : "";
}

function geometriesOf(raw: RawFeature, toLonLat: ToLonLat): ShapeGeometry[] | Problem {
  const broken = { reason: "kml_coordinates", field: "coordinates" };
  const geometries: ShapeGeometry[] = [];
  for (const point of raw.points ?? []) {
    const [first] = positionsOf(point, toLonLat) ?? [];
    if (!first) return broken;
    geometries.push({ type: "Point", coordinates: first });
  }
  for (const line of raw.lines ?? []) {
    const coordinates = positionsOf(line, toLonLat);
    if (!coordinates) return broken;
    if (coordinates.length < 2) return { reason: "blueprint_line_short", field: "coordinates" };
    geometries.push({ type: "LineString", coordinates });
  }
  for (const { ring, holes } of raw.outlines) {
    const rings: Position[][] = [];
    for (const one of [ring, ...holes]) {
      const closed = positionsOf(one, toLonLat);
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
function positionsOf(
  xy: readonly number[] | Float64Array | null,
  toLonLat: ToLonLat,
): Position[] | null {
  if (xy === null) return null;
  const positions: Position[] = [];
  for (let at = 0; at + 1 < xy.length; at += 2) {
    const [lon, lat] = toLonLat(xy[at]!, xy[at + 1]!);
    if (!(Math.abs(lon) <= 180 && Math.abs(lat) <= 85)) return null;
    positions.push([lon, lat]);
  }
  return positions;
}
