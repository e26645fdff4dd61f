// What lists and sheets say of a sortie: its type, photos, and the number of the battery that flies it.
import type { FlightCampaign } from "../../domain/flight/campaign/flight-campaign.ts";
import type { FlightRouteRecord } from "../../domain/flight/route/flight-route-record.ts";
import { batteryOf } from "../../domain/flight/time/sortie-clock.ts";
import { formatNumber } from "../../state/shell/locale.ts";

/** "2 of 4": which battery of those in use. */
export function batteryWords(
  { number }: FlightRouteRecord,
  { metrics, route_count }: FlightCampaign,
): string {
  const most = metrics?.["batteries"];
  // Planned before the number was kept.
  if (most === undefined) return "–";
  const used = Math.min(most, route_count);
  return `${formatNumber(batteryOf(number, most))}\u202F/\u202F${formatNumber(used)}`;
}
