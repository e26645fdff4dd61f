// The table form of the result file, CSV or a sheet: dt_id or pcs, and one column per key figure, headed by its ID or key,
// with the unit in brackets if it is another one: `glass_temperature [°F]`.
import { csvText } from "../column/csv.ts";
import { csvReader, type CsvReader } from "./csv-reader.ts";
import type { FileMapping } from "../file-preview/file-mapping.ts";
import { mappedHeads, mappedRows } from "../file-preview/mapped-table.ts";
import { tableWords } from "../file-preview/table-mapping.ts";
import { cellText, headRank, type Cell, type HeadNames, type TakeRow } from "../table/table.ts";
import { failure, type Problem } from "../error.ts";
import type { Found } from "../component/component-directory.ts";
import { readNumber, settledNumber, type NumberReading } from "../number-text.ts";
import { cellInUnit } from "../key-figure/cell-unit.ts";
import type { KeyFigure } from "../key-figure/key-figure.ts";
import {
  valueFault,
  type GivenUnit,
  type Place,
  type ResultCollector,
} from "./result-collector.ts";

const decimal = /^-?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;
const missing = new Set(["", "null", "NaN", "nan"]);
const MAX_NAME = 200;
/** A heading with a unit in brackets. */
const withUnit = /^(.*?)\s*(?:\[([^\]]*)\]|\(([^)]*)\))$/;
/** A number with a point that could mark thousands. */
const threeBehindPoint = /^-?[1-9]\d{0,2}\.\d{3}$/;
/** Cells that wait for another one to prove what their comma means. */
const MOST_WAITING = 100_000;
type Column = { readonly figure: KeyFigure; readonly unit: GivenUnit };
/** A number whose point was read as a decimal one, and could mark thousands. */
type Doubtful = { readonly text: string; readonly column: Column; readonly place: Place };

/** What the head of such a table needs. */
export const resultHeads: HeadNames = [["dt_id"], ["pcs"]];

const withoutPoint = (text: string) => Number(text.replace(".", ""));

/** Whether the number without its point is one that the key figure can have. */
function canBeThousands({ text, column: { figure, unit } }: Doubtful): boolean {
  const value = withoutPoint(text);
  return valueFault(figure, unit.toKeyFigure ? unit.toKeyFigure(value) : value) === null;
}

/** Reads the file's chunks into the collector; `finish` of the collector gives the result. */
export function resultCsvReader(
  collector: ResultCollector,
  file: string,
  mapping?: FileMapping,
): CsvReader {
  const { row, end, heads } = resultRows(collector, file, mapping);
  const onOther = () => collector.note({ reason: "csv_encoding", file });
  const reader = csvReader(row, (cells) => headRank(cells, heads), onOther);
  return {
    write: reader.write,
    end() {
      reader.end();
      end(reader.separator());
    },
    separator: reader.separator,
  };
}

/** The cells up to the last one that is not blank. */
const withoutBlankEnd = <One extends Cell>(cells: readonly One[]): readonly One[] =>
  cells.slice(0, cells.findLastIndex((cell) => cellText(cell) !== "") + 1);

type Waiting = {
  readonly found: Found;
  readonly column: Column;
  readonly place: Place;
  readonly text: string;
  readonly reading: NumberReading;
};

/**
 * Takes the head, then the rows, into the collector. Decimals may have a point or a comma. What a comma or a point before
 * three digits means follows from the other numbers of the file, or is refused: `end` decides it, with the separator of
 * the file if it is a text.
 * @param mapping what the user said of the columns: then other ones without a meaning are left out
 */
