// The conditions of a survey in a file: CSV with a time in each line.
import { isFailure, type Problem } from "../error.ts";
import { csvReader } from "../result-file/csv-reader.ts";
import {
  quantities,
  quantityNames,
  type ConditionRow,
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
/** Date, time and zone of ISO 8601. */
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/** True for the name of such a file among those of a survey. */
export function isConditionFile(name: string): boolean {
  return /(^|[/_ -])conditions?\.csv$/i.test(name);
}

/** True for the name of a raster among the files of a survey. */
export function isRasterFile(name: string): boolean {
  return /\.tiff?$/i.test(name);
}

/**
 * The head names the columns: `time`, `component`, and any of `quantities`. A line gives what was measured at its
 * time; a blank cell gives nothing. `fluid` is that of the `component` (dt_id or pcs), or of the plant without one.
 * Lines count from 1.
 */
export function readConditions(bytes: Uint8Array): {
  readonly rows: readonly ConditionRow[];
  readonly problems: readonly Problem[];
} {
  const problems: Problem[] = [];
  const rows: ConditionRow[] = [];
  let head: readonly string[] | null = null;
  const reader = csvReader((cells, line) => {
    if (problems.length >= MOST_PROBLEMS) return;
    if (head === null) {
      head = cells.map((cell) => cell.trim().toLowerCase());
      problems.push(...headProblems(head, line));
      return;
    }
    if (problems.length === 0 || head.length > 0) takeLine(head, cells, line, { rows, problems });
  });
  try {
    reader.write(bytes);
    reader.end();
  } catch (error) {
    if (!isFailure(error)) throw error;
    problems.push(...error.problems);
  }
  if (problems.length === 0 && rows.length === 0) problems.push({ reason: "file_empty" });
  return { rows, problems };
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

function takeLine(
  head: readonly string[],
  cells: readonly string[],
  line: number,
  { rows, problems }: { rows: ConditionRow[]; problems: Problem[] },
): void {
  const cellOf = (name: string) => cells[head.indexOf(name)]?.trim() ?? "";
  const time = cellOf("time");
  if (head.includes("time") && !(instant.test(time) && Number.isFinite(Date.parse(time)))) {
    problems.push({
      reason: "condition_time_bad",
      field: "time",
      values: { value: time.slice(0, 80) },
      line,
    });
  }
  for (const quantity of quantityNames) {
    const cell = cellOf(quantity);
    if (cell === "") continue;
    const value = /^[+-]?\d+([.,]\d+)?$/.test(cell) ? Number(cell.replace(",", ".")) : NaN;
    const [least, greatest] = quantities[quantity];
    if (!(value >= least && value <= greatest)) {
      const said = { value: cell.slice(0, 80), least, greatest };
      problems.push({ reason: "condition_value_bad", field: quantity, values: said, line });
      continue;
    }
    const component = quantity === "fluid" ? cellOf("component") : "";
    rows.push({ quantity, component, measured_at: time, value, source: "file" });
  }
}
