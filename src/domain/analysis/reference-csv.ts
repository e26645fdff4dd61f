// Reference measurements as a table: one line per measurement, a column per key figure. What is exported can be
// imported again.
import { csvRow, csvText } from "../column/csv.ts";
import type { ComponentType } from "../component/component.ts";
import { failure, isFailure, type Problem } from "../error.ts";
import { limits } from "../limits.ts";
import { cellInUnit } from "../key-figure/cell-unit.ts";
import { keyFigureById, keyFigureByKey, type KeyFigure } from "../key-figure/key-figure.ts";
import { unitConversion, unitsFor } from "../key-figure/unit.ts";
import { decimalSteps, readNumber, settledNumber, type DecimalSign } from "../number-text.ts";
import { tableInstant } from "../table/table-time.ts";
import { dateOrderOf, haveClocks, headZone, type DateOrder } from "../table/time-order.ts";
import { cellText, rowSteps, type Cell, type Table } from "../table/table.ts";
import {
  isReferenceHead,
  referenceField,
  referenceFields,
  type ReferenceField,
} from "./reference-head.ts";
import {
  referenceFormShape,
  referenceValuesRefusal,
  type ReferenceForm,
  type ReferenceMeasurement,
  type ReferenceValue,
} from "./reference-measurement.ts";

const MOST_PROBLEMS = 50;

export type ReferenceRow = ReferenceForm & {
  readonly component_type: ComponentType;
  readonly is_ignored: boolean;
};

/**
 * The measurements of the file, or everything that is wrong in it; lines count from 1. Times without a zone are those
 * of the zone in their head, else of `time_zone` (IANA); without one they are refused. Each `yield` is a pause.
 */
export function* readReferenceCsv(
  table: Table,
  typeOf: (dtId: string) => ComponentType | undefined,
  time_zone?: string,
): Generator<
  undefined,
  { readonly rows: readonly ReferenceRow[]; readonly problems: readonly Problem[] }
> {
  const rows: ReferenceRow[] = [];
  const problems: Problem[] = [];
  let head: ReturnType<typeof headOf> | null = null;
  const lines: { readonly cells: readonly Cell[]; readonly line: number }[] = [];
  const plain = (cell: Cell) => (typeof cell === "number" ? cell : csvText(cell));
  try {
    const take = (cells: readonly Cell[], line: number) => {
      if (head === null) {
        head = headOf(cells.map(cellText), line, problems);
        return problems.length === 0;
      }
      if (lines.length >= limits.referenceFileRows) {
        const values = { most: limits.referenceFileRows };
        throw failure("FILE_REFUSED", { reason: "table_rows", values, line });
      }
      lines.push({ cells: cells.map(plain), line });
      return true;
    };
    yield* rowSteps(table, take, isReferenceHead);
  } catch (error) {
    if (!isFailure(error)) throw error;
    problems.push(...error.problems);
  }
  const { columns, units, time_zone: named_zone } = head ?? noHead;
  const zone = named_zone ?? time_zone;
  const isNumber = columns.map((column) => typeof column !== "string");
  const decimal = yield* decimalSteps(
    lines.map(({ cells }) => cells.filter((_, at) => isNumber[at])),
  );
  const timeAt = columns.indexOf("measured_at");
  const times = lines.map(({ cells }) => cellText(cells[timeAt]));
  const [order, hasClocks] = [dateOrderOf(times), haveClocks(times)];
  if (problems.length === 0)
    for (const { cells, line } of lines) {
      yield;
      if (problems.length >= MOST_PROBLEMS) break;
      const row = rowOf(
        { head: columns, units, decimal, order, hasClocks, typeOf, time_zone: zone },
        cells,
      );
      if ("problem" in row) problems.push({ ...row.problem, line });
      else rows.push(row.row);
    }
  if (rows.length === 0 && problems.length === 0) problems.push({ reason: "file_empty" });
  return { rows, problems };
}

/** A heading with a unit in brackets, as in result files. */
const withUnit = /^(.*?)\s*(?:\[([^\]]*)\]|\(([^)]*)\))?$/;
type Convert = (value: number) => number;
const same: Convert = (value) => value;
const noHead: ReturnType<typeof headOf> = {
  columns: [],
  units: [],
  time_zone: undefined,
};

