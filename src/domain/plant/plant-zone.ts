// The time zone of a plant by its place. Apart from the clock: the table of zones is large, and few parts need it.
import zoneAt from "@photostructure/tz-lookup";

/** Name of the time zone at the plant, such as "America/Santiago". */
export function plantTimeZone({
  lon,
  lat,
}: {
  readonly lon: number;
  readonly lat: number;
}): string {
  return zoneAt(lat, lon);
}
