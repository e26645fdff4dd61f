// The features and the reference system of Esri's JSON, as ArcGIS writes it.
import type { Problem } from "../../domain/error.ts";
import { isObject, outlinesOfRings, type Json, type Shape } from "./geometry-shape.ts";

/** Whether a file without its features, or one feature, is Esri JSON. */
export function isEsriRoot({ geometryType, type, spatialReference }: Json): boolean {
  if (type !== undefined) return false;
  const isNamed = typeof geometryType === "string" && geometryType.startsWith("esriGeometry");
  return isNamed || isObject(spatialReference);
}

/** The name of the reference system of a file, or of one geometry; null if it has none. */
export function esriSystem({ spatialReference }: Json): string | null {
  if (!isObject(spatialReference)) return null;
  const { latestWkid, wkid, wkt, wkt2 } = spatialReference;
  for (const code of [latestWkid, wkid])
    if (typeof code === "number" && code > 0) return `EPSG:${code}`;
  const isText = (text: unknown): text is string => typeof text === "string" && text.trim() !== "";
  return [wkt, wkt2].find(isText) ?? null;
}

/** Coordinates that are steps of a grid, as a service sends them for a small scale. */
export const isQuantized = ({ transform }: Json) => isObject(transform);

/** Whether the service that wrote the file has more features than it sent. */
export function isCutOff({ exceededTransferLimit, properties }: Json): boolean {
  const inside = isObject(properties) ? properties["exceededTransferLimit"] : false;
  return exceededTransferLimit === true || inside === true;
}

const bad = { reason: "esri_coordinates", field: "geometry" };

function flat(positions: unknown): number[] | null {
  if (!Array.isArray(positions)) return null;
  const xy: number[] = [];
  for (const one of positions) {
    if (!Array.isArray(one)) return null;
    const [x, y] = one as readonly unknown[];
    if (typeof x !== "number" || typeof y !== "number") return null;
    xy.push(x, y);
  }
  return xy;
}

function all(lists: unknown): number[][] | null {
  if (!Array.isArray(lists)) return null;
  const found: number[][] = [];
  for (const one of lists) {
    const xy = flat(one);
    if (xy === null) return null;
    found.push(xy);
  }
  return found;
}

/** Rings, paths or points of a geometry; or its problem. Curves are refused. */
export function esriShape(geometry: Json): (Shape & { readonly kind: string }) | Problem {
  const { rings, paths, points, x, y } = geometry;
  const none = { outlines: [], lines: [], points: [] };
  if (geometry["curveRings"] !== undefined || geometry["curvePaths"] !== undefined) {
    return { reason: "esri_curves", field: "geometry" };
  }
  if (rings !== undefined) {
    const found = all(rings);
    return found ? { ...none, outlines: outlinesOfRings(found), kind: "Polygon" } : bad;
  }
  if (paths !== undefined) {
    const found = all(paths);
    return found ? { ...none, lines: found, kind: "Polyline" } : bad;
  }
  if (points !== undefined) {
    const found = flat(points);
    const pairs = Array.from({ length: (found?.length ?? 0) / 2 }, (_, at) =>
      found!.slice(at * 2, at * 2 + 2),
    );
    return found ? { ...none, points: pairs, kind: "Multipoint" } : bad;
  }
  if (typeof x === "number" && typeof y === "number") {
    return { ...none, points: [[x, y]], kind: "Point" };
  }
  return bad;
}
