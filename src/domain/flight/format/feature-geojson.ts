// Features as GeoJSON (RFC 7946).
import { plainName } from "../../twin/twin-file-name.ts";
import { refusedFile } from "./opened-route.ts";
import { jsonOf } from "./json-text.ts";
import type { Geometry, MapFeature, Position, Properties, ReadFeature } from "./map-feature.ts";

export function featuresToGeoJson(name: string, features: readonly MapFeature[]): string {
  const texts = features.map((feature) => {
    const { name: own, folders, properties, geometry } = feature;
    const written = { ...(own !== "" && { name: own }), folder: folders.join("/"), ...properties };
    return JSON.stringify({
      type: "Feature",
      properties: written,
      geometry: geometryOut(geometry),
    });
  });
  return `{"type":"FeatureCollection","name":${JSON.stringify(name)},"features":[\n${texts.join(",\n")}\n]}\n`;
}

const positionOut = ([longitude, latitude, height]: Position) =>
  height === null ? [longitude, latitude] : [longitude, latitude, height];

function geometryOut(geometry: Geometry) {
  if (geometry.type === "Polygon") {
    return { type: "Polygon", coordinates: geometry.rings.map((ring) => ring.map(positionOut)) };
  }
  const coordinates = geometry.positions.map(positionOut);
  if (geometry.type === "Point") return { type: "Point", coordinates: coordinates[0] };
  return { type: "LineString", coordinates };
}

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

type ToLonLat = (x: number, y: number) => readonly [lon: number, lat: number];
/** The transformation of a reference system by its name; null for one that is not known. */
export type SystemOf = (name: string) => ToLonLat | null;

