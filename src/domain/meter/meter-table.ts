// Metered energy as a table: a row an interval, with a column for each meter, or with the name of the meter in a column.
import { csvText } from "../column/csv.ts";
import { isFailure, type Problem } from "../error.ts";
import { wideTable } from "../result-file/csv-reader.ts";
import { measureOf } from "../number-with-unit.ts";
import { decimalSignOf, readNumber, settledNumber, type DecimalSign } from "../number-text.ts";
import {
  cellText,
  eachRow,
  isMissing,
  withUnitRow,
  type Cell,
  type Table,
} from "../table/table.ts";
import { namedColumns } from "../table/named-columns.ts";
import { epochNotes, isTotalRow, joinedTime } from "../table/time-order.ts";
import { clockOf } from "./meter-clock.ts";
import { isTimeHead, layoutOf, meterHeads, type Layout } from "./meter-head.ts";
import { daysOfMeters } from "./meter-interval.ts";
import { isOtherColumn } from "./meter-other.ts";
import { meterUnitNames, type MeterUnit } from "./meter.ts";
import type { MeterFacts, MeterTable, MeterValue } from "./read-meter.ts";

const MOST_PROBLEMS = 50;
const MOST_METERS = 2000;
const isUnit = (text: string) =>
  meterUnitNames.some((unit) => unit.toLowerCase() === text.toLowerCase()) ||
  isOtherColumn(`(${text})`);

/** The days of each meter, or all that is wrong in the file; lines count from 1. */
export function readMeterTable(
  table: Table,
  facts: MeterFacts,
): { readonly read: MeterTable | null; readonly problems: Problem[] } {
  const problems: Problem[] = [];
  const rows: { readonly cells: readonly Cell[]; readonly line: number }[] = [];
  let head: string[] | null = null;
  let headLine = 0;
  const notes: Problem[] = [];
  const onOther = () => void notes.push({ reason: "csv_encoding" });
  try {
    eachRow(
      table,
      (cells, line) => {
        if (!head) {
          [head, headLine] = [cells.map(cellText), line];
          return;
        }
        if (rows.length === 0) {
          const whole = withUnitRow(head, cells, head.findIndex(isTimeHead), isUnit);
          if (whole) {
            head = [...whole];
            return;
          }
        }
        rows.push({ cells: cells.map(unquoted), line });
      },
      meterHeads,
      { onOther, most: wideTable },
    );
  } catch (error) {
    if (!isFailure(error)) throw error;
    return { read: null, problems: [...error.problems] };
  }
  const layout = layoutOf(head ?? [], headLine, facts, problems);
  if (!layout || problems.length > 0) return { read: null, problems };
  const decimal =
    facts.decimal ??
    decimalSignOf(rows.flatMap(({ cells }) => layout.columns.map(({ at }) => cells[at] ?? "")));
  const values = new Map<string, MeterValue[]>();
  const timeOf = (cells: readonly Cell[]) => {
    const [day = "", time] = layout.time.map((at) => cellText(cells[at]));
    return time === undefined ? day : joinedTime(day, time);
  };
  const own = rows.filter(({ cells }) => !isTotalRow(timeOf(cells)));
  const times = own.map(({ cells }) => timeOf(cells));
  const clock = clockOf({ zone: layout.zone, plant_zone: facts.plant_zone }, times);
  const missing = { count: 0, mark: "" };
  const latest = new Map<string, number>();
  for (const { cells, line } of clock.isDescending ? own.toReversed() : own) {
    if (problems.length >= MOST_PROBLEMS) break;
    takeRow({ layout, decimal, clock, values, latest, timeOf, missing }, cells, line, problems);
  }
  if (problems.length > 0) {
    return { read: null, problems: problems.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0)) };
  }
  if (values.size > MOST_METERS) {
    problems.push({ reason: "meter_count", values: { found: values.size, most: MOST_METERS } });
    return { read: null, problems };
  }
  notes.push(...epochNotes(times));
  const totals = rows.length - own.length;
  if (totals > 0) notes.push({ reason: "table_total_row", values: { count: totals } });
  if (layout.others.length > 0) {
    notes.push(namedColumns("meter_column_other", layout.others));
  }
  if (missing.count > 0) {
    notes.push({ reason: "meter_missing", values: { count: missing.count, text: missing.mark } });
  }
  return daysOfMeters(values, facts, clock, notes);
}

const unquoted = (cell: Cell) => (typeof cell === "number" ? cell : csvText(cell));

/** The number of a cell that states the unit of its column again; another cell as it is. */
function withoutUnit(cell: Cell, unit: MeterUnit | undefined): Cell {
  const read = typeof cell === "number" ? null : measureOf(cell);
  return read && read.unit === unit ? read.text : cell;
}

type Taking = {
  readonly layout: Layout;
  readonly decimal: DecimalSign | null;
  readonly clock: ReturnType<typeof clockOf>;
  readonly values: Map<string, MeterValue[]>;
  /** The time of the row before, with values or without, by the name of its meter; "" where columns are meters. */
  readonly latest: Map<string, number>;
  readonly timeOf: (cells: readonly Cell[]) => string;
  /** Numbers that say that there is no value, such as -9999. */
  readonly missing: { count: number; mark: string };
};

function takeRow(
  { layout, decimal, clock, values, latest, timeOf, missing }: Taking,
  cells: readonly Cell[],
  line: number,
  problems: Problem[],
): void {
  const name = layout.meter === null ? null : cellText(cells[layout.meter]);
  if (name === "") {
    problems.push({ reason: "meter_name_missing", line });
    return;
  }
  const at = clock.read(timeOf(cells), latest.get(name ?? "") ?? -Infinity);
  if (typeof at !== "number") {
    problems.push({ ...at, line });
    return;
  }
  latest.set(name ?? "", at);
  for (const column of layout.columns) {
    const cell = cells[column.at] ?? "";
    if (isMissing(cell)) continue;
    if (isMissing(cell, true)) {
      missing.count += 1;
      missing.mark ||= cellText(cell);
      continue;
    }
    const reading = settledNumber(readNumber(withoutUnit(cell, column.unit)), { decimal });
    const text = cellText(cell).slice(0, 80);
    if (reading.kind === "ambiguous") {
      const said = { text, one: reading.asDecimal, other: reading.asThousands };
      problems.push({ reason: "number_ambiguous", field: column.name, values: said, line });
    } else if (reading.kind !== "number") {
      problems.push({ reason: "meter_no_number", field: column.name, values: { text }, line });
    } else {
      const key = (name ?? column.name).slice(0, 200);
      const list = values.get(key) ?? [];
      values.set(key, list);
      list.push({ at, value: reading.value * column.factor, line });
    }
    if (problems.length >= MOST_PROBLEMS) return;
  }
}
