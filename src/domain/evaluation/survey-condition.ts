// The conditions of a survey, measured beside it: a CSV file by time.
import { isFailure, type Problem } from "../error.ts";
import type { EvaluationSettings } from "./evaluation-settings.ts";
import { csvReader } from "../result-file/csv-reader.ts";

/** Columns of the file with their unit's limits: W/m2, m/s, °C, and a share for the emissivity. */
const quantities = {
  irradiance: [0, 1600],
  dni: [0, 1400],
  wind: [0, 60],
  ambient: [-60, 70],
  emissivity: [0.05, 1],
  reflected: [-120, 100],
  fluid: [-40, 600],
} as const;
export type Quantity = keyof typeof quantities;
const names = Object.keys(quantities) as Quantity[];

/** Mean over the survey, and how far it wandered: the standard deviation of the file's values. */
export type Condition = {
  readonly mean: number;
  readonly deviation: number;
  readonly count: number;
};

export type SurveyConditions = {
  readonly values: Partial<Readonly<Record<Exclude<Quantity, "fluid">, Condition>>>;
  /** Temperature of the fluid in °C by name of a loop, SCA, SCE or tube; "" for the whole plant. */
  readonly fluid: ReadonlyMap<string, Condition>;
};

export const noConditions: SurveyConditions = { values: {}, fluid: new Map() };

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

type Sums = Map<string, number[]>;

/**
 * The head names the columns: `time`, `component`, and any of `quantities`. A line gives what was measured at its
 * time; a blank cell gives nothing. `fluid` is that of the `component` (dt_id or pcs), or of the plant without one.
 * Lines count from 1.
 */
export function readConditions(bytes: Uint8Array): {
  readonly conditions: SurveyConditions;
  readonly problems: readonly Problem[];
} {
  const problems: Problem[] = [];
  const values: Sums = new Map();
  const fluid: Sums = new Map();
  let head: readonly string[] | null = null;
  const reader = csvReader((cells, line) => {
    if (problems.length >= MOST_PROBLEMS) return;
    if (head === null) {
      head = cells.map((cell) => cell.trim().toLowerCase());
      problems.push(...headProblems(head, line));
      return;
    }
    if (problems.length === 0 || head.length > 0)
      takeLine(head, cells, line, { values, fluid, problems });
  });
  try {
    reader.write(bytes);
    reader.end();
  } catch (error) {
    if (!isFailure(error)) throw error;
    problems.push(...error.problems);
  }
  if (problems.length === 0 && values.size + fluid.size === 0)
    problems.push({ reason: "file_empty" });
  const means = (sums: Sums) => new Map([...sums].map(([name, all]) => [name, conditionOf(all)]));
  return {
    conditions: { values: Object.fromEntries(means(values)), fluid: means(fluid) },
    problems,
  };
}

function headProblems(head: readonly string[], line: number): Problem[] {
  const known = ["time", "component", ...names];
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
  { values, fluid, problems }: { values: Sums; fluid: Sums; problems: Problem[] },
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
  for (const name of names) {
    const cell = cellOf(name);
    if (cell === "") continue;
    const value = /^[+-]?\d+([.,]\d+)?$/.test(cell) ? Number(cell.replace(",", ".")) : NaN;
    const [least, greatest] = quantities[name];
    if (!(value >= least && value <= greatest)) {
      const said = { value: cell.slice(0, 80), least, greatest };
      problems.push({ reason: "condition_value_bad", field: name, values: said, line });
    } else if (name === "fluid") add(fluid, cellOf("component"), value);
    else add(values, name, value);
  }
}

function add(sums: Sums, name: string, value: number): void {
  const all = sums.get(name);
  if (all) all.push(value);
  else sums.set(name, [value]);
}

function conditionOf(all: readonly number[]): Condition {
  const mean = all.reduce((sum, value) => sum + value, 0) / all.length;
  const square = all.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return {
    mean,
    deviation: all.length > 1 ? Math.sqrt(square / (all.length - 1)) : 0,
    count: all.length,
  };
}
