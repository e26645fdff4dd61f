// Reads GeoParquet 1.0 and 1.1, and the geometry columns of Parquet itself (format 2.11). Longitude comes first in all.
import type { FileMetaData } from "hyparquet";
import wkx from "wkx";
import { limits } from "../../domain/limits.ts";
import { exactInteger } from "./exact-json.ts";
import { isObject, shapeOf, type Json } from "./geometry-shape.ts";
import { parquetFooter, parquetRows, type Row } from "./parquet-file.ts";
import {
  fileRefused,
  placeMetres,
  unreadNote,
  type FeatureReader,
  type FeatureSink,
  type TwinSource,
} from "./raw-feature.ts";

type Field = FileMetaData["schema"][number];

/** What a file says of one geometry column. */
type GeoColumn = {
  readonly name: string;
  readonly encoding: string;
  /** Name or definition of the reference system; null where the file says that it is not known. */
  readonly crs: string | null;
};

type Geo = {
  readonly primary: GeoColumn;
  /** Further geometry columns, which are not read. */
  readonly others: readonly string[];
  /** Columns that hold the bounds of the shapes. */
  readonly bounds: readonly string[];
};

/** Longitude and latitude of WGS 84, which a file without a system has. */
const LON_LAT = "EPSG:4326";

export const readGeoParquet: FeatureReader = async (source, sink) => {
  sink.format?.("geoparquet");
  const footer = await parquetFooter(source);
  const fields = topFields(footer.schema);
  const { primary, others, bounds } = geoOf(source, footer, fields);
  if (primary.crs !== null) sink.crs(primary.crs);
  const skipped = new Set([primary.name, ...others, ...bounds]);
  // Lists and structures are no properties.
  const plain = fields.filter(({ name, type }) => type !== undefined && !skipped.has(name));
  const nested = fields.filter(({ name, type }) => type === undefined && !skipped.has(name));
  if (others.length > 0) sink.note?.(unreadNote("parquet_geometries", others));
  if (nested.length > 0) {
    const names = nested.map(({ name }) => name);
    sink.note?.(unreadNote("parquet_nested", names));
  }
  if (plain.length > limits.featureProperties) {
    const values = { most: limits.featureProperties };
    throw fileRefused(source, { reason: "feature_properties", field: "schema", values });
  }
  const twice = plain.filter(({ name }, at) => plain.findIndex((one) => one.name === name) < at);
  if (twice.length > 0) {
    const names = twice.map(({ name }) => name);
    sink.note?.(unreadNote("columns_repeated", names));
  }
  const columns = [primary.name, ...plain.map(({ name }) => name)];
  const times = new Map(plain.map((field) => [field.name, timeKindOf(field)]));
  for await (const [number, row] of parquetRows(source, footer, columns)) {
    readRow({ source, sink, primary, others, times }, number, row);
  }
};

type Reading = {
  readonly source: TwinSource;
  readonly sink: FeatureSink;
  readonly primary: GeoColumn;
  readonly others: readonly string[];
  readonly times: ReadonlyMap<string, TimeKind>;
};

function readRow(
  { source, sink, primary, others, times }: Reading,
  number: number,
  row: Row,
): void {
  const { name: field, encoding, crs } = primary;
  const value = row[field];
  const refuse = (reason: string) => sink.refuse({ reason, field, feature: number });
  if (value === null || value === undefined) return refuse("geojson_no_geometry");
  const geometry = encoding === "WKB" ? ofWkb(value) : ofStructure(encoding, value);
  if (geometry === null) return refuse("parquet_geometry");
  if (isEmpty(geometry)) return refuse("parquet_geometry_empty");
  const shape = shapeOf(geometry);
  if ("reason" in shape) return refuse("parquet_geometry");
  if (crs === null) {
    const first = shape.outlines[0]?.ring ?? shape.lines[0] ?? shape.points[0];
    if (first) placeMetres(source, sink, first);
  }
  // Further geometries are listed among the columns that have no use.
  const unread = Object.fromEntries(others.map((name) => [name, {}]));
  const properties = { ...propertiesOf(row, field, times), ...unread };
  sink.feature({ number, kind: String(geometry["type"]), ...shape, properties });
}