export function resultRows(
  collector: ResultCollector,
  file: string,
  mapping?: FileMapping,
): {
  readonly row: TakeRow;
  readonly end: (separator?: string) => void;
  readonly heads: HeadNames;
} {
  const proven = { comma: false, point: false };
  let doubtful: Doubtful | null = null;
  /** The first number of each column that is possible with thousands as well. */
  const thousands = new Map<Column, Doubtful>();
  const withWhole = new Set<Column>();
  /** A number with thousands would be none that its key figure can have. */
  let isPointByRange = false;
  const waiting: Waiting[] = [];
  let header: { by: "dt_id" | "pcs"; at: number; columns: (Column | null)[] } | null = null;
  let width = 0;

  const stop = (problem: Problem): never => {
    throw failure("FILE_REFUSED", { file, ...problem });
  };

  function readHeader(fields: readonly string[], line: number): void {
    const names = withoutBlankEnd(fields).map((field) => field.trim());
    const lower = names.map((name) => name.toLowerCase());
    const by = lower.includes("dt_id") ? "dt_id" : "pcs";
    const at = lower.indexOf(by);
    if (at < 0) stop({ reason: "csv_header_without_names", line });
    width = names.length;
    const seen = new Set<string>();
    const columns = names.map((heading, i): Column | null => {
      // A second name column is for human readers.
      if (lower[i] === "dt_id" || lower[i] === "pcs") return null;
      const [, name = heading, square, round] = withUnit.exec(heading) ?? [];
      const figure = collector.keyFigure(/^\d{1,6}$/.test(name) ? Number(name) : name, { line });
      const key = figure?.key ?? name;
      if (seen.has(key)) stop({ reason: "field_twice", field: name.slice(0, 80), line });
      seen.add(key);
      if (figure === null) return null;
      const unit = collector.unit(figure, square ?? round, { line });
      return unit === null ? null : { figure, unit };
    });
    if (seen.size === 0) stop({ reason: "csv_header_without_key_figures", line });
    header = { by, at, columns };
  }

  function pointNumber(text: string, column: Column, place: Place): number {
    if (!text.includes(".")) withWhole.add(column);
    else if (!threeBehindPoint.test(text)) proven.point = true;
    else {
      const one = { text, column, place };
      doubtful ??= one;
      if (!canBeThousands(one)) isPointByRange = true;
      else if (!thousands.has(column)) thousands.set(column, one);
    }
    return Number(text);
  }

  function takeText(found: Found, column: Column, text: string, place: Place): void {
    const reading = readNumber(text);
    if (reading.kind === "number") {
      if (reading.decimal === ",") proven.comma = true;
      else if (reading.decimal === ".") proven.point = true;
      collector.add(found, column.figure, reading.value, place, column.unit);
    } else if (reading.kind === "ambiguous") {
      if (waiting.length >= MOST_WAITING) refuseAmbiguous({ found, column, place, text, reading });
      else waiting.push({ found, column, place, text, reading });
    } else if (!takeMeasure(found, column, text, place)) {
      const values = { text: text.slice(0, 40) };
      collector.problem({ reason: "not_a_number", values, field: column.figure.key, ...place });
    }
  }

  /** Takes a number with its own unit. @returns whether it is one */
  function takeMeasure(found: Found, column: Column, text: string, place: Place): boolean {
    const { figure, unit } = column;
    const value = cellInUnit(text, figure.unit, unit.toKeyFigure);
    if (value === null) return false;
    collector.add(found, figure, value, place, { toKeyFigure: (one) => one });
    return true;
  }

  function refuseAmbiguous({ column, place, text, reading }: Waiting): void {
    if (reading.kind !== "ambiguous") return;
    const values = { text, one: reading.asDecimal, other: reading.asThousands };
    collector.problem({ reason: "number_ambiguous", values, field: column.figure.key, ...place });
  }

  function refuseDoubtful({ text, column, place }: Doubtful): void {
    const values = { text, one: Number(text), other: withoutPoint(text) };
    const field = column.figure.key;
    collector.problem({ reason: "number_ambiguous", values, field, ...place });
  }

  function end(separator?: string): void {
    const isClear = proven.comma !== proven.point;
    const decimal = isClear ? (proven.comma ? "," : ".") : null;
    for (const one of waiting) {
      const reading = settledNumber(one.reading, { decimal });
      if (reading.kind !== "number") refuseAmbiguous(one);
      else collector.add(one.found, one.column.figure, reading.value, one.place, one.column.unit);
    }
    // It was read as a decimal, which it is only in a file of points.
    if (doubtful && (proven.comma || (waiting.length > 0 && !isClear))) {
      refuseDoubtful(doubtful);
      return;
    }
    if (proven.point || isPointByRange) return;
    // Fields between commas have hardly a decimal comma. Elsewhere, and beside whole numbers, a point may mark thousands.
    for (const one of thousands.values()) {
      if (separator !== "," || withWhole.has(one.column)) refuseDoubtful(one);
    }
  }

  const row: TakeRow = (cells, line) => {
    if (cells.every((cell) => cellText(cell) === "")) return;
    // Spreadsheets write separators to the end of their table.
    const isLonger = header !== null && cells.length > width;
    const fields = isLonger
      ? [...cells.slice(0, width), ...withoutBlankEnd(cells.slice(width))]
      : cells;
    if (header === null) {
      readHeader(fields.map(cellText), line);
      return;
    }
    if (fields.length !== width) {
      const values = { expected: width, found: fields.length };
      stop({ reason: "csv_field_count", values, line });
    }
    const name = csvText(cellText(fields[header.at]));
    const place = { line };
    if (name === "" || name.length > MAX_NAME) {
      collector.problem({ reason: "field_missing", field: header.by, ...place });
      return;
    }
    const found = collector.component(header.by, name, place);
    if (found === null) return;
    for (let i = 0; i < width; i++) {
      const column = header.columns[i];
      if (!column) continue;
      const text = cellText(fields[i]);
      if (missing.has(text)) {
        collector.addBlank();
        continue;
      }
      const cell = fields[i];
      if (typeof cell === "number") {
        if (Number.isInteger(cell)) withWhole.add(column);
        collector.add(found, column.figure, cell, place, column.unit);
      } else if (!decimal.test(text)) takeText(found, column, text, place);
      else {
        const value = pointNumber(text, column, place);
        collector.add(found, column.figure, value, place, column.unit);
      }
    }
  };
  if (!mapping) return { row, end, heads: resultHeads };
  const heads = mappedHeads(mapping, resultHeads);
  const onNote = (note: Problem) => collector.note({ ...note, file });
  return { row: mappedRows(row, mapping, tableWords.results, onNote), end, heads };
}
