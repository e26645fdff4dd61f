// A table with a shape in each row: WKT, or longitude and latitude. Of CSV files and of workbooks.
import { isLooseShapeHead, isShapeHead, shapeHead } from "../../domain/table/shape-head.ts";
import { cellText, headRank, isMissing, type Cell } from "../../domain/table/table.ts";
import type { Problem } from "../../domain/error.ts";
import { plainName } from "../../domain/twin/twin-file-name.ts";
import { shapeOfText, type Given } from "./shape-text.ts";
import {
  angleOf,
  codeOf,
  fitsSystem,
  hemisphereWatch,
  isBareNumber,
  placeColumns,
  unitOfHead,
  type PlaceColumns,
} from "./table-place.ts";
import {
  fileRefused,
  NO_PLACE,
  firstPlace,
  placeMetres,
  unreadNote,
  type FeatureSink,
  type TwinSource,
} from "./raw-feature.ts";

/** What ArcGIS writes for a shape that is not in the table, or nothing. */
const noShape = /^\s*(?:(?:multi)?(?:point|patch|polygon|polyline|linestring)(?:\s+z?m?)?)?\s*$/i;

/** Heads (`plainName`) of tables that describe components, which the product takes for those that it has. */
const componentNames = new Set(
  "dtid component componente pcs module modulo modul tracker seguidor name nombre nome".split(" "),
);

/** Heads of columns that name what a row is of. */
const idNames = new Set([
  ...componentNames,
  ..."id label etiqueta rotulo position posicion posicao".split(" "),
]);

