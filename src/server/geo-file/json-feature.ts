// One feature of a JSON file, in the words of GeoJSON or of Esri.
import { esriShape } from "./esri-json.ts";
import { geometryTypes, isObject, shapeOf, type Json } from "./geometry-shape.ts";
import type { FeatureSink } from "./raw-feature.ts";

type Place = { readonly feature: number; readonly line: number };

/** Passes a parsed feature, or what is wrong with it, to the sink. */
export function passJsonFeature(value: unknown, place: Place, sink: FeatureSink): void {
  if (isObject(value) && value["type"] === undefined && isObject(value["geometry"])) {
    passEsri(value, place, sink);
    return;
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
  const shape = shapeOf(geometry);
  if ("reason" in shape) sink.refuse({ ...shape, ...place });
  else {
    const stated = isObject(properties) ? properties : {};
    sink.feature({ number: place.feature, line: place.line, kind, ...shape, properties: stated });
  }
}

function passEsri({ geometry, attributes }: Json, place: Place, sink: FeatureSink): void {
  const shape = esriShape(geometry as Json);
  if ("reason" in shape) sink.refuse({ ...shape, ...place });
  else {
    const properties = isObject(attributes) ? attributes : {};
    sink.feature({ number: place.feature, line: place.line, ...shape, properties });
  }
}
