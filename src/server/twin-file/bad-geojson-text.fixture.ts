// GeoJSON whose text or frame is wrong.
import { badText, type BadFile } from "./bad-file.fixture.ts";
import { badJson, collection, feature, good, polygon, sound } from "./geojson-shape.fixture.ts";

export const badGeoJsonTexts: readonly BadFile[] = [
  badText("an empty file", "", "file_empty"),
  badText("nothing but spaces", " \n\t ", "file_empty"),
  badText("plain words", "hello", "format_unknown"),
  badText("an array", "[1, 2]", "geojson_no_object", { line: 1 }),
  badText("a bare number", "42", "format_unknown"),
  badText("an object without type", "{}", "geojson_type", { field: "type" }),
  badJson("an unknown type", { type: "Folder" }, "geojson_type", { field: "type" }),
  badJson("a TopoJSON", { type: "Topology" }, "format_topojson"),
  badJson("a type that is a number", { type: 7 }, "geojson_type"),
  badJson("a collection without features", { type: "FeatureCollection" }, "geojson_no_features", {
    field: "features",
  }),
  badJson("features that are an object", collection({}), "geojson_no_features"),
  badJson("features that are null", collection(null), "geojson_no_features"),
  badJson("no feature at all", collection([]), "twin_no_features"),
  badJson("a number among the features", collection([good, 5]), "geojson_feature_no_object", {
    feature: 2,
  }),
  badJson("null among the features", collection([null]), "geojson_feature_no_object", {
    feature: 1,
  }),
  badJson("a list among the features", collection([[good]]), "geojson_feature_no_object", {
    feature: 1,
  }),
  badJson("a string among the features", collection(["x"]), "geojson_feature_no_object", {
    feature: 1,
  }),
  badText(
    "a file cut off in a feature",
    JSON.stringify(collection([good, good])).slice(0, -40),
    "json_cut_off",
    { feature: 2 },
  ),
  badText(
    "a file cut off between features",
    `${JSON.stringify(collection([good])).slice(0, -2)},`,
    "json_cut_off",
  ),
  badText("a file cut off in a string", '{"type":"FeatureCollection","name":"Pam', "json_cut_off", {
    line: 1,
  }),
  badText(
    "a second object behind the first",
    `${JSON.stringify(collection([good]))}{}`,
    "json_trailing",
  ),
  badText(
    "two commas between features",
    JSON.stringify(collection([good, good])).replace("},{", "},,{"),
    "geojson_feature_no_object",
    { feature: 2 },
  ),
  badText(
    "no comma between features",
    JSON.stringify(collection([good, good])).replace("},{", "}{"),
    "json_syntax",
    { feature: 2 },
  ),
  badText("single quotes", "{'type': 'Point'}", "json_syntax", { line: 1 }),
  badText("an unquoted key", '{type: "Point"}', "json_syntax"),
  badText("a comment", '{"type": "Point" /* here */}', "json_syntax"),
  badText(
    "a trailing comma in a feature",
    `{"type":"FeatureCollection","features":[\n{"type":"Feature",}\n]}`,
    "json_syntax",
    { feature: 1, line: 2 },
  ),
  badText(
    "a coordinate NaN",
    JSON.stringify(collection([good])).replace("-69.9999", "NaN"),
    "geojson_coordinates",
    { feature: 1 },
  ),
  badText(
    "a coordinate Infinity",
    JSON.stringify(collection([good])).replace("-69.9999", "Infinity"),
    "geojson_coordinates",
    { feature: 1 },
  ),
  badText(
    "a number beyond all numbers",
    JSON.stringify(collection([good])).replace("-69.9999", "1e999"),
    "twin_coordinate_not_finite",
    { feature: 1 },
  ),
  badText(
    "brackets nested a hundred thousand deep",
    `{"type":${"[".repeat(100_000)}`,
    "json_nested",
    {
      line: 1,
    },
  ),
  badText(
    "a feature nested two hundred deep",
    `{"type":"FeatureCollection","features":[{"a":${"[".repeat(200)}`,
    "json_nested",
    { feature: 1 },
  ),
  badText(
    "a lone surrogate byte",
    JSON.stringify(collection([good])).replace('Feature"', '\ud800"'),
    "geojson_no_feature",
  ),
  {
    ...badText("latin-1 in a property", "", "file_not_utf8", { feature: 1 }),
    bytes: Buffer.from(
      JSON.stringify(collection([feature(polygon(sound), { name: "Módulo" })])),
      "latin1",
    ),
  },
  {
    ...badText("latin-1 outside of the features", "", "file_not_utf8"),
    bytes: Buffer.from(JSON.stringify({ name: "Módulo", ...collection([]) }), "latin1"),
  },
  {
    ...badText("UTF-16 little endian", "", "file_not_utf8"),
    bytes: Buffer.from(`\ufeff${JSON.stringify(collection([good]))}`, "utf16le"),
  },
  {
    ...badText("UTF-16 big endian", "", "file_not_utf8"),
    bytes: Buffer.from(`\ufeff${JSON.stringify(collection([good]))}`, "utf16le").swap16(),
  },
  badText("NUL bytes", `{"type":"FeatureCollection",\u0000"features":[]}`, "json_syntax"),
  badJson("a crs that is a number", collection([good], { crs: 5 }), "geojson_crs", {
    field: "crs",
  }),
  badJson(
    "a crs of an unknown kind",
    collection([good], { crs: { type: "link", properties: { href: "x" } } }),
    "geojson_crs",
  ),
  badJson(
    "an unknown CRS",
    collection([good], { crs: { type: "name", properties: { name: "EPSG:999999" } } }),
    "twin_crs_unknown",
    { field: "crs" },
  ),
  badJson(
    "a crs of a private name",
    collection([good], { crs: { type: "name", properties: { name: "Our local grid" } } }),
    "twin_crs_unknown",
  ),
  badText(
    "an unknown crs behind the features",
    `${JSON.stringify(collection([good])).slice(0, -1)},"crs":{"type":"name","properties":{"name":"EPSG:2"}}}`,
    "twin_crs_unknown",
    { field: "crs" },
  ),
];
