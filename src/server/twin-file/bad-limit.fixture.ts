// Files that are above a limit by one, or say two things at once.
import { limits } from "../../domain/limits.ts";
import { zip } from "../zip/zip.fixture.ts";
import { badText, type BadFile } from "./bad-file.fixture.ts";
import { goodKml } from "./bad-kml.fixture.ts";
import { badJson, collection, feature, good, polygon, sound } from "./geojson-shape.fixture.ts";

const first = { feature: 1 };
const times = <T>(count: number, make: (i: number) => T) =>
  Array.from({ length: count }, (_, i) => make(i));
/** A ring with this many vertices, closed. */
function circle(vertices: number): number[][] {
  const ring = times(vertices, (i) => {
    const angle = (i / vertices) * 2 * Math.PI;
    return [-70 + 0.01 * Math.cos(angle), -18 + 0.01 * Math.sin(angle)];
  });
  return [...ring, ring[0]!];
}
const properties = Object.fromEntries(times(limits.featureProperties + 1, (i) => [`p${i}`, i]));
const data = times(
  limits.featureProperties + 1,
  (i) => `<Data name="p${i}"><value>1</value></Data>`,
);
const goodText = JSON.stringify(good);
const withCrs = (name: string) =>
  collection([good], { crs: { type: "name", properties: { name } } });

export const badLimits: readonly BadFile[] = [
  badJson(
    "a property too many",
    collection([feature(polygon(sound), properties)]),
    "feature_properties",
    { ...first, field: "properties", values: { most: limits.featureProperties } },
  ),
  badText(
    "a data field too many",
    goodKml.replace("<Polygon>", `<ExtendedData>${data.join("")}</ExtendedData><Polygon>`),
    "feature_properties",
    first,
    "tracker.kml",
  ),
  badJson(
    "a hole too many",
    collection([feature(polygon(...times(limits.featureParts + 1, () => sound)))]),
    "feature_parts",
    { ...first, values: { most: limits.featureParts } },
  ),
  badJson(
    "a polygon too many",
    collection([
      feature({ type: "MultiPolygon", coordinates: times(limits.featureParts + 1, () => [sound]) }),
    ]),
    "feature_parts",
    first,
  ),
  badJson(
    "a vertex too many of a feature",
    collection([feature(polygon(circle(limits.featureVertices)))]),
    "feature_vertices",
    { ...first, values: { most: limits.featureVertices } },
  ),
  badJson(
    "a vertex too many of a component",
    collection([feature(polygon(circle(limits.componentVertices + 1)))]),
    "twin_ring_long",
    {
      ...first,
      values: { vertices: limits.componentVertices + 2, most: limits.componentVertices },
    },
  ),
  badJson(
    "a coordinate system of too many letters",
    withCrs(`PROJCS["${"x".repeat(limits.crsLength)}"]`),
    "twin_crs_unknown",
    { field: "crs" },
  ),
  badJson(
    "a code after too many letters",
    withCrs(`EPSG${":".repeat(300)}4326`),
    "twin_crs_unknown",
  ),
  badText(
    "two lists of features",
    `{"type":"FeatureCollection","features":[${goodText}],\n"features":[${goodText}]}`,
    "geojson_features_twice",
    { field: "features", line: 2 },
  ),
  badText(
    "two lists of features, the second one written with an escape",
    `{"type":"FeatureCollection","features":[${goodText}],"f\\u0065atures":[${goodText}]}`,
    "geojson_features_twice",
    { field: "features" },
  ),
  badText(
    "features that are no list before features that are one",
    `{"type":"FeatureCollection","features":{},"features":[${goodText}]}`,
    "geojson_features_twice",
    { field: "features", line: 1 },
  ),
  badText(
    "half of a character in a name",
    JSON.stringify(collection([feature(polygon(sound), { pcs: "a\ud800" })])),
    "twin_name_with_control",
    { ...first, field: "pcs" },
  ),
  badText(
    "a name with a character that XML does not have",
    JSON.stringify(collection([feature(polygon(sound), { dt_id: "a\uffff" })])),
    "twin_name_with_control",
    { ...first, field: "dt_id" },
  ),
  {
    title: "an entry too many",
    name: "tracker.kmz",
    bytes: zip(
      { name: "doc.kml", content: goodKml },
      ...times(limits.kmzEntries, (i) => ({ name: `${i}.png`, content: "", method: 0 })),
    ),
    reason: "zip_too_many_entries",
    place: { values: { most: limits.kmzEntries } },
  },
];