/** Begins each line of a GeoJSON text sequence (RFC 8142). */
const RECORD_SEPARATOR = "\u001E";
const lineOfJson = /^\s*\{[^\n]*\}\s*\n\s*\{/;
/** Members that Esri's JSON has, and GeoJSON does not. */
const esri = ["geometryType", "spatialReference", "rings", "displayFieldName"];

/**
 * Whether the server reads a file of JSON: one object a line, Esri's JSON, and GeoJSON in a reference system that is not
 * known here.
 */
export function isOtherJson(bytes: Uint8Array, systemOf: SystemOf): boolean {
  const text = new TextDecoder().decode(bytes);
  try {
    const root: unknown = JSON.parse(text);
    if (!isObject(root)) return false;
    const { type, crs } = root;
    if (type === undefined) return esri.some((name) => name in root);
    if (crs === undefined || crs === null) return false;
    return !isDegrees(nameOf(crs)) && systemOf(nameOf(crs)) === null;
  } catch {
    return lineOfJson.test(text.replaceAll(RECORD_SEPARATOR, ""));
  }
}

/** @throws Failure FILE_REFUSED with the number of the feature */
export function geoJsonFeatures(
  bytes: Uint8Array,
  file: string,
  systemOf: SystemOf = () => null,
): ReadFeature[] {
  const root = jsonOf(bytes, file);
  if (!isObject(root)) throw refusedFile(file, { reason: "geojson_no_object" });
  const toLonLat = transformationOf(root, file, systemOf);
  const placed = (found: readonly ReadFeature[]) =>
    toLonLat
      ? found.map((one) => ({ ...one, geometry: moved(one.geometry, toLonLat) }))
      : [...found];
  if (root["type"] === "Feature") return placed(featureIn(root, 1, file));
  if (root["type"] !== "FeatureCollection") {
    throw refusedFile(file, { reason: "geojson_type", field: "type" });
  }
  const { features } = root;
  if (!Array.isArray(features)) throw refusedFile(file, { reason: "geojson_no_features" });
  return placed(features.flatMap((feature, at) => featureIn(feature, at + 1, file)));
}

function moved(geometry: Geometry, toLonLat: ToLonLat): Geometry {
  const at = ([x, y, height]: Position): Position => [...toLonLat(x, y), height];
  if (geometry.type === "Polygon")
    return { ...geometry, rings: geometry.rings.map((ring) => ring.map(at)) };
  if (geometry.type === "Point") return { ...geometry, positions: [at(geometry.positions[0])] };
  return { ...geometry, positions: geometry.positions.map(at) };
}

const isDegrees = (name: string) => /(CRS:?84|EPSG:+4326)$/i.test(name);

function nameOf(crs: unknown): string {
  const properties = isObject(crs) ? crs["properties"] : null;
  return isObject(properties) ? String(properties["name"]) : "";
}

/** GeoJSON is in longitude and latitude; the older member `crs` may say otherwise. Null for degrees. */
function transformationOf({ crs }: Json, file: string, systemOf: SystemOf): ToLonLat | null {
  if (crs === undefined || crs === null) return null;
  const name = nameOf(crs);
  if (isDegrees(name)) return null;
  const known = systemOf(name);
  if (known) return known;
  const values = { crs: name.slice(0, 60) };
  throw refusedFile(file, { reason: "twin_crs_unknown", field: "crs", values });
}

/** Properties that name a feature, however their letters are written, the best first. */
const nameKeys = [
  "name",
  "nombre",
  "nome",
  "nom",
  "libelle",
  "bezeichnung",
  "label",
  "title",
  "titulo",
];

function featureIn(feature: unknown, number: number, file: string): ReadFeature[] {
  const place = { feature: number };
  if (!isObject(feature) || feature["type"] !== "Feature") {
    throw refusedFile(file, { reason: "geojson_no_feature", ...place });
  }
  const { geometry } = feature;
  if (geometry === null || geometry === undefined) return [];
  const { folder, ...all } = propertiesIn(feature["properties"]);
  const key = nameKeys.flatMap(
    (one) => Object.keys(all).find((at) => plainName(at) === one) ?? [],
  )[0];
  const { [key ?? "name"]: name, ...properties } = all;
  const folders = folder === undefined || folder === null ? [] : String(folder).split("/");
  return geometriesIn(geometry, number, file).map((one) => {
    return { name: String(name ?? ""), folders, properties, geometry: one, ...place };
  });
}

/** Truth values as words: `"no_fly": true` must not be lost. */
function propertiesIn(properties: unknown): Properties {
  const found = isObject(properties) ? Object.entries(properties) : [];
  return Object.fromEntries(
    found.flatMap(([key, value]): [string, string | number | null][] => {
      if (typeof value === "boolean") return [[key, String(value)]];
      const isValue = value === null || typeof value === "string" || typeof value === "number";
      return isValue ? [[key, value]] : [];
    }),
  );
}

function geometriesIn(geometry: unknown, feature: number, file: string, depth = 0): Geometry[] {
  const refuse = (reason: string, field: string): never => {
    throw refusedFile(file, { reason, feature, field });
  };
  if (!isObject(geometry)) return refuse("geojson_geometry_type", "geometry");
  const { type, coordinates, geometries } = geometry;
  const parts = (): readonly unknown[] =>
    Array.isArray(coordinates) ? coordinates : refuse("geojson_coordinates", "coordinates");
  const positions = (value: unknown): Position[] =>
    positionsIn(value) ?? refuse("geojson_coordinates", "coordinates");
  const polygon = (value: unknown): Geometry => {
    const rings = Array.isArray(value)
      ? value.map(positions)
      : refuse("geojson_coordinates", "coordinates");
    return { type: "Polygon", rings };
  };
  const point = (value: unknown): Geometry => {
    return { type: "Point", positions: [positions([value])[0]!] };
  };
  if (type === "Point") return [point(coordinates)];
  if (type === "MultiPoint") return parts().map(point);
  if (type === "LineString") return [{ type, positions: positions(coordinates) }];
  if (type === "MultiLineString") {
    return parts().map((part) => ({ type: "LineString", positions: positions(part) }));
  }
  if (type === "Polygon") return [polygon(coordinates)];
  if (type === "MultiPolygon") return parts().map(polygon);
  if (type === "GeometryCollection" && Array.isArray(geometries) && depth < 10) {
    return geometries.flatMap((part) => geometriesIn(part, feature, file, depth + 1));
  }
  return refuse("geojson_geometry_type", "geometry");
}

/** The positions of a list; null for anything else. */
function positionsIn(value: unknown): Position[] | null {
  if (!Array.isArray(value)) return null;
  const positions = value.map((position: unknown): Position | null => {
    if (!Array.isArray(position)) return null;
    const [longitude, latitude, height] = position as readonly unknown[];
    if (typeof longitude !== "number" || typeof latitude !== "number") return null;
    return [longitude, latitude, typeof height === "number" ? height : null];
  });
  return positions.every((position) => position !== null) ? positions : null;
}
