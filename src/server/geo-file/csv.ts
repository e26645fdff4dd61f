// Reads a table with a shape in each line: WKT, or longitude and latitude. Any separator and decimal sign.
import wkx from "wkx";
import { isFailure } from "../../domain/error.ts";
import { readNumber, settledNumber } from "../../domain/number-text.ts";
import { csvReader } from "../../domain/result-file/csv-reader.ts";
import { plainName } from "../../domain/twin/twin-file-name.ts";
import { shapeOf, type Json, type Shape } from "./geometry-shape.ts";
import {
  fileRefused,
  refuseMetres,
  type FeatureReader,
  type FeatureSink,
  type TwinSource,
} from "./raw-feature.ts";

const wktNames = ["wkt", "geometry", "geom", "thegeom", "shape", "geometria", "wkbgeometry"];
const lonNames = ["lon", "lng", "long", "longitude", "longitud", "x", "pointx", "easting", "este"];
const latNames = ["lat", "latitude", "latitud", "y", "pointy", "northing", "norte"];
const wkt = /^\s*(?:SRID=\d+;)?\s*(?:MULTI)?(?:POINT|LINESTRING|POLYGON|GEOMETRYCOLLECTION)\b/i;

type Columns = {
  readonly names: readonly string[];
  readonly wkt: number;
  readonly lon: number;
  readonly lat: number;
};

function columnsOf(cells: readonly string[]): Columns {
  const names = cells.map((cell) => cell.trim());
  const plain = names.map(plainName);
  const at = (wanted: readonly string[]) => {
    const found = wanted.map((name) => plain.indexOf(name)).filter((index) => index >= 0);
    return found[0] ?? -1;
  };
  return { names, wkt: at(wktNames), lon: at(lonNames), lat: at(latNames) };
}

export const readCsv: FeatureReader = async (source, sink) => {
  let columns: Columns | null = null;
  let number = 0;
  const reader = csvReader((cells, line) => {
    if (columns === null) {
      columns = columnsOf(cells);
      if (columns.wkt < 0 && (columns.lon < 0 || columns.lat < 0)) {
        throw fileRefused(source, { reason: "csv_no_shape", line });
      }
      return;
    }
    if (cells.every((cell) => cell.trim() === "")) return;
    number += 1;
    takeLine(columns, cells, { feature: number, line }, source, sink);
  });
  try {
    for await (const chunk of await source.open()) reader.write(chunk as Buffer);
    reader.end();
  } catch (error) {
    throw withFile(error, source);
  }
};

function withFile(error: unknown, source: TwinSource): unknown {
  if (!isFailure(error)) return error;
  const [problem] = error.problems;
  return problem && problem.file === undefined ? fileRefused(source, problem) : error;
}

function takeLine(
  { names, wkt: at, lon, lat }: Columns,
  cells: readonly string[],
  place: { readonly feature: number; readonly line: number },
  source: TwinSource,
  sink: FeatureSink,
): void {
  const properties: Record<string, string> = {};
  for (const [index, name] of names.entries()) {
    const cell = cells[index]?.trim() ?? "";
    const isShape = index === at || (at < 0 && (index === lon || index === lat));
    if (!isShape && name !== "" && cell !== "") properties[name] = cell;
  }
  const given = at < 0 ? pointOf(cells[lon], cells[lat]) : shapeOfText(cells[at] ?? "");
  if (given === null) {
    sink.refuse({
      reason: at < 0 ? "csv_place" : "csv_wkt",
      field: names[at < 0 ? lon : at]!,
      ...place,
    });
    return;
  }
  const { kind, shape, srid } = given;
  if (srid !== 0) sink.crs(`EPSG:${srid}`);
  else refuseMetres(source, shape.outlines[0]?.ring ?? shape.lines[0] ?? shape.points[0] ?? []);
  sink.feature({ number: place.feature, line: place.line, kind, ...shape, properties });
}

type Given = { readonly kind: string; readonly shape: Shape; readonly srid: number };

function pointOf(x = "", y = ""): Given | null {
  // In degrees, a comma before three digits can only be decimal.
  const [lon, lat] = [x, y].map((text) =>
    settledNumber(readNumber(text.trim()), { least: -180, greatest: 180 }),
  );
  if (lon?.kind !== "number" || lat?.kind !== "number") return null;
  const points = [[lon.value, lat.value]];
  return { kind: "Point", shape: { outlines: [], lines: [], points }, srid: 0 };
}

function shapeOfText(text: string): Given | null {
  try {
    const geometry = wkt.test(text)
      ? wkx.Geometry.parse(text.trim())
      : wkx.Geometry.parse(Buffer.from(/^[\da-f]+$/i.test(text.trim()) ? text.trim() : "", "hex"));
    const json = geometry.toGeoJSON() as Json;
    const shape = shapeOf(json);
    return "reason" in shape
      ? null
      : { kind: String(json["type"]), shape, srid: (geometry as { srid?: number }).srid ?? 0 };
  } catch {
    return null;
  }
}
