// Reads GeoJSON feature by feature (RFC 7946, with `crs` of the 2008 version).
import type { Problem } from "../../domain/error.ts";
import { splitJson } from "./json-split.ts";
import { fileRefused, type FeatureReader, type RawOutline } from "./raw-feature.ts";

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Flat x, y pairs, or the problem of an invalid position. */
function readRing(ring: unknown): number[] | Problem {
  const bad = { reason: "geojson_coordinates", field: "geometry.coordinates" };
  if (!Array.isArray(ring)) return bad;
  const xy: number[] = [];
  for (const position of ring) {
    if (!Array.isArray(position) || position.length < 2) return bad;
    const [x, y] = position as readonly unknown[];
    if (typeof x !== "number" || typeof y !== "number") return bad;
    xy.push(x, y);
  }
  return xy;
}

function readPolygon(coordinates: unknown): RawOutline | Problem {
  if (!Array.isArray(coordinates) || coordinates.length === 0) {
    return { reason: "geojson_coordinates", field: "geometry.coordinates" };
  }
  const rings: number[][] = [];
  for (const coordinate of coordinates) {
    const ring = readRing(coordinate);
    if ("reason" in ring) return ring;
    rings.push(ring);
  }
  const [ring = [], ...holes] = rings;
  return { ring, holes };
}

/** The outlines of a geometry. For a collection, those of its polygons. */
function readGeometry(geometry: Json, depth = 0): RawOutline[] | Problem {
  const { type, coordinates, geometries } = geometry;
  if (type === "GeometryCollection" && Array.isArray(geometries) && depth < 8) {
    const outlines: RawOutline[] = [];
    for (const member of geometries) {
      const found = isObject(member) ? readGeometry(member, depth + 1) : [];
      if (!Array.isArray(found)) return found;
      outlines.push(...found);
    }
    return outlines;
  }
  if (type === "Polygon") {
    const outline = readPolygon(coordinates);
    return "reason" in outline ? outline : [outline];
  }
  if (type !== "MultiPolygon") return [];
  if (!Array.isArray(coordinates)) {
    return { reason: "geojson_coordinates", field: "geometry.coordinates" };
  }
  const outlines: RawOutline[] = [];
  for (const polygon of coordinates) {
    const outline = readPolygon(polygon);
    if ("reason" in outline) return outline;
    outlines.push(outline);
  }
  return outlines;
}

/** The name of the `crs` member, or its problem; null if the file has none. */
function crsName(root: Json): string | Problem | null {
  const { crs } = root;
  if (crs === undefined || crs === null) return null;
  if (isObject(crs)) {
    const properties = isObject(crs["properties"]) ? crs["properties"] : {};
    const { name, code } = properties;
    if (typeof name === "string") return name;
    if (typeof code === "number" || typeof code === "string") return `EPSG:${code}`;
  }
  return { reason: "geojson_crs", field: "crs" };
}

const geometryTypes = [
  "Point",
  "MultiPoint",
  "LineString",
  "MultiLineString",
  "Polygon",
  "MultiPolygon",
  "GeometryCollection",
];

/** The message of V8 ends with "at position 12 (line 1 column 13)". The line is relative to the text. */
function syntaxProblem(error: unknown, feature: number | undefined, line: number): Problem {
  const within = /line (\d+)/.exec(String(error))?.[1];
  const place = feature === undefined ? {} : { feature };
  return { reason: "json_syntax", ...place, line: line + (within ? Number(within) - 1 : 0) };
}

export const readGeoJson: FeatureReader = async (source, sink) => {
  let declaredCrs: string | null | undefined;
  const readFeature = (value: unknown, number: number, line: number): Problem | null => {
    const place = { feature: number, line };
    if (!isObject(value) || value["type"] !== "Feature") {
      sink.refuse({ reason: "geojson_no_feature", field: "type", ...place });
      return null;
    }
    const { geometry, properties } = value;
    if (!isObject(geometry)) {
      sink.refuse({ reason: "geojson_no_geometry", field: "geometry", ...place });
      return null;
    }
    const kind = geometry["type"];
    if (typeof kind !== "string" || !geometryTypes.includes(kind)) {
      sink.refuse({ reason: "geojson_geometry_type", field: "geometry.type", ...place });
      return null;
    }
    const outlines = readGeometry(geometry);
    if (!Array.isArray(outlines)) sink.refuse({ ...outlines, ...place });
    else {
      sink.feature({
        number,
        line,
        kind,
        outlines,
        properties: isObject(properties) ? properties : {},
      });
    }
    return null;
  };
  const declareCrs = (root: Json): Problem | null => {
    const name = crsName(root);
    if (name !== null && typeof name === "object") return name;
    declaredCrs = name;
    if (name !== null) sink.crs(name);
    return null;
  };
  const split = splitJson((text, number, line) => {
    if (declaredCrs === undefined) {
      let root: unknown;
      try {
        root = JSON.parse(split.partialSkeleton());
      } catch (error) {
        return syntaxProblem(error, undefined, 1);
      }
      const problem = isObject(root) ? declareCrs(root) : null;
      if (problem !== null) return problem;
    }
    try {
      return readFeature(JSON.parse(text), number, line);
    } catch (error) {
      if (error instanceof SyntaxError) return syntaxProblem(error, number, line);
      throw error;
    }
  });
  let isFirst = true;
  for await (const chunk of await source.open()) {
    let bytes = chunk as Buffer;
    if (isFirst && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
      bytes = bytes.subarray(3);
    }
    isFirst = false;
    const problem = split.write(bytes);
    if (problem !== null) throw fileRefused(source, problem);
  }
  const rest = split.end();
  if ("problem" in rest) throw fileRefused(source, rest.problem);
  let root: Json;
  try {
    root = JSON.parse(rest.skeleton) as Json;
  } catch (error) {
    throw fileRefused(source, syntaxProblem(error, undefined, 1));
  }
  if (declaredCrs === undefined) {
    const problem = declareCrs(root);
    if (problem !== null) throw fileRefused(source, problem);
  } else if ((crsName(root) ?? null) !== declaredCrs) {
    throw fileRefused(source, { reason: "geojson_crs_late", field: "crs" });
  }
  const type = root["type"];
  if (type === "FeatureCollection") {
    if (!Array.isArray(root["features"])) {
      throw fileRefused(source, { reason: "geojson_no_features", field: "features" });
    }
    // its features are taken out, so these are those of a second list
    if (root["features"].length > 0) {
      throw fileRefused(source, { reason: "geojson_features_twice", field: "features" });
    }
  } else if (type === "Feature") readFeature(root, 1, 1);
  else if (typeof type === "string" && geometryTypes.includes(type)) {
    readFeature({ type: "Feature", geometry: root, properties: {} }, 1, 1);
  } else throw fileRefused(source, { reason: "geojson_type", field: "type" });
};
