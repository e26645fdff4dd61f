// One feature of a JSON file, in the words of GeoJSON or of Esri.
import { esriShape, esriSystem } from "./esri-json.ts";
import { statedSystem } from "./json-system.ts";
import { withFields, type EsriFields } from "./esri-field.ts";
import { geometryTypes, isObject, shapeOf, type Json } from "./geometry-shape.ts";
import { placeMetres, type FeatureSink, type TwinSource } from "./raw-feature.ts";

const noFields: EsriFields = new Map();

type Place = { readonly feature: number; readonly line: number };

/**
 * Passes a parsed feature, or what is wrong with it, to the sink.
 * @param fields what a file of Esri says of the values of its features
 */
export function passJsonFeature(
  value: unknown,
  place: Place,
  sink: OwnSystemSink,
  fields: EsriFields = noFields,
): void {
  if (isObject(value) && value["type"] === undefined) {
    if (isObject(value["geometry"])) {
      passEsri(value, place, sink, fields);
      return;
    }
    if (isObject(value["attributes"])) {
      sink.refuse({ reason: "geojson_no_geometry", field: "geometry", ...place });
      return;
    }
  }
  if (!isObject(value) || value["type"] !== "Feature") {
    sink.refuse({ reason: "geojson_no_feature", field: "type", ...place });
    return;
  }
  const { geometry, properties } = value;
  if (!isObject(geometry)) {
    sink.refuse({ reason: "geojson_no_geometry", field: "geometry", ...place });
    return;
  }
  const kind = geometry["type"];
  if (typeof kind !== "string" || !geometryTypes.includes(kind)) {
    sink.refuse({ reason: "geojson_geometry_type", field: "geometry.type", ...place });
    return;
  }
  // PostGIS writes it into each geometry.
  const system = statedSystem(geometry) ?? statedSystem(value);
  if (system !== null && typeof system === "object") {
    sink.refuse({ ...system, ...place });
    return;
  }
  sink.ownSystem(system);
  const shape = shapeOf(geometry);
  if ("reason" in shape) sink.refuse({ ...shape, ...place });
  else {
    const stated = flatProperties(isObject(properties) ? properties : {}, sink);
    const { id } = value;
    const hasId = typeof id === "string" || typeof id === "number";
    // Not "id": many programs number the rows of each export there, and a number of rows names nothing.
    if (hasId && !Object.hasOwn(stated, FEATURE_ID)) stated[FEATURE_ID] = id;
    sink.feature({ number: place.feature, line: place.line, kind, ...shape, properties: stated });
  }
}

const FEATURE_ID = "feature_id";
const MOST_INSIDE = 100;

/**
 * Properties in properties become ones of the feature, "meta.serial"; lists of values become one text. Those beyond the
 * first hundred of one property are noted.
 */
function flatProperties(properties: Json, sink: FeatureSink): Record<string, unknown> {
  const flat = new Map<string, unknown>();
  for (const [name, value] of Object.entries(properties)) {
    if (isObject(value)) {
      const all = Object.entries(value);
      if (all.length > MOST_INSIDE) {
        const values = { count: all.length - MOST_INSIDE, names: name.slice(0, 60) };
        sink.note?.({ reason: "properties_inside", values });
      }
      for (const [inner, one] of all.slice(0, MOST_INSIDE)) {
        const path = `${name}.${inner}`;
        if (!Object.hasOwn(properties, path)) flat.set(path, textOf(one));
      }
    } else flat.set(name, textOf(value));
  }
  return Object.fromEntries(flat);
}

const textOf = (value: unknown): unknown =>
  Array.isArray(value) && value.every((one) => typeof one === "string" || typeof one === "number")
    ? value.join(", ")
    : value;

function passEsri(
  { geometry, attributes }: Json,
  place: Place,
  sink: FeatureSink,
  fields: EsriFields,
): void {
  const system = esriSystem(geometry as Json);
  if (system !== null) sink.crs(system);
  const shape = esriShape(geometry as Json);
  if ("reason" in shape) sink.refuse({ ...shape, ...place });
  else {
    const properties = withFields(isObject(attributes) ? attributes : {}, fields);
    sink.feature({ number: place.feature, line: place.line, ...shape, properties });
  }
}

/** A sink for features of which each may state its own reference system. */
export type OwnSystemSink = FeatureSink & {
  /** What the next feature states; null for that of the file, which is longitude and latitude where it states none. */
  ownSystem(name: string | null): void;
};

/** Coordinates of the first feature beyond these are no degrees with a slip in them. */
const CERTAIN_METRES = 1000;

/**
 * A sink that asks for the reference system of a file which states none and has metres, and that passes each system
 * once.
 * @param system what the file has stated so far; null for nothing
 */
export function askingForSystem(
  source: TwinSource,
  system: () => string | null,
  sink: FeatureSink,
): OwnSystemSink {
  let own: string | null = null;
  let isFirst = true;
  return {
    ...sink,
    crs(name) {
      if (name !== (own ?? system())) sink.crs(name);
      own = name;
    },
    ownSystem(name) {
      if (name === own) return;
      const used = name ?? system() ?? "EPSG:4326";
      if (used !== (own ?? system())) sink.crs(used);
      own = name;
    },
    feature(feature) {
      const xy = feature.outlines[0]?.ring ?? feature.lines?.[0] ?? feature.points?.[0] ?? [];
      const isMetric =
        Math.abs(xy[0] ?? 0) > CERTAIN_METRES || Math.abs(xy[1] ?? 0) > CERTAIN_METRES;
      if (isFirst && isMetric && own === null && system() === null) placeMetres(source, sink, xy);
      if (xy.length > 0) isFirst = false;
      sink.feature(feature);
    },
  };
}
