// Files with shapes: the endings that every import takes, and the formats that are known by their ending alone.

/** Endings of files with shapes: twins, plant outlines, blueprints, flight areas. */
export const geoEndings = [
  ".geojson",
  ".json",
  ".geojsonl",
  ".geojsons",
  ".ndjson",
  ".kml",
  ".kmz",
  ".gpx",
  ".zip",
  ".gpkg",
  ".fgb",
  ".parquet",
  ".geoparquet",
  ".dxf",
  ".csv",
  ".tsv",
  ".xlsx",
] as const;

/** The formats that are read; each has its words in import.json. */
export const geoFormats = [
  "geojson",
  "geojson_lines",
  "esri_json",
  "kml",
  "kmz",
  "gpx",
  "shapefile",
  "geopackage",
  "geoparquet",
  "flatgeobuf",
  "dxf",
  "csv",
  "xlsx",
] as const;
export type GeoFormat = (typeof geoFormats)[number];

/** Formats that are not read, by ending: the reason says the way out. */
const named: Readonly<Record<string, string>> = {
  dwg: "format_dwg",
  dgn: "format_dgn",
  shp: "format_shp_alone",
  dbf: "format_shp_alone",
  shx: "format_shp_alone",
  prj: "format_wkt_alone",
  gml: "format_gml",
  osm: "format_osm",
  tab: "format_mif",
  mif: "format_mif",
  mid: "format_mif",
  gdb: "format_gdb",
  mdb: "format_gdb",
  topojson: "format_topojson",
  pdf: "format_pdf",
  tif: "format_tiff",
  tiff: "format_tiff",
  jpg: "format_picture",
  jpeg: "format_picture",
  png: "format_picture",
  heic: "format_picture",
  xls: "format_xls",
  las: "format_las",
  laz: "format_las",
  ifc: "format_ifc",
  xml: "format_landxml",
  rar: "format_packed",
  "7z": "format_packed",
  gz: "format_packed",
  qgs: "format_qgis",
  qgz: "format_qgis",
  lyr: "format_qgis",
  mpk: "format_qgis",
};

/** The reason why a file of this name is not read; null for one whose content decides. */
export function namedEnding(fileName: string): string | null {
  const ending = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? "";
  return named[ending] ?? null;
}

/** True for a name with an ending that is read. */
export function isGeoFile(fileName: string): boolean {
  const name = fileName.toLowerCase();
  return geoEndings.some((ending) => name.endsWith(ending));
}
