// When the light of a sortie lasts on its day, in sentences.
import { brightestSpans, flightDay, type Span } from "../../domain/flight/time/flight-day.ts";
import { leastIrradianceOf, type FlightLight } from "../../domain/flight/time/flight-light.ts";
import type { FlightType } from "../../domain/flight/route/flight-route.ts";
import { formatTimeIn, t } from "../../state/shell/locale.ts";

/**
 * Daylight, or when the modules have enough of it. Where it is not known how they face, the times of level modules and
 * those of modules that face the sun: what those of the plant have lies between, so the longer times alone are no promise.
 * @param from_ms when the sortie starts, milliseconds since 1970 UTC
 */
export function sortieLight(
  flight_type: FlightType,
  from_ms: number,
  light: FlightLight,
): string[] {
  const { place, time_zone, mountings } = light;
  const noCamera = { camera: null, gimbal_pitch_deg: -90, headings_deg: [], directions_deg: [] };
  const day = flightDay({ time_ms: from_ms, time_zone, place, mountings, ...noCamera });
  const clock = (time_ms: number) => formatTimeIn(time_zone, time_ms);
  const times = (spans: readonly Span[]) =>
    spans.map((span) => `${clock(span.from_ms)} – ${clock(span.to_ms)}`).join(", ") ||
    t("flight-route:sheet.never");
  const least = leastIrradianceOf(flight_type);
  if (least === null)
    return [t("flight-route:sheet.daylight", { times: times(day.daylight_spans) })];
  const sure = { times: times(day.irradiance_spans), least };
  if (mountings.length > 0) return [t("flight-route:sheet.bright", sure)];
  return [
    t("flight-route:sheet.bright_level", sure),
    t("flight-route:sheet.bright_facing", { times: times(brightestSpans(day)), least }),
  ];
}
