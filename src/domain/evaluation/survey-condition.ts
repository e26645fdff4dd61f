// The conditions of a survey in a file: a table with a time in each line.
import { isFailure, type Problem } from "../error.ts";
import { decimalSignOf, readNumber, settledNumber, type DecimalSign } from "../number-text.ts";
import { tableInstant } from "../table/table-time.ts";
import { cellText, eachRow, type Cell, type Heads, type Table } from "../table/table.ts";
import {
  quantities,
  quantityNames,
  type ConditionRow,
  type Quantity,
  type SurveyConditions,
} from "./condition-record.ts";
import type { EvaluationSettings } from "./evaluation-settings.ts";

/** True without strong wind, or without a measured one. */
export function isCalm(
  { wind }: SurveyConditions["values"],
  { most_wind }: EvaluationSettings,
): boolean {
  return !wind || wind.mean <= most_wind;
}

const MOST_PROBLEMS = 50;
/** W/m2. A pyranometer reads a little below zero at night, because its dome is colder than its sensor. */
const NIGHT_OFFSET = -20;

/** True for the name of such a file among those of a survey. */
export function isConditionFile(name: string): boolean {
  return /(^|[/_ -])conditions?\.(?:csv|xlsx)$/i.test(name);
}

/** True for the name of a raster among the files of a survey. */
export function isRasterFile(name: string): boolean {
  return /\.tiff?$/i.test(name);
}

/** What the head of such a table needs. */
export const conditionHeads: Heads = [["time"]];

type Line = { readonly cells: readonly Cell[]; readonly line: number };

export type ReadConditions = {
  readonly rows: readonly ConditionRow[];
  readonly problems: readonly Problem[];
  /** Lines whose irradiance is below zero, as at night: such a value is left out. */
  readonly night_lines: number;
};

/**
 * The head names the columns: `time`, `component`, and any of `quantities`. A line gives what was measured at its
 * time; a blank cell gives nothing. `fluid` is that of the `component` (dt_id or pcs), or of the plant without one.
 * Times without a zone are those of `time_zone` (IANA); without it they are refused. Numbers may have a decimal point
 * or a decimal comma: what one means follows from itself, its limits, or the others in the file, else it is refused.
 * Lines count from 1.
 */
export function readConditions(table: Table, time_zone?: string): ReadConditions {
  const problems: Problem[] = [];
  const rows: ConditionRow[] = [];
  let head: readonly string[] | null = null;
  const lines: Line[] = [];
  try {
    eachRow(table, (cells, line) => {
      if (head !== null) {
        lines.push({ cells, line });
        return;
      }
      head = cells.map((cell) => cellText(cell).toLowerCase());
      while (head.at(-1) === "") head = head.slice(0, -1);
      problems.push(...headProblems(head, line));
    });
  } catch (error) {
    if (!isFailure(error)) throw error;
    problems.push(...error.problems);
  }
  const names: readonly string[] = head ?? [];
  const isNumber = names.map((name) => quantityNames.some((quantity) => quantity === name));
  const decimal = decimalSignOf(
    lines.flatMap(({ cells }) => cells.filter((_, at) => isNumber[at])),
  );
  const state = { names, decimal, time_zone, rows, problems, night_lines: 0 };
  if (problems.length === 0)
    for (const one of lines) if (problems.length < MOST_PROBLEMS) takeLine(state, one);
  const isEmpty = rows.length === 0 && state.night_lines === 0;
  if (problems.length === 0 && isEmpty) problems.push({ reason: "file_empty" });
  return { rows, problems, night_lines: state.night_lines };
}

function headProblems(head: readonly string[], line: number): Problem[] {
  const known: readonly string[] = ["time", "component", ...quantityNames];
  const problems: Problem[] = [];
  for (const [at, name] of head.entries()) {
    const values = { name: name.slice(0, 80), offered: known.join(", ") };
    if (!known.includes(name)) problems.push({ reason: "condition_column_unknown", values, line });
    else if (head.indexOf(name) !== at)
      problems.push({ reason: "condition_column_twice", values, line });
  }
  if (!head.includes("time")) problems.push({ reason: "condition_time_missing", line });
  return problems;
}

type Reading = {
  readonly names: readonly string[];
  readonly decimal: DecimalSign | null;
  readonly time_zone: string | undefined;
  readonly rows: ConditionRow[];
  readonly problems: Problem[];
  night_lines: number;
};

function takeLine(state: Reading, { cells, line }: Line): void {
  const { names, problems, rows } = state;
  const cellOf = (name: string) => cells[names.indexOf(name)] ?? "";
  // A decimal comma between commas makes one cell more: its number would lose its decimals.
  const found = cells.findLastIndex((cell) => cellText(cell) !== "") + 1;
  if (found > names.length) {
    problems.push({ reason: "csv_field_count", values: { expected: names.length, found }, line });
    return;
  }
  const time = tableInstant(cellText(cellOf("time")), state.time_zone);
  if (typeof time !== "string") problems.push({ ...time, field: "time", line });
  const measured_at = typeof time === "string" ? time : null;
  let isNight = false;
  for (const quantity of quantityNames) {
    const cell = cellOf(quantity);
    if (cellText(cell) === "") continue;
    const value = valueOf(quantity, cell, state.decimal);
    if (typeof value === "object") {
      problems.push({ ...value, field: quantity, line });
      continue;
    }
    const isSun = quantity === "irradiance" || quantity === "dni";
    if (isSun && value < 0) {
      isNight = true;
      continue;
    }
    const component = quantity === "fluid" ? cellText(cellOf("component")) : "";
    rows.push({ quantity, component, measured_at, value, source: "file" });
  }
  if (isNight) state.night_lines += 1;
}

/** The number of a cell within the limits of its quantity, or what is wrong with it. */
function valueOf(quantity: Quantity, cell: Cell, decimal: DecimalSign | null): number | Problem {
  const [least, greatest] = quantities[quantity];
  const isSun = quantity === "irradiance" || quantity === "dni";
  const lowest = isSun ? NIGHT_OFFSET : least;
  const text = cellText(cell).slice(0, 80);
  const reading = settledNumber(readNumber(cell), { decimal, least: lowest, greatest });
  if (reading.kind === "ambiguous") {
    const { asDecimal, asThousands } = reading;
    const values = { text, one: asDecimal, other: asThousands };
    return { reason: "number_ambiguous", values };
  }
  const isGood = reading.kind === "number" && reading.value >= lowest && reading.value <= greatest;
  if (isGood) return reading.value;
  return { reason: "condition_value_bad", values: { value: text, least, greatest } };
}