/** The fields below the root; those of lists and structures are below them. */
function topFields(schema: readonly Field[]): Field[] {
  const fields: Field[] = [];
  let at = 1;
  const skip = (): void => {
    const children = schema[at]?.num_children ?? 0;
    at += 1;
    for (let child = 0; child < children && at < schema.length; child += 1) skip();
  };
  while (at < schema.length) {
    fields.push(schema[at]!);
    skip();
  }
  return fields;
}

function geoOf(source: TwinSource, footer: FileMetaData, fields: readonly Field[]): Geo {
  const text = footer.key_value_metadata?.find(({ key }) => key === "geo")?.value;
  if (text === undefined) return nativeOf(source, footer, fields);
  const refuse = (field: string) => fileRefused(source, { reason: "parquet_metadata", field });
  const geo = jsonOf(text);
  if (!isObject(geo) || !isObject(geo["columns"])) throw refuse("geo");
  const { primary_column, columns } = geo;
  const primary = typeof primary_column === "string" ? columns[primary_column] : undefined;
  if (typeof primary_column !== "string" || !isObject(primary)) throw refuse("primary_column");
  if (!fields.some(({ name }) => name === primary_column)) throw refuse("primary_column");
  const encoding = String(primary["encoding"]).replace(/^geoarrow\./, "");
  if (encoding !== "WKB" && !(encoding in depths)) throw refuse("encoding");
  const names = Object.keys(columns);
  const bounds = Object.values(columns).flatMap(boundsOf);
  return {
    primary: { name: primary_column, encoding, crs: crsOf(primary["crs"]) },
    others: names.filter((name) => name !== primary_column),
    bounds,
  };
}

function jsonOf(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return undefined;
  }
}

/** `undefined` is longitude and latitude, `null` is not known; else PROJJSON, which older files have as text. */
function crsOf(crs: unknown): string | null {
  if (crs === undefined) return LON_LAT;
  if (crs === null) return null;
  return typeof crs === "string" ? crs : JSON.stringify(crs);
}

/** The column of `covering`: `{"bbox": {"xmin": ["bbox", "xmin"], …}}`. */
function boundsOf(column: unknown): string[] {
  const bbox = isObject(column) && isObject(column["covering"]) ? column["covering"]["bbox"] : null;
  const xmin = isObject(bbox) ? bbox["xmin"] : null;
  return Array.isArray(xmin) && typeof xmin[0] === "string" ? [xmin[0]] : [];
}

/** Geometry columns that Parquet itself knows. */
function nativeOf(source: TwinSource, footer: FileMetaData, fields: readonly Field[]): Geo {
  const found = fields.flatMap(({ name, logical_type }) =>
    logical_type?.type === "GEOMETRY" || logical_type?.type === "GEOGRAPHY"
      ? [{ name, encoding: "WKB", crs: nativeCrs(footer, logical_type.crs) }]
      : [],
  );
  const [primary, ...others] = found;
  if (!primary) throw fileRefused(source, { reason: "parquet_no_geometry" });
  return { primary, others: others.map(({ name }) => name), bounds: [] };
}

/** "projjson:KEY" names an entry of the footer, "srid:CODE" a code. */
function nativeCrs(footer: FileMetaData, crs: string | undefined): string {
  if (crs === undefined || crs === "" || /^OGC:CRS84$/i.test(crs)) return LON_LAT;
  const [, kind, of = ""] = /^(projjson|srid):(.*)$/s.exec(crs) ?? [];
  if (kind === "srid") return of === "0" ? LON_LAT : `EPSG:${of}`;
  if (kind === undefined) return crs;
  return footer.key_value_metadata?.find(({ key }) => key === of)?.value ?? crs;
}

function ofWkb(value: unknown): Json | null {
  if (!(value instanceof Uint8Array)) return null;
  try {
    return wkx.Geometry.parse(Buffer.from(value)).toGeoJSON() as Json;
  } catch {
    return null;
  }
}

