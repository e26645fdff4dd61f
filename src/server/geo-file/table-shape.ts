// A table with a shape in each row: WKT, or longitude and latitude. Of CSV files and of workbooks.
import wkx from "wkx";
import { readNumber, settledNumber } from "../../domain/number-text.ts";
import { cellText, type Cell, type Heads } from "../../domain/table/table.ts";
import { plainName } from "../../domain/twin/twin-file-name.ts";
import { shapeOf, type Json, type Shape } from "./geometry-shape.ts";
import {
  fileRefused,
  refuseMetres,
  unreadNote,
  type FeatureSink,
  type TwinSource,
} from "./raw-feature.ts";

const wktNames = ["wkt", "geometry", "geom", "thegeom", "shape", "geometria", "wkbgeometry"];
const lonNames = ["lon", "lng", "long", "longitude", "longitud", "x", "pointx", "easting", "este"];
const latNames = ["lat", "latitude", "latitud", "y", "pointy", "northing", "norte"];
const wkt = /^\s*(?:SRID=\d+;)?\s*(?:MULTI)?(?:POINT|LINESTRING|POLYGON|GEOMETRYCOLLECTION)\b/i;
/** What ArcGIS writes for a shape that is not in the table, or nothing. */
const noShape = /^\s*(?:(?:multi)?(?:point|patch|polygon|polyline|linestring)(?:\s+z?m?)?)?\s*$/i;

type ShapeColumns = {
  readonly names: readonly string[];
  readonly wkt: number;
  readonly lon: number;
  readonly lat: number;
};

/** The heads by which a sheet with shapes is known. */
export const shapeHeads: Heads = [
  ...wktNames.map((name) => [name]),
  ...lonNames.flatMap((lon) => latNames.map((lat) => [lon, lat])),
];

type Place = { readonly feature: number; readonly line: number };

export type ShapeTable = {
  /** Passes the shape and the properties of a row. */
  readonly row: (cells: readonly Cell[], place: Place) => void;
  /** Notes the columns with values that became no property. */
  readonly end: () => void;
};

/**
 * Begins a table with its head. Of several columns with one head, the first that a row fills counts.
 * @throws FILE_REFUSED where the head names no shape
 */
export function shapeTable(
  head: readonly Cell[],
  line: number,
  source: TwinSource,
  sink: FeatureSink,
): ShapeTable {
  const columns = shapeColumns(head);
  if (columns === null) throw fileRefused(source, { reason: "csv_no_shape", line });
  const { names } = columns;
  const headless = new Set<number>();
  const repeated = new Set<number>();
  return {
    row(cells, place) {
      for (const [index, cell] of cells.entries()) {
        if (cellText(cell) === "") continue;
        const name = names[index] ?? "";
        if (name === "") headless.add(index);
        else if (isFilledBefore(names, cells, index)) repeated.add(index);
      }
      takeShapeRow(columns, cells, place, source, sink);
    },
    end() {
      const inOrder = (indexes: ReadonlySet<number>) => [...indexes].toSorted((a, b) => a - b);
      if (headless.size > 0) {
        const places = inOrder(headless).map((index) => String(index + 1));
        sink.note?.(unreadNote("columns_without_head", places));
      }
      if (repeated.size > 0) {
        const heads = inOrder(repeated).map((index) => names[index]!);
        sink.note?.(unreadNote("columns_repeated", heads));
      }
    },
  };
}

/** Whether an earlier column with the same head has a value in this row. */
const isFilledBefore = (names: readonly string[], cells: readonly Cell[], index: number) =>
  names.slice(0, index).some((name, at) => name === names[index] && cellText(cells[at]) !== "");

/** Where the shape stands; null where the head names none. */
function shapeColumns(cells: readonly Cell[]): ShapeColumns | null {
  const names = cells.map(cellText);
  const plain = names.map(plainName);
  const at = (wanted: readonly string[]) => {
    const found = wanted.map((name) => plain.indexOf(name)).filter((index) => index >= 0);
    return found[0] ?? -1;
  };
  const columns = { names, wkt: at(wktNames), lon: at(lonNames), lat: at(latNames) };
  return columns.wkt < 0 && (columns.lon < 0 || columns.lat < 0) ? null : columns;
}

function takeShapeRow(
  { names, wkt: at, lon, lat }: ShapeColumns,
  cells: readonly Cell[],
  place: Place,
  source: TwinSource,
  sink: FeatureSink,
): void {
  const properties: Record<string, Cell> = {};
  for (const [index, name] of names.entries()) {
    const cell = typeof cells[index] === "number" ? cells[index] : cellText(cells[index]);
    const isShape = index === at || (at < 0 && (index === lon || index === lat));
    const isRead = !isShape && name !== "" && cell !== "" && !Object.hasOwn(properties, name);
    if (isRead) properties[name] = cell;
  }
  const text = cellText(cells[at]);
  const isPoint = at < 0 || (lon >= 0 && lat >= 0 && noShape.test(text));
  const given = isPoint ? pointOf(cells[lon], cells[lat]) : shapeOfText(text);
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

function pointOf(x: Cell = "", y: Cell = ""): Given | null {
  // In degrees, a comma before three digits can only be decimal.
  const [lon, lat] = [x, y].map((cell) =>
    typeof cell === "number"
      ? ({ kind: "number", value: cell } as const)
      : settledNumber(readNumber(cell.trim()), { least: -180, greatest: 180 }),
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
