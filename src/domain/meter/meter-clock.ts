// The times of a table of metered energy.
import type { Problem } from "../error.ts";
import { instantsAt } from "../plant/plant-time.ts";
import { tableInstant } from "../table/table-time.ts";
import { isoTime, type DateOrder } from "../table/time-order.ts";

/**
 * Reads the times of a file: instants, or days and months, whose energy is that of the day or month at the plant.
 * @param order of day and month, where they stand before the year
 */
export function clockOf(zone: string | undefined, order: DateOrder | null) {
  let kind: "time" | "day" | null = null;
  return {
    areDays: () => kind === "day",
    /** `after`: the time of the previous row, which decides which of two equal hours is meant when summer time ends. */
    read(written: string, after: number): number | Problem {
      const text = isoTime(written, order);
      if (typeof text !== "string") return text;
      const date = /^(\d{4})-(\d\d)(?:-(\d\d)(?:[T ]00:00(?::00)?)?)?$/.exec(text);
      const isDay = date !== null && (kind === "day" || !/[T ]/.test(text));
      if (kind !== null && (kind === "day") !== isDay)
        return { reason: "meter_time_mixed", values: { value: written.slice(0, 80) } };
      kind = isDay ? "day" : "time";
      if (isDay && date) {
        const [, year, month, day = "01"] = date;
        const at = Date.parse(`${year}-${month}-${day}T00:00:00Z`);
        return Number.isNaN(at) ? { reason: "condition_time_bad", values: { value: text } } : at;
      }
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
