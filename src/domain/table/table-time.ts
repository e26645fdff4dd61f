// Times in tables: with their zone, or by the clock of a zone that a user chose.
import { isRealDay } from "../real-day.ts";
import type { Problem } from "../error.ts";
import { instantsAt } from "../plant/plant-time.ts";
import { isoTime, withMidnight, type DateOrder } from "./time-order.ts";

/** Date and time of ISO 8601, with a blank instead of the T as loggers write it, and the zone where it is stated. */
const instant = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?) ?(Z|[+-]\d\d:?\d\d)?$/;

/**
 * The instant in ISO 8601 with its zone, or what is wrong with the text.
 * @param time_zone (IANA) of times that state none; without it they are refused
 * @param order of day and month where they stand first, as the column proves it
 * @param hasClocks other times of the column have a clock, so that a day alone is its midnight
 */
export function tableInstant(
  text: string,
  time_zone: string | undefined,
  order: DateOrder | null = null,
  hasClocks = false,
): string | Problem {
  const value = text.slice(0, 80);
  const iso = isoTime(text, order);
  if (typeof iso !== "string") return iso;
  const plain = hasClocks ? withMidnight(iso) : iso;
  const [, day = "", clock = "", zone] = instant.exec(plain) ?? [];
  const time = `${day}T${clock.split(",").join(".")}`;
  const wall_ms = Date.parse(`${time}Z`);
  if (!isRealDay(day) || Number.isNaN(wall_ms))
    return { reason: "condition_time_bad", values: { value } };
  if (zone) {
    const offset =
      zone === "Z" || zone.includes(":") ? zone : `${zone.slice(0, 3)}:${zone.slice(3)}`;
    const isTime = Number.isFinite(Date.parse(`${time}${offset}`));
    return isTime ? `${time}${offset}` : { reason: "condition_time_bad", values: { value } };
  }
  if (time_zone === undefined) return { reason: "condition_time_zone", values: { value } };
  // In the hour that the clocks skip there is no such time. Of the hour that they repeat it is the first.
  const [at] = instantsAt(time_zone, wall_ms);
  if (at === undefined) return { reason: "meter_time_skipped", values: { value, zone: time_zone } };
  return new Date(at).toISOString();
}
