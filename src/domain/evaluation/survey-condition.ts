// The conditions of a survey in a file: a table with a time in each line.
import { failure, isFailure, type Problem } from "../error.ts";
import { decimalSteps, type DecimalSign } from "../number-text.ts";
import { finish } from "../steps.ts";
import { tableInstant } from "../table/table-time.ts";
import { namedColumns } from "../table/named-columns.ts";
import { wideTable } from "../result-file/csv-reader.ts";
import {
  dateOrderOf,
  epochNotes,
  haveClocks,
  isTotalRow,
  joinedTime,
  type DateOrder,
} from "../table/time-order.ts";
import {
  cellText,
  rowSteps,
  isMissing,
  withUnitRow,
  type Cell,
  type Table,
} from "../table/table.ts";
import {
  conditionHead,
  isConditionHead,
  isConditionUnit,
  withoutPlace,
  type ConditionColumn,
  type ConditionHead,
} from "./condition-head.ts";
import {
  quantityNames,
  quantityUnits,
  type ConditionRow,
  type Quantity,
  type SurveyConditions,
} from "./condition-record.ts";
import { conditionValue, statesUnit, unitFaults } from "./condition/condition-value.ts";
import type { EvaluationSettings } from "./evaluation-settings.ts";

/** True without strong wind, or without a measured one. */
export function isCalm(
  { wind }: SurveyConditions["values"],
  { most_wind }: EvaluationSettings,
): boolean {
  return !wind || wind.mean <= most_wind;
}

const MOST_PROBLEMS = 50;
const conditionName =
  /(?:^|[/_ -])(?:conditions?|condicion|condiciones|condicao|condicoes)\.(?:csv|xlsx)$/i;
const weatherName = /(?:^|[/_ -])(?:meteo|meteorologia|weather|clima)\.(?:csv|xlsx)$/i;

/**
 * The files of a survey that are such a table by their names, in three languages, and the tables that are not.
 * Files of the weather count where none has the name of the conditions.
 */
export function conditionFilesOf<File extends { readonly name: string }>(
  files: readonly File[],
): { readonly found: readonly File[]; readonly others: readonly File[] } {
  const plain = (name: string) => name.normalize("NFD").replaceAll(/\p{M}/gu, "");
  const tables = files.filter(({ name }) => /\.(?:csv|xlsx)$/i.test(name));
  const named = tables.filter(({ name }) => conditionName.test(plain(name)));
  const found =
    named.length > 0 ? named : tables.filter(({ name }) => weatherName.test(plain(name)));
  return { found, others: tables.filter((one) => !found.includes(one)) };
}

/** True for the name of a raster among the files of a survey. */
export function isRasterFile(name: string): boolean {
  return /\.tiff?$/i.test(name);
}

type Line = { readonly cells: readonly Cell[]; readonly line: number };

export type ReadConditions = {
  readonly rows: readonly ConditionRow[];
  readonly problems: readonly Problem[];
  /** Lines whose irradiance is below zero, as at night: such a value is left out. */
  readonly night_lines: number;
  /** The quantities of its columns. */
  readonly quantities: readonly Quantity[];
  /** Columns that are none of them, marks of missing values, and a zone that was assumed. */
  readonly notes: readonly Problem[];
};

/** What a reader of conditions does beside the table. */
export type ConditionReading = {
  /** Zone (IANA) of times that state none; without it they are refused. */
  readonly time_zone?: string | undefined;
  /** It was not stated by a person: a note says that it was assumed. */
  readonly isAssumed?: boolean;
  /** Quantities that are known without the file: where it has no other, its lines are not read. */
  readonly known?: ReadonlySet<Quantity>;
  /** Refuses a longer table, before its numbers are read. */
  readonly most_lines?: number;
};

/**
 * The head names the columns: `time`, `component`, and any of `quantities`, by names that condition-head.ts lists, with a
 * unit in brackets where it is another one. A line gives what was measured at its
 * time; a blank cell gives nothing. `fluid` is that of the `component` (dt_id or pcs), or of the plant without one.
 * Columns that are none of these are passed over with a note. Numbers may have a decimal point
 * or a decimal comma: what one means follows from itself, its limits, or the others in the file, else it is refused.
 * Lines count from 1. Each `yield` is a pause.
 */