type ShapeColumns = {
  readonly names: readonly string[];
  readonly wkt: number;
  readonly lon: number;
  readonly lat: number;
  readonly place: PlaceColumns;
};

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
  const columns = shapeColumns(head) ?? placelessColumns(head, source);
  if (columns === null) {
    const isOfComponents = head.some((cell) => componentNames.has(plainName(cellText(cell))));
    const reason = isOfComponents ? "csv_no_shape_components" : "csv_no_shape";
    throw fileRefused(source, { reason, line });
  }
  const { names } = columns;
  const other = unitsOf(columns).find(({ unit }) => unit === "other");
  if (other) throw fileRefused(source, { ...unitFault(other.name), line });
  const stated = { srid: 0, isInDegrees: false, sides: hemisphereWatch() };
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
      takeShapeRow(columns, cells, place, stated, source, sink);
    },
    end() {
      const blank = (["lat", "lon"] as const).flatMap((axis) => {
        const { side, isLoose } = columns.place[axis];
        return side >= 0 && !isLoose && stated.sides.isBare(axis) ? [names[side]!] : [];
      });
      if (blank.length > 0) sink.note?.(unreadNote("csv_side_blank", blank));
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

/**
 * Tells the head of a table in this file: with shapes, or with what its rows are of. "x" and "y" below a line that may be
 * the head are crosses of a row with a digit, and may be either in one without: both lines have the same rank then.
 */
export const tableHead =
  ({ placeless }: TwinSource) =>
  (cells: readonly Cell[], above: readonly (readonly Cell[])[] = []): number => {
    if (!isShapeHead(cells)) return placeless ? headRank(cells, placeless, above) : 0;
    const heads = above.filter((head) => filledCells(head) >= filledCells(cells));
    if (!placeless || heads.length === 0 || !isLooseShapeHead(cells)) return Infinity;
    const [rank, most] = [
      headRank(cells, placeless, heads),
      Math.max(...heads.map((head) => headRank(head, placeless))),
    ];
    if (rank > most) return Infinity;
    // Heads have digits too ("T2", "String 1", "1a medida"), but no numbers, and none below the column of components.
    const texts = cells.map(cellText);
    const isId = (text: string, at: number) =>
      /\d/.test(text) && heads.some((head) => idNames.has(plainName(cellText(head[at]))));
    const isRow = texts.some(isId) || (rank === 0 && texts.some(isRowValue));
    return isRow ? 0 : most;
  };

/** A number or a date. */
const isRowValue = (text: string) => /^[-+]?\d+(?:[.,/:-]\d|$)/.test(text);

const filledCells = (cells: readonly Cell[]) =>
  cells.filter((cell) => cellText(cell) !== "").length;

function placelessColumns(cells: readonly Cell[], { placeless }: TwinSource): ShapeColumns | null {
  if (!placeless || headRank(cells, placeless) === 0) return null;
  const names = cells.map(cellText);
  return { names, wkt: -1, lon: -1, lat: -1, place: placeColumns([], { lon: -1, lat: -1 }) };
}

/** Where the shape stands; null where the head names none. */
function shapeColumns(cells: readonly Cell[]): ShapeColumns | null {
  const found = shapeHead(cells);
  if (found === null) return null;
  const names = cells.map(cellText);
  return { names, ...found, place: placeColumns(names, found) };
}

/** What the heads of longitude and latitude state of their unit; nothing where the shape is WKT alone. */
const unitsOf = ({ names, lon, lat }: ShapeColumns) =>
  [lon, lat].flatMap((index) => {
    const name = names[index];
    return name === undefined ? [] : [{ index, name, unit: unitOfHead(name) }];
  });

const unitFault = (name: string): Problem => ({
  reason: "csv_place_unit",
  field: name,
  values: { name: name.slice(0, 80) },
});

/** What the rows so far say: the code of the one before, and which sides of the world they name. */
type Stated = {
  srid: number;
  /** A row without a code was in degrees. */
  isInDegrees: boolean;
  readonly sides: ReturnType<typeof hemisphereWatch>;
};

function takeShapeRow(
  { names, wkt: at, lon, lat, place: beside }: ShapeColumns,
  cells: readonly Cell[],
  place: Place,
  stated: Stated,
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
  const isBlank = [at, lon, lat].every((index) => cellText(cells[index]) === "");
  if (source.placeless && isBlank) {
    const nothing = { outlines: [], lines: [], points: [] };
    sink.feature({
      number: place.feature,
      line: place.line,
      kind: NO_PLACE,
      ...nothing,
      properties,
    });
    return;
  }
  const text = cellText(cells[at]);
  const isPoint = at < 0 || (lon >= 0 && lat >= 0 && noShape.test(text));
  const refuse = (reason: string, column: number, values?: Problem["values"]) =>
    sink.refuse({ reason, field: names[column]!, ...place, ...(values && { values }) });
  // What loggers write where they have no place, which is no number of any system.
  if (isPoint && isMissing(cells[lon], true) && isMissing(cells[lat], true)) {
    refuse(at < 0 ? "csv_place" : "csv_wkt", at < 0 ? lon : at);
    return;
  }
  const code = codeOf(cells, beside);
  if (code === null) {
    refuse("csv_crs", beside.code, { value: cellText(cells[beside.code]).slice(0, 60) });
    return;
  }
  const columns = { lon, lat, place: beside };
  const units = isPoint ? unitsOf({ names, wkt: at, ...columns }) : [];
  const packed = units.find(({ index, unit }) => unit === "packed" && isBareNumber(cells[index]));
  if (packed) {
    refuse("csv_place_packed", packed.index, { value: cellText(cells[packed.index]).slice(0, 60) });
    return;
  }
  const given = isPoint ? pointOf(cells, columns, place.line, stated) : shapeOfText(text);
  if (given !== null && "side" in given) {
    refuse("csv_side", given.side, { value: cellText(cells[given.side]).slice(0, 60) });
    return;
  }
  if (given !== null && "bare" in given) {
    const said = { value: cellText(cells[given.bare]).slice(0, 60) };
    if (given.before === null) {
      refuse("csv_side_missing", given.bare, said);
      return;
    }
    // That row has been passed on: the file as a whole is not certain.
    const field = names[given.bare]!;
    throw fileRefused(source, {
      reason: "csv_side_mixed",
      line: given.before,
      field,
      values: said,
    });
  }
  // Two codes for one shape.
  if (given === null || (code !== 0 && given.srid !== 0 && given.srid !== code)) {
    refuse(at < 0 ? "csv_place" : "csv_wkt", at < 0 ? lon : at);
    return;
  }
  const { kind, shape } = given;
  const srid = given.srid || code;
  // A row without a code is no row of the system before it.
  if (srid !== stated.srid) sink.crs(`EPSG:${srid === 0 ? 4326 : srid}`);
  stated.srid = srid;
  const [x = NaN, y = NaN] = firstPlace(shape);
  const isMetric = Math.abs(x) > 180 || Math.abs(y) > 180;
  // Rows before it are degrees: one number of the table is wrong, and no system is missing.
  if (srid === 0 && isMetric && stated.isInDegrees && !source.hasSystem) {
    refuse(at < 0 ? "csv_place" : "csv_wkt", at < 0 ? lon : at);
    return;
  }
  if (srid === 0) placeMetres(source, sink, [x, y]);
  stated.isInDegrees ||= srid === 0 && !isMetric && Number.isFinite(x);
  const unfit = units.find(({ unit }) => srid === 0 && !fitsSystem(unit, source.chosen_system));
  if (unfit) throw fileRefused(source, { ...unitFault(unfit.name), line: place.line });
  sink.feature({ number: place.feature, line: place.line, kind, ...shape, properties });
}

/** A column of degrees without a hemisphere in a table that names it; `before` is the line of an earlier row. */
type Bare = { readonly bare: number; readonly before: number | null };

function pointOf(
  cells: readonly Cell[],
  { lon, lat, place }: Pick<ShapeColumns, "lon" | "lat" | "place">,
  line: number,
  { sides }: Stated,
): Given | { readonly side: number } | Bare | null {
  const [x, y] = [angleOf(cells, lon, place.lon, "lon"), angleOf(cells, lat, place.lat, "lat")];
  if (x === "side") return { side: place.lon.side };
  if (y === "side") return { side: place.lat.side };
  if (typeof x === "string" || typeof y === "string") return null;
  const faults = [
    { bare: lon, fault: sides.fault("lon", x, line) },
    { bare: lat, fault: sides.fault("lat", y, line) },
  ];
  for (const { bare, fault } of faults) {
    if (fault !== null) return { bare, before: fault === "row" ? null : fault };
  }
  const points = [[x.degrees, y.degrees] as const];
  return { kind: "Point", shape: { outlines: [], lines: [], points }, srid: 0 };
}
