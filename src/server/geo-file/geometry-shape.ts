// The shape of a feature from the geometry objects of GeoJSON, which most libraries answer.
import type { Problem } from "../../domain/error.ts";
import { ringContains } from "../../domain/geometry/ring.ts";
import type { RawFeature, RawOutline } from "./raw-feature.ts";

export type Json = Readonly<Record<string, unknown>>;
export const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export type Shape = Required<Pick<RawFeature, "lines" | "points">> & {
  readonly outlines: readonly RawOutline[];
};
type Parts = { outlines: RawOutline[]; lines: number[][]; points: number[][] };

const bad = { reason: "geojson_coordinates", field: "geometry.coordinates" };
const MAX_DEPTH = 8;

export const geometryTypes = [
  "Point",
  "MultiPoint",
  "LineString",
  "MultiLineString",
  "Polygon",
  "MultiPolygon",
  "GeometryCollection",
];

/** Flat x, y pairs; null for an invalid position. */
function readPositions(positions: unknown): number[] | null {
  if (!Array.isArray(positions)) return null;
  const xy: number[] = [];
  for (const position of positions) {
    if (!Array.isArray(position) || position.length < 2) return null;
    const [x, y] = position as readonly unknown[];
    if (typeof x !== "number" || typeof y !== "number") return null;
    xy.push(x, y);
  }
  return xy;
}

function addPolygon(coordinates: unknown, parts: Parts): boolean {
  if (!Array.isArray(coordinates) || coordinates.length === 0) return false;
  const rings: number[][] = [];
  for (const one of coordinates) {
    const ring = readPositions(one);
    if (ring === null) return false;
    rings.push(ring);
  }
  const [ring = [], ...holes] = rings;
  parts.outlines.push({ ring, holes });
  return true;
}

function addLine(coordinates: unknown, into: number[][]): boolean {
  const line = readPositions(coordinates);
  if (line === null) return false;
  into.push(line);
  return true;
}

/** A feature with a part that is not read is refused: half of its shape would be wrong. */
export const unreadPart = (kind: string): Problem => ({
  reason: "geometry_part",
  field: "geometry",
  values: { kind },
});

function addMembers(geometries: readonly unknown[], parts: Parts, depth: number) {
  for (const one of geometries) {
    const isRead = isObject(one) && addGeometry(one, parts, depth + 1);
    if (isRead !== true) return isRead;
  }
  return true;
}

function addGeometry(
  { type, coordinates, geometries }: Json,
  parts: Parts,
  depth: number,
): boolean | Problem {
  const each = (add: (one: unknown) => boolean) =>
    Array.isArray(coordinates) && coordinates.every(add);
  switch (type) {
    case "Polygon":
      return addPolygon(coordinates, parts);
    case "MultiPolygon":
      return each((one) => addPolygon(one, parts));
    case "LineString":
      return addLine(coordinates, parts.lines);
    case "MultiLineString":
      return each((one) => addLine(one, parts.lines));
    case "Point":
      return addLine([coordinates], parts.points);
    case "MultiPoint":
      return each((one) => addLine([one], parts.points));
    case "GeometryCollection":
      if (!Array.isArray(geometries) || depth === MAX_DEPTH) return false;
      return addMembers(geometries, parts, depth);
    default:
      // The importer refuses a feature without a shape by its type. A part of one would be missing in silence.
      return depth === 0 || unreadPart(String(type));
  }
}

/** The polygons, lines and points of a geometry, or the problem of its coordinates. */
export function shapeOf(geometry: Json): Shape | Problem {
  const parts: Parts = { outlines: [], lines: [], points: [] };
  const isRead = addGeometry(geometry, parts, 0);
  if (typeof isRead === "object") return isRead;
  return isRead ? parts : bad;
}

const size = (ring: readonly number[]) => {
  let area = 0;
  for (let v = 0; v + 3 < ring.length; v += 2) {
    area += (ring[v + 2]! - ring[v]!) * (ring[v + 3]! + ring[v + 1]!);
  }
  return area / 2;
};

/** Polygons of closed rings as Esri writes them: outer rings clockwise, holes the other way, in any order. */
export function outlinesOfRings(rings: readonly number[][]): RawOutline[] {
  const outers = rings.filter((ring) => size(ring) >= 0);
  // All run the wrong way: then none is a hole.
  if (outers.length === 0) return rings.map((ring) => ({ ring, holes: [] }));
  const outlines = outers.map((ring) => ({ ring, holes: [] as number[][] }));
  // The smallest first: the hole of an island lies in the ring around the island too.
  const bySize = outlines.toSorted((a, b) => size(a.ring) - size(b.ring));
  for (const hole of rings.filter((one) => size(one) < 0)) {
    const around = bySize.find(({ ring }) =>
      ringContains(ring, 0, ring.length / 2, hole[0]!, hole[1]!),
    );
    if (around) around.holes.push(hole);
    else outlines.push({ ring: hole, holes: [] });
  }
  return outlines;
}