function headOf(cells: readonly string[], line: number, problems: Problem[]) {
  const units: Convert[] = [];
  let time_zone: string | undefined;
  const head = cells.map((cell, at) => {
    const [, name = "", square, round] = withUnit.exec(cell.trim()) ?? [];
    const unit = square ?? round;
    const column = referenceField(cell);
    if (column !== null) {
      if (column === "measured_at") time_zone ??= headZone(cell);
      return column;
    }
    const figure = keyFigureByKey(name);
    if (unit === undefined || figure === undefined) return figure;
    const convert = unitConversion(figure.unit, unit);
    if (convert === null) {
      const values = { name: cell.slice(0, 80), offered: unitsFor(figure.unit).join(", ") };
      problems.push({ reason: "reference_unit", values, line });
    } else units[at] = convert;
    return figure;
  });
  for (const [at, column] of head.entries()) {
    const values = { name: cells[at]!.slice(0, 80) };
    if (column === undefined) problems.push({ reason: "reference_column", values, line });
    else if (head.indexOf(column) < at) problems.push({ reason: "reference_column", values, line });
  }
  for (const name of ["dt_id", "measured_at"] as const) {
    if (!head.includes(name)) {
      problems.push({ reason: "reference_column_missing", values: { name }, line });
    }
  }
  const known = problems.length > 0 ? [] : head.filter((column) => column !== undefined);
  return { columns: known, units, time_zone };
}

type Reading = {
  readonly head: readonly (ReferenceField | KeyFigure)[];
  readonly units: readonly Convert[];
  readonly decimal: DecimalSign | null;
  /** Of day and month in the times. */
  readonly order: DateOrder | null;
  readonly hasClocks: boolean;
  readonly typeOf: (dtId: string) => ComponentType | undefined;
  readonly time_zone: string | undefined;
};

function rowOf(
  { head, units, decimal, order, hasClocks, typeOf, time_zone }: Reading,
  cells: readonly Cell[],
): { readonly row: ReferenceRow } | { readonly problem: Problem } {
  // A decimal comma between commas makes one cell more: its number would lose its decimals.
  const found = cells.findLastIndex((cell) => cellText(cell) !== "") + 1;
  if (found > head.length) {
    const values = { expected: head.length, found };
    return { problem: { reason: "csv_field_count", values } };
  }
  const texts: Partial<Record<ReferenceField, string>> = {};
  const values: ReferenceValue[] = [];
  for (const [at, column] of head.entries()) {
    const cell = cells[at] ?? "";
    const text = cellText(cell);
    if (typeof column === "string") texts[column] = text;
    else if (text !== "") {
      const reading = settledNumber(readNumber(cell), { decimal });
      if (reading.kind === "ambiguous") {
        const said = { text, one: reading.asDecimal, other: reading.asThousands };
        return { problem: { reason: "number_ambiguous", field: column.key, values: said } };
      }
      const measured = reading.kind === "bad" ? cellInUnit(text, column.unit, units[at]) : null;
      if (measured !== null) {
        values.push({ key_figure_id: column.id, value: measured });
        continue;
      }
      if (reading.kind !== "number") {
        return { problem: { reason: "reference_no_number", field: column.key, values: { text } } };
      }
      values.push({ key_figure_id: column.id, value: (units[at] ?? same)(reading.value) });
    }
  }
  const { is_ignored = "", ...form } = texts;
  const measured_at = tableInstant(form.measured_at ?? "", time_zone, order, hasClocks);
  if (typeof measured_at !== "string") {
    return { problem: { ...measured_at, field: "measured_at" } };
  }
  const parsed = referenceFormShape.safeParse({ ...form, measured_at, values });
  if (!parsed.success) {
    const field = String(parsed.error.issues[0]?.path[0] ?? "");
    return { problem: { reason: "field_invalid", field } };
  }
  const component_type = typeOf(parsed.data.dt_id);
  if (component_type === undefined) {
    return {
      problem: { reason: "component_unknown", field: "dt_id", values: { name: parsed.data.dt_id } },
    };
  }
  const refusal = referenceValuesRefusal(values, component_type);
  if (refusal) return { problem: refusal };
  return { row: { ...parsed.data, component_type, is_ignored: /^(?:1|true)$/i.test(is_ignored) } };
}

/** The measurements as a file, in the order of the catalogue's key figures: its head, and a text for each. */
export function* referenceCsv(measurements: readonly ReferenceMeasurement[]): Generator<string> {
  const used = new Set<number>();
  for (const { values } of measurements) {
    for (const { key_figure_id } of values) used.add(key_figure_id);
  }
  const figures = [...used]
    .toSorted((a, b) => a - b)
    .map(keyFigureById)
    .filter((figure) => figure !== undefined);
  // Spreadsheets take the file for UTF-8 by this mark alone.
  yield `\uFEFF${csvRow([...referenceFields, ...figures.map(({ key }) => key)])}`;
  for (const one of measurements) {
    const values = new Map(one.values.map(({ key_figure_id, value }) => [key_figure_id, value]));
    yield csvRow([
      one.dt_id,
      one.measured_at,
      one.acquired_by,
      one.notes,
      one.is_ignored ? "1" : "0",
      ...figures.map(({ id }) => values.get(id) ?? null),
    ]);
  }
}
