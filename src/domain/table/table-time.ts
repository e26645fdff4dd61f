// Times in tables: with their zone, or by the clock of a zone that a user chose.
import type { Problem } from "../error.ts";
import { instantAt } from "../plant/plant-time.ts";

/** Date and time of ISO 8601, with a blank instead of the T as loggers write it, and the zone where it is stated. */
const instant = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?) ?(Z|[+-]\d\d:?\d\d)?$/;

/**
 * The instant in ISO 8601 with its zone, or what is wrong with the text.
 * @param time_zone (IANA) of times that state none; without it they are refused
 */
export function tableInstant(text: string, time_zone: string | undefined): string | Problem {
  const value = text.slice(0, 80);
  const [, day = "", clock = "", zone] = instant.exec(text) ?? [];
  const time = `${day}T${clock.split(",").join(".")}`;
  const wall_ms = Date.parse(`${time}Z`);
  if (day === "" || Number.isNaN(wall_ms))
    return { reason: "condition_time_bad", values: { value } };
  if (zone) {
    const offset =
      zone === "Z" || zone.includes(":") ? zone : `${zone.slice(0, 3)}:${zone.slice(3)}`;
    const isTime = Number.isFinite(Date.parse(`${time}${offset}`));
    return isTime ? `${time}${offset}` : { reason: "condition_time_bad", values: { value } };
  }
  if (time_zone === undefined) return { reason: "condition_time_zone", values: { value } };
  return new Date(instantAt(time_zone, wall_ms)).toISOString();
}
