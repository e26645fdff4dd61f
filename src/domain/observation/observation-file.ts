// What a file says of an observation: its time, and the values of its columns. A text that is not certain is refused.
import type { Problem } from "../error.ts";
import { readNumber } from "../number-text.ts";
import { instantAt } from "../plant/plant-time.ts";
import { tableInstant } from "../table/table-time.ts";
import { plainName } from "../twin/twin-file-name.ts";
import type { ObservationColumn } from "./observation-column.ts";
import type { ColumnValue } from "./observation.ts";

/** A day without a time is stored as noon at the plant: it stays that day in all zones near it. */
const NOON_MS = 12 * 3_600_000;

export type ObservedTime =
  | { readonly kind: "instant"; readonly observed_at: string; readonly isNoon: boolean }
  /** The text states no zone, and none was given. */
  | { readonly kind: "zone_missing" }
  | { readonly kind: "bad"; readonly problem: Problem };

const year = "(\\d{4})";
const dayTexts = [
  new RegExp(`^${year}-(\\d\\d)-(\\d\\d)$`),
  new RegExp(`^${year}/(\\d\\d)/(\\d\\d)$`),
  new RegExp(`^${year}(\\d\\d)(\\d\\d)$`),
];

/**
 * The time of an observation: ISO 8601, also with a blank or with slashes, or a day. Other orders of day and month are
 * refused: 03/04 is two days.
 * @param time_zone (IANA) of times that state none; null until the user chooses one
 */
export function observedTime(text: string, time_zone: string | null): ObservedTime {
  const plain = text.trim();
  for (const form of dayTexts) {
    const [, y, m, d] = form.exec(plain) ?? [];
    if (y === undefined) continue;
    const midnight = Date.parse(`${y}-${m}-${d}T00:00:00Z`);
    const isDay =
      !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(`${y}-${m}-${d}`);
    if (!isDay) break;
    if (time_zone === null) return { kind: "zone_missing" };
    const at = instantAt(time_zone, midnight + NOON_MS);
    return { kind: "instant", observed_at: new Date(at).toISOString(), isNoon: true };
  }
  const iso = plain
    .replace(/^(\d{4})\/(\d\d)\/(\d\d)(?=[ T])/, "$1-$2-$3")
    // GDAL writes hours alone for the zone.
    .replace(/(:\d\d(?:[.,]\d+)?) ?([+-]\d\d)$/, "$1$2:00");
  const read = tableInstant(iso, time_zone ?? undefined);
  if (typeof read === "string") {
    return {
      kind: "instant",
      observed_at: new Date(Date.parse(read)).toISOString(),
      isNoon: false,
    };
  }
  if (read.reason === "condition_time_zone") return { kind: "zone_missing" };
  const problem = { reason: "observation_time_unclear", values: { value: plain.slice(0, 60) } };
  return { kind: "bad", problem };
}

const yes = new Set(["true", "yes", "si", "sim", "1", "x"]);
const no = new Set(["false", "no", "nao", "0"]);

/** The value of a column by its text, or why it is none; null for an empty one. */
export function observedValue(
  column: ObservationColumn,
  cell: unknown,
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
      return numberOf(typeof cell === "number" ? cell : text, values);
  }
}

function numberOf(
  cell: number | string,
  values: { readonly value: string },
): { readonly value: number } | Problem {
  const read = readNumber(cell);
  if (read.kind === "number") return { value: read.value };
  return { reason: "observation_number_unclear", values };
}