export function* conditionSteps(
  table: Table,
  { time_zone, isAssumed = false, known, most_lines = Infinity }: ConditionReading = {},
): Generator<undefined, ReadConditions> {
  const problems: Problem[] = [];
  const rows: ConditionRow[] = [];
  let head: ConditionHead | null = null;
  let heads: readonly string[] = [];
  let headLine = 0;
  const lines: Line[] = [];
  const notes: Problem[] = [];
  const onOther = () => void notes.push({ reason: "csv_encoding" });
  try {
    yield* rowSteps(
      table,
      (cells, line) => {
        if (head !== null) {
          const [time = 0] = (head as ConditionHead).time;
          const whole =
            lines.length === 0 ? withUnitRow(heads, cells, time, isConditionUnit) : null;
          if (whole !== null) {
            problems.length = 0;
            head = conditionHead((heads = whole), headLine, problems);
            return;
          }
          if (lines.length >= most_lines) {
            const values = { most: most_lines };
            throw failure("FILE_REFUSED", { reason: "condition_lines", values, line });
          }
          lines.push({ cells, line });
          return;
        }
        let found = cells.map(cellText).map(withoutPlace);
        while (found.at(-1) === "") found = found.slice(0, -1);
        head = conditionHead((heads = found), (headLine = line), problems);
      },
      isConditionHead,
      { onOther, most: wideTable },
    );
  } catch (error) {
    if (!isFailure(error)) throw error;
    problems.push(...error.problems);
  }
  const { columns, time, time_zone: named_zone, others } = head ?? noHead;
  const found = quantityNames.filter((name) => columns.some((column) => column?.name === name));
  if (known && found.length > 0 && found.every((name) => known.has(name)))
    return { rows: [], problems: [], night_lines: 0, quantities: found, notes: [] };
  const timeOf = (cells: readonly Cell[]) => {
    const [day = "", clock] = time.map((at) => cellText(cells[at]));
    return clock === undefined ? day : joinedTime(day, clock);
  };
  const own = lines.filter(({ cells }) => !isTotalRow(timeOf(cells)));
  const times = own.map(({ cells }) => timeOf(cells));
  const [order, hasClocks] = [dateOrderOf(times), haveClocks(times)];
  const isNumber = columns.map((column) => quantityNames.some((name) => name === column?.name));
  const decimal = yield* decimalSteps(
    lines.map(({ cells }) => cells.filter((_, at) => isNumber[at])),
  );
  const zone = named_zone ?? time_zone;
  const state = {
    columns,
    timeOf,
    order,
    hasClocks,
    decimal,
    time_zone: zone,
    rows,
    problems,
    night_lines: 0,
    missing: { count: 0, mark: "" },
    isZoneUsed: false,
    bare: new Set<Quantity>(),
  };
  if (problems.length === 0)
    for (const one of own) {
      yield;
      if (problems.length < MOST_PROBLEMS) takeLine(state, one);
    }
  if (problems.length === 0)
    for (const fault of unitFaults(state.bare, rows)) problems.push({ ...fault, line: headLine });
  const isEmpty = rows.length === 0 && state.night_lines === 0;
  if (problems.length === 0 && isEmpty) problems.push({ reason: "file_empty" });
  notes.push(...epochNotes(times));
  const totals = lines.length - own.length;
  if (totals > 0) notes.push({ reason: "table_total_row", values: { count: totals } });
  if (others.length > 0) notes.push(namedColumns("condition_column_other", others));
  const { count, mark: text } = state.missing;
  if (count > 0) notes.push({ reason: "meter_missing", values: { count, text } });
  const assumed = found.filter((name) => state.bare.has(name));
  if (assumed.length > 0) {
    // As the file names them: "viento (m/s)".
    const headOf = (name: Quantity) => heads[columns.findIndex((column) => column?.name === name)];
    const units = assumed.map((name) => `${headOf(name)} (${quantityUnits[name]})`).join(", ");
    notes.push({ reason: "condition_unit_assumed", values: { units: units.slice(0, 300) } });
  }
  if (isAssumed && state.isZoneUsed && zone !== undefined)
    notes.push({ reason: "condition_zone_assumed", values: { zone } });
  return { rows, problems, night_lines: state.night_lines, quantities: found, notes };
}

/** The same in one go, for a process in which nothing else waits. */
export const readConditions = (table: Table, reading?: ConditionReading): ReadConditions =>
  finish(conditionSteps(table, reading));

const noHead: ConditionHead = { columns: [], time: [-1], time_zone: undefined, others: [] };

type Reading = {
  readonly columns: readonly (ConditionColumn | null)[];
  readonly timeOf: (cells: readonly Cell[]) => string;
  /** Of day and month in the times. */
  readonly order: DateOrder | null;
  readonly hasClocks: boolean;
  readonly decimal: DecimalSign | null;
  readonly time_zone: string | undefined;
  readonly rows: ConditionRow[];
  readonly problems: Problem[];
  night_lines: number;
  /** Numbers that say that there is no value, such as -9999. */
  readonly missing: { count: number; mark: string };
  /** A time states no zone. */
  isZoneUsed: boolean;
  /** Quantities with a value whose unit neither its head nor its cell states. */
  readonly bare: Set<Quantity>;
};

function takeLine(state: Reading, { cells, line }: Line): void {
  const { columns, problems, rows } = state;
  const indexOf = (name: string) => columns.findIndex((column) => column?.name === name);
  const cellOf = (name: string) => cells[indexOf(name)] ?? "";
  // A decimal comma between commas makes one cell more: its number would lose its decimals.
  const found = cells.findLastIndex((cell) => cellText(cell) !== "") + 1;
  if (found > columns.length) {
    const values = { expected: columns.length, found };
    problems.push({ reason: "csv_field_count", values, line });
    return;
  }
  const written = state.timeOf(cells);
  const { order, hasClocks } = state;
  const time = tableInstant(written, state.time_zone, order, hasClocks);
  if (typeof tableInstant(written, undefined, order, hasClocks) !== "string")
    state.isZoneUsed = true;
  if (typeof time !== "string") problems.push({ ...time, field: "time", line });
  const measured_at = typeof time === "string" ? time : null;
  let isNight = false;
  for (const quantity of quantityNames) {
    const cell = cellOf(quantity);
    if (isMissing(cell)) continue;
    if (isMissing(cell, true)) {
      state.missing.count += 1;
      state.missing.mark ||= cellText(cell);
      continue;
    }
    const { unit, isBare } = columns[indexOf(quantity)]!;
    const value = conditionValue(quantity, cell, unit, state.decimal);
    if (typeof value === "object") {
      problems.push({ ...value, field: quantity, line });
      continue;
    }
    const isSun = quantity === "irradiance" || quantity === "dni";
    if (isSun && value < 0) {
      isNight = true;
      continue;
    }
    // A share has no unit that it could lack.
    if (isBare && quantityUnits[quantity] !== "" && !statesUnit(quantity, cell))
      state.bare.add(quantity);
    const component = quantity === "fluid" ? cellText(cellOf("component")) : "";
    rows.push({ quantity, component, measured_at, value, source: "file" });
  }
  if (isNight) state.night_lines += 1;
}
