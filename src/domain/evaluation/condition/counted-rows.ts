// Which rows of a survey's conditions count: those of the time of its flight. A logger's file is often that of a whole day.
import { z } from "zod";
import { quantityNames, type ConditionRow, type Quantity } from "../condition-record.ts";

const spanShape = z.object({ from: z.string(), to: z.string() });
/** Instants in ISO 8601, both inside. */
export type Span = z.infer<typeof spanShape>;

/** What is known of the time of the flight. */
export const flightTimeShape = z.object({
  /** When photos with a known zone were taken, in their order, apart; empty where there are none. */
  spans: z.array(spanShape),
  /** The day of the flight at the plant; null where it is not known. */
  day: spanShape.nullable(),
});
export type FlightTime = z.infer<typeof flightTimeShape>;
export const noFlightTime: FlightTime = { spans: [], day: null };

/** Lines so long before the first photo and after the last one count. */
const BESIDE_MS = 15 * 60_000;
/**
 * The sun changes quickly: no moment of the flight may be further from a line than this, where lines follow each other
 * every hour at most. Our limit.
 */
export const MOST_APART_MIN = 30;
/** Share of its mean by which the irradiance may wander where the time of the flight is not known. Our limit. */
export const MOST_WANDER = 0.15;
/** Hours that lines may cover where the time of the flight is not known. Our limit. */
export const MOST_HOURS = 3;
const HOUR_MS = 3_600_000;

/** `stated`: a person chose from and to; `photos`, `day`: of the flight; `file`: all lines, because none of it is known. */
export const countedBases = ["stated", "photos", "day", "file"] as const;
export const countedRefusals = ["no_line", "whole_day", "wanders", "gap"] as const;

/** What counts of the timed rows of a quantity. */
export const countedLinesShape = z.object({
  quantity: z.enum(quantityNames),
  basis: z.enum(countedBases),
  /** Rows that count, of all that were measured. */
  count: z.number().int(),
  of: z.number().int(),
  /** The first and the last time of the rows that count; of all of them where none does. */
  from: z.string(),
  to: z.string(),
  /** Why none counts; null where they do. */
  refused: z.enum(countedRefusals).nullable(),
});
export type CountedLines = z.infer<typeof countedLinesShape>;

/** A survey may have single values of the whole survey, which always count. */
export function rowsOfSurvey(
  rows: readonly ConditionRow[],
  when: FlightTime,
): { readonly rows: ConditionRow[]; readonly lines: CountedLines[] } {
  const timed = Map.groupBy(rows.filter(isTimed), ({ quantity }) => quantity);
  const counted = new Set<ConditionRow>();
  const lines = quantityNames.flatMap((quantity) => {
    const all = timed.get(quantity);
    if (!all) return [];
    const [basis, found] = ofFlight(all, when);
    const refused = found.length === 0 ? "no_line" : refusalOf(quantity, basis, found, when);
    if (refused === null) for (const row of found) counted.add(row);
    const shown = found.length === 0 ? all : found;
    const count = refused === null ? found.length : 0;
    return [{ quantity, basis, count, of: all.length, ...coverOf(shown), refused }];
  });
  return { rows: rows.filter((row) => !isTimed(row) || counted.has(row)), lines };
}

/** The rows with those between `from` and `to` as a person states the time of the flight; null: as the file has them. */
export function withStatedSpan(rows: readonly ConditionRow[], span: Span | null): ConditionRow[] {
  return rows.map((row) => {
    if (row.source !== "file" && row.source !== "stated") return row;
    return { ...row, source: span && isInside(row, [span], 0) ? "stated" : "file" };
  });
}

/** The spans of photos that were taken at these times (ISO 8601), in any order: a pause of more than 30 min parts them. */
export function spansOf(taken: readonly string[]): Span[] {
  const spans: { from: string; to: string }[] = [];
  for (const time of taken.toSorted((a, b) => Date.parse(a) - Date.parse(b))) {
    const last = spans.at(-1);
    if (last && Date.parse(time) - Date.parse(last.to) <= 2 * BESIDE_MS) last.to = time;
    else spans.push({ from: time, to: time });
  }
  return spans;
}

type TimedRow = ConditionRow & { readonly measured_at: string };

function isTimed(row: ConditionRow): row is TimedRow {
  return row.measured_at !== null;
}

function ofFlight(
  all: readonly TimedRow[],
  { spans, day }: FlightTime,
): [CountedLines["basis"], readonly TimedRow[]] {
  const stated = all.filter(({ source }) => source === "stated");
  if (stated.length > 0) return ["stated", stated];
  if (spans.length > 0) return ["photos", all.filter((row) => isInside(row, spans, BESIDE_MS))];
  const ofDay = day ? all.filter((row) => isInside(row, [day], 0)) : [];
  return ofDay.length > 0 ? ["day", ofDay] : ["file", all];
}

function refusalOf(
  quantity: Quantity,
  basis: CountedLines["basis"],
  rows: readonly TimedRow[],
  { spans }: FlightTime,
): CountedLines["refused"] {
  const isSun = quantity === "irradiance" || quantity === "dni";
  if (basis === "stated") return null;
  if (basis === "photos") return isSun && spans.some((span) => hasGap(rows, span)) ? "gap" : null;
  const { from, to } = coverOf(rows);
  if (Date.parse(to) - Date.parse(from) > MOST_HOURS * HOUR_MS) return "whole_day";
  return isSun && wanderOf(rows.map(({ value }) => value)) > MOST_WANDER ? "wanders" : null;
}

/** Whether a moment of the span has no line close to it. */
function hasGap(rows: readonly TimedRow[], { from, to }: Span): boolean {
  const most = MOST_APART_MIN * 60_000;
  const times = rows.map(({ measured_at }) => Date.parse(measured_at)).toSorted((a, b) => a - b);
  // Up to here each moment has a line.
  let covered = Date.parse(from);
  for (const time of times) if (time - most <= covered) covered = Math.max(covered, time + most);
  return (
    covered < Date.parse(to) || !times.some((time) => Math.abs(time - Date.parse(from)) <= most)
  );
}

/** Standard deviation over the mean. */
function wanderOf(values: readonly number[]): number {
  if (values.length < 2) return 0;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const square = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return Math.sqrt(square / (values.length - 1)) / mean;
}

function isInside({ measured_at }: ConditionRow, spans: readonly Span[], beside: number): boolean {
  const at = Date.parse(measured_at ?? "");
  return spans.some(
    ({ from, to }) => at >= Date.parse(from) - beside && at <= Date.parse(to) + beside,
  );
}

function coverOf(rows: readonly TimedRow[]): Span {
  let [first, last] = [rows[0]!.measured_at, rows[0]!.measured_at];
  for (const { measured_at } of rows) {
    if (Date.parse(measured_at) < Date.parse(first)) first = measured_at;
    if (Date.parse(measured_at) > Date.parse(last)) last = measured_at;
  }
  return { from: first, to: last };
}