/** Lists around the positions of each native encoding. */
const depths: Readonly<Record<string, number>> = {
  point: 0,
  multipoint: 1,
  linestring: 1,
  multilinestring: 2,
  polygon: 2,
  multipolygon: 3,
};
const types: Readonly<Record<string, string>> = {
  point: "Point",
  multipoint: "MultiPoint",
  linestring: "LineString",
  multilinestring: "MultiLineString",
  polygon: "Polygon",
  multipolygon: "MultiPolygon",
};

/** Positions are structures of x and y. */
function ofStructure(encoding: string, value: unknown): Json | null {
  const coordinates = positionsOf(value, depths[encoding]!);
  return coordinates === undefined ? null : { type: types[encoding], coordinates };
}

function positionsOf(value: unknown, depth: number): unknown {
  if (depth > 0) {
    if (!Array.isArray(value)) return undefined;
    const parts = value.map((one) => positionsOf(one, depth - 1));
    return parts.includes(undefined) ? undefined : parts;
  }
  if (!isObject(value)) return undefined;
  const { x, y } = value;
  return typeof x === "number" && typeof y === "number" ? [x, y] : undefined;
}

/** An empty point has no numbers. */
function isEmpty({ coordinates, geometries }: Json): boolean {
  if (Array.isArray(geometries)) return geometries.length === 0;
  if (!Array.isArray(coordinates)) return false;
  return coordinates.every((one) => Number.isNaN(one));
}

/**
 * What a value that the library answers as a date is: a day, a time without a zone, or an instant; of one that it answers
 * as a number, how many parts of a second it counts from midnight.
 */
type TimeKind = "day" | "clock" | "instant" | { readonly perSecond: number };

/** Parts of a second that a time of the day counts; null for another field. */
function partsOfSecond({ converted_type, logical_type }: Field): number | null {
  const unit = logical_type?.type === "TIME" ? logical_type.unit : null;
  if (unit === "MILLIS" || converted_type === "TIME_MILLIS") return 1e3;
  if (unit === "MICROS" || converted_type === "TIME_MICROS") return 1e6;
  return unit === "NANOS" ? 1e9 : null;
}

/**
 * As the format says of the field (Parquet, "Logical types"). Programs write the clock of a place without its zone as not
 * adjusted to UTC; INT96 of older ones says neither.
 */
function timeKindOf(field: Field): TimeKind {
  const { type, converted_type, logical_type } = field;
  const perSecond = partsOfSecond(field);
  if (perSecond !== null) return { perSecond };
  if (converted_type === "DATE" || logical_type?.type === "DATE") return "day";
  if (type === "INT96") return "clock";
  const isClock = logical_type?.type === "TIMESTAMP" && !logical_type.isAdjustedToUTC;
  return isClock ? "clock" : "instant";
}

function propertiesOf(
  row: Row,
  geometry: string,
  times: ReadonlyMap<string, TimeKind>,
): Record<string, unknown> {
  const properties: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(row)) {
    if (name === geometry || value instanceof Uint8Array) continue;
    properties[name] = plainValue(value, times.get(name) ?? "instant");
  }
  return properties;
}

/** "10:30:00" of what is counted from midnight. */
function clockText(value: number, perSecond: number): string {
  const ms = Math.round((value / perSecond) * 1000);
  return new Date(ms)
    .toISOString()
    .slice(11, 23)
    .replace(/\.000$/, "");
}

function plainValue(value: unknown, kind: TimeKind): unknown {
  if (typeof kind === "object") {
    const isCount = typeof value === "bigint" || typeof value === "number";
    return isCount ? clockText(Number(value), kind.perSecond) : value;
  }
  if (typeof value === "bigint") return exactInteger(value);
  if (!(value instanceof Date)) return value;
  if (Number.isNaN(value.getTime())) return null;
  const text = value.toISOString();
  return kind === "day" ? text.slice(0, 10) : kind === "clock" ? text.slice(0, -1) : text;
}
