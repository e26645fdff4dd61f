// When the daily digest of an inbox is sent.
import { plantLocal } from "../plant/plant-time.ts";

/**
 * Whether a digest is due now: its hour of this day has come, and the last one was sent before that.
 * @param zone IANA name
 * @param hour 0 to 23, by the clock of the zone
 * @param last_at when the last one was sent, ISO 8601
 */
export function isDigestDue(
  { zone, hour }: { readonly zone: string; readonly hour: number },
  last_at: string,
  now: Date,
): boolean {
  // YYYY-MM-DDTHH:MM by the clock of the zone.
  const local = plantLocal(zone, now.getTime());
  const due = `${local.slice(0, 10)}T${String(hour).padStart(2, "0")}:00`;
  return local >= due && plantLocal(zone, Date.parse(last_at)) < due;
}
