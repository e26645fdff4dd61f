// Dates with the day or the month first, as control systems and spreadsheets write them. Which one a file means is proven
// by a day after the 12th, or it is not known.
import type { Problem } from "../error.ts";

export type DateOrder = "dmy" | "mdy";

/** "13/03/2026 9:05:30 PM", "13.03.2026 09:05", "3-13-2026". */
const written =
  /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?:[ T,]\s*(\d{1,2}):(\d\d)(?::(\d\d(?:[.,]\d+)?))?\s*([ap]\.?\s?m\.?)?)?\s*(Z|[+-]\d\d:?\d\d)?$/i;
/** ISO 8601 but for slashes, or an hour of one digit. */
const nearIso = /^(\d{4})([/-])(\d{1,2})\2(\d{1,2})(?:[ T]\s*(\d{1,2})(:\d\d.*))?$/;

const two = (text: string) => text.padStart(2, "0");

/** The order that the texts of a column prove; null where none does, or two contradict each other. */
export function dateOrderOf(texts: Iterable<string>): DateOrder | null {
  const found = new Set<DateOrder>();
  for (const text of texts) {
    const [, first = "", sign = "", second = ""] = written.exec(text.trim()) ?? [];
    if (first === "") continue;
    // With points the day is first everywhere.
    if (sign === "." || Number(first) > 12) found.add("dmy");
    if (Number(second) > 12) found.add("mdy");
  }
  const [only] = found;
  return found.size === 1 && only ? only : null;
}

/**
 * The text as ISO 8601 has it, with a blank before the clock; itself where it is in no other notation.
 * @param order of the column; null where no text proves one
 */
export function isoTime(text: string, order: DateOrder | null): string | Problem {
  const plain = text.trim();
  const near = nearIso.exec(plain);
  if (near) {
    const [, year = "", , month = "", day = "", hour, rest = ""] = near;
    const date = `${year}-${two(month)}-${two(day)}`;
    return hour === undefined ? date : `${date} ${two(hour)}${rest}`;
  }
  const parts = written.exec(plain);
  if (!parts) return plain;
  const [, first = "", , second = "", year = "", hour, minute = "", seconds, half, zone = ""] =
    parts;
  if (order === null && first !== second) {
    return { reason: "table_date_order", values: { value: plain.slice(0, 60) } };
  }
  const [day, month] = order === "mdy" ? [second, first] : [first, second];
  const date = `${year}-${two(month)}-${two(day)}`;
  if (hour === undefined) return `${date}${zone}`;
  const hours = half === undefined ? Number(hour) : hourOfHalf(Number(hour), half);
  const clock = `${two(String(hours))}:${minute}${seconds === undefined ? "" : `:${seconds}`}`;
  return `${date} ${clock}${zone}`;
}

/** 12 is the first hour of each half of the day; NaN for an hour that no such clock shows. */
function hourOfHalf(hour: number, half: string): number {
  if (hour < 1 || hour > 12) return NaN;
  return (hour % 12) + (/^p/i.test(half) ? 12 : 0);
}

/** A zone that the head of the times states as UTC or an offset of it: "Time (UTC-3)"; undefined for none. */
export function headZone(head: string): string | undefined {
  const found =
    /(?:^|[^a-z])(?:utc|gmt)\s*(?:([+-\u2212])\s*(\d{1,2})(?::?([0-5]\d))?)?(?![a-z\d])/i.exec(
      head,
    );
  if (!found) return undefined;
  const [, sign, hours = "0", minutes = "00"] = found;
  if (sign === undefined || (Number(hours) === 0 && minutes === "00")) return "UTC";
  if (Number(hours) > 14) return undefined;
  const isAhead = sign === "+";
  // IANA counts these zones to the west.
  if (minutes === "00") return `Etc/GMT${isAhead ? "-" : "+"}${Number(hours)}`;
  return `${isAhead ? "+" : "-"}${two(hours)}:${minutes}`;
}

/** The columns of a day and of a clock that say a time together; null where one column says it. */
export function dayAndClock(
  plainHeads: readonly string[],
): { readonly day: number; readonly clock: number } | null {
  const at = (names: readonly string[]) => plainHeads.findIndex((name) => names.includes(name));
  const day = at(["date", "fecha", "data", "datum", "day", "dia", "tag"]);
  const clock = at(["time", "hora", "hour", "uhrzeit", "zeit", "horario", "clock"]);
  return day < 0 || clock < 0 ? null : { day, clock };
}

/** The text of a time in two cells: the clock may state the day itself. */
export function joinedTime(day: string, clock: string): string {
  return /^\d{1,2}:\d\d/.test(clock) && day !== "" ? `${day} ${clock}` : clock || day;
}
