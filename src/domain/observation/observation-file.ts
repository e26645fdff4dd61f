// What a file says of an observation: its time, and the values of its columns. A text that is not certain is refused.
import type { Problem } from "../error.ts";
import type { DecimalSign } from "../number-text.ts";
import { instantAt } from "../plant/plant-time.ts";
import { tableInstant } from "../table/table-time.ts";
import { dateOrderOf, isoTime, type DateOrder } from "../table/time-order.ts";
import { plainName } from "../twin/twin-file-name.ts";
import type { ObservationColumn } from "./observation-column.ts";
import type { ColumnValue } from "./observation.ts";
import { observedNumber } from "./observed-number.ts";

/** A day without a time is stored as noon at the plant: it stays that day in all zones near it. */
const NOON_MS = 12 * 3_600_000;

export type ObservedTime =
  | { readonly kind: "instant"; readonly observed_at: string; readonly isNoon: boolean }
  /** The text states no zone, and none was given. */
  | { readonly kind: "zone_missing" }
  | { readonly kind: "bad"; readonly problem: Problem };

const compact = /^(\d{4})(\d\d)(\d\d)$/;
const dayText = /^\d{4}-\d\d-\d\d$/;
const midnight = /^(\d{4}-\d\d-\d\d)[T ]00:00(?::00)?$/;

/** What all times of a column say together. */
export type TimeProof = {
  /** Of day and month, where they stand first. */
  readonly order: DateOrder | null;
  /** All are days, some of them written as their midnight. */
  readonly areDays: boolean;
};
export const noProof: TimeProof = { order: null, areDays: false };

/** @param texts the times of a column */
export function timeProofOf(texts: Iterable<string>): TimeProof {
  const all = [...texts].map((text) => text.trim()).filter((text) => text !== "");
  const order = dateOrderOf(all);
  const areDays = all.every((text) => {
    const iso = isoTime(text, order);
    return typeof iso === "string" && (midnight.test(iso) || !iso.includes(":"));
  });
  return { order, areDays };
}

/**
 * The time of an observation: ISO 8601, also with a blank or with slashes, dates with the day or the month first where the
 * column proves which, names of months, or a day.
 * @param time_zone (IANA) of times that state none; null until the user chooses one
 */
export function observedTime(
  text: string,
  time_zone: string | null,
  { order, areDays }: TimeProof = noProof,
): ObservedTime {
  const plain = text.trim().replace(compact, "$1-$2-$3");
  const written = isoTime(plain, order);
  if (typeof written !== "string") return { kind: "bad", problem: written };
  const iso = areDays ? written.replace(midnight, "$1") : written;
  const unclear = { reason: "observation_time_unclear", values: { value: plain.slice(0, 60) } };
  if (dayText.test(iso)) {
    const start = Date.parse(`${iso}T00:00:00Z`);
    const isDay = !Number.isNaN(start) && new Date(start).toISOString().startsWith(iso);
    if (!isDay) return { kind: "bad", problem: unclear };
    if (time_zone === null) return { kind: "zone_missing" };
    const at = instantAt(time_zone, start + NOON_MS);
    return { kind: "instant", observed_at: new Date(at).toISOString(), isNoon: true };
  }
  // GDAL writes hours alone for the zone.
  const zoned = iso.replace(/(:\d\d(?:[.,]\d+)?) ?([+-]\d\d)$/, "$1$2:00");
  const read = tableInstant(zoned, time_zone ?? undefined);
  if (typeof read === "string") {
    return {
      kind: "instant",
      observed_at: new Date(Date.parse(read)).toISOString(),
      isNoon: false,
    };
  }
  if (read.reason === "condition_time_zone") return { kind: "zone_missing" };
  return { kind: "bad", problem: unclear };
}

const yes = new Set(["true", "yes", "si", "sim", "1", "x"]);
const no = new Set(["false", "no", "nao", "0"]);

/**
 * The value of a column by its text, or why it is none; null for an empty one.
 * @param decimal the sign that the other numbers of the column prove
 */
export function observedValue(
  column: ObservationColumn,
  cell: unknown,
  decimal: DecimalSign | null = null,
): { readonly value: ColumnValue } | Problem | null {
  if (typeof cell === "boolean") return { value: cell };
  const text =
    typeof cell === "number" ? String(cell) : typeof cell === "string" ? cell.trim() : "";
  if (text === "") return null;
  const values = { value: text.slice(0, 60) };
  const property = column.ccp_column;
  switch (property?.data_type) {
    case "text":
      return { value: text };
    case "color":
      return { value: text.toLowerCase() };
    case "checkbox":
    case "true_false": {
      const word = plainName(text);
      if (yes.has(word)) return { value: true };
      return no.has(word) ? { value: false } : { reason: "observation_value_unclear", values };
    }
    case "options": {
      const options = property.options ?? [];
      const found = options.filter(({ label }) => plainName(label) === plainName(text));
      if (found.length === 1) return { value: found[0]!.id };
      const offered = options.map(({ label }) => label).join(", ");
      return {
        reason: "observation_option_unknown",
        values: { ...values, offered: offered.slice(0, 300) },
      };
    }
    default:
      return observedNumber(column, typeof cell === "number" ? cell : text, decimal);
  }
}
