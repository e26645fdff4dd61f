// The times of a table of metered energy.
import { isRealDay } from "../real-day.ts";
import type { Problem } from "../error.ts";
import { instantsAt } from "../plant/plant-time.ts";
import { tableInstant } from "../table/table-time.ts";
import { dateOrderOf, isoTime, withMidnight } from "../table/time-order.ts";

/** Instants; days or months; or days or months by the midnight with which they begin. */
type TimeKind = "time" | "day" | "midnight";

const day = /^(\d{4})-(\d\d)(?:-(\d\d)(?:[T ]00:00(?::00)?)?)?$/;

/**
 * What the times of a column are. Where any has a clock other than midnight, a bare day is its midnight.
 * @param isOtherZone the times are of another zone than the days of the plant
 */
function kindOf(isos: readonly string[], isOtherZone: boolean): TimeKind {
  let kind: TimeKind = "midnight";
  for (const iso of isos) {
    if (!day.test(iso) && /\d:\d\d/.test(iso)) return "time";
    if (!iso.includes(":")) kind = "day";
  }
  return kind === "midnight" && isOtherZone ? "time" : kind;
}

/**
 * Reads the times of a file: instants, or days and months, whose energy is that of the day or month at the plant.
 * @param zone of times that state none; undefined where it is not known
 * @param texts all times of the file: together they say what one of them is
 */
export function clockOf(
  { zone, plant_zone }: { readonly zone: string | undefined; readonly plant_zone: string },
  texts: readonly string[],
) {
  const order = dateOrderOf(texts);
  const isos = texts.flatMap((text) => {
    const iso = isoTime(text, order);
    return typeof iso === "string" ? iso : [];
  });
  const kind = kindOf(isos, zone !== undefined && zone !== plant_zone);
  return {
    areDays: kind !== "time",
    /** The days are written as instants, which may be the end of the day before. */
    areMidnights: kind === "midnight",
    /** The latest row stands first. */
    isDescending: isDescending(isos),
    /** `after`: the time of the previous row, which decides which of two equal hours is meant when summer time ends. */
    read(written: string, after: number): number | Problem {
      const iso = isoTime(written, order);
      if (typeof iso !== "string") return iso;
      const value = written.slice(0, 80);
      if (kind !== "time") {
        const [, year, month, date = "01"] = day.exec(iso) ?? [];
        const whole = `${year}-${month}-${date}`;
        const at = Date.parse(`${whole}T00:00:00Z`);
        return !isRealDay(whole) ? { reason: "condition_time_bad", values: { value } } : at;
      }
      if (/^\d{4}-\d\d$/.test(iso)) return { reason: "meter_time_mixed", values: { value } };
      if (!isRealDay(iso)) return { reason: "condition_time_bad", values: { value } };
      const text = withMidnight(iso);
      const wall = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?$/.test(text)
        ? Date.parse(`${text.replace(" ", "T")}Z`)
        : NaN;
      if (zone !== undefined && !Number.isNaN(wall)) {
        const all = instantsAt(zone, wall);
        if (all.length === 0)
          return { reason: "meter_time_skipped", values: { value: text, zone } };
        return all.find((at) => at > after) ?? all[0]!;
      }
      const instant = tableInstant(text, zone);
      return typeof instant === "string" ? Date.parse(instant) : instant;
    },
  };
}

/** By most rows: a file may have the meters one below the other. */
function isDescending(isos: readonly string[]): boolean {
  let fall = 0;
  for (const [at, iso] of isos.entries()) {
    const before = isos[at - 1] ?? iso;
    if (iso !== before) fall += iso < before ? 1 : -1;
  }
  return fall > 0;
}
