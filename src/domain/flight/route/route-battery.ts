// Whether the battery lasts for a route, and whether its reserve stays untouched.
import type { Problem } from "../../error.ts";
import { aircraft } from "../plan/aircraft.ts";
import { defaultFlightSettings } from "../plan/flight-settings.ts";
import { LEAST_AT_LANDING, mostWind, windLoad } from "../time/flight-wind.ts";
import type { FlightRoute } from "./flight-route.ts";

const minutesOf = (route: FlightRoute): number =>
  route.flight_time_min ?? aircraft[route.aircraft].flight_time_min.value;

/**
 * The flight takes longer than a full battery lasts, or lands with less than `LEAST_AT_LANDING` even in still air: slow
 * flight and turns at a standstill take more power than the quoted flight time says. In an expected wind `windProblems`
 * judges.
 */
export function batteryProblems(route: FlightRoute): Problem[] {
  const [minutes, most] = [Math.ceil(route.duration_s / 60), minutesOf(route)];
  if (route.duration_s / 60 > most)
    return [{ reason: "route_longer_than_battery", values: { minutes, most } }];
  if ((route.set_wind_m_s ?? null) !== null || mostWind(route).most_m_s !== null) return [];
  const left = Math.max(0, Math.floor(windLoad(route, 0).landing_percent));
  return [{ reason: "flight_battery_still_air", values: { left, least: LEAST_AT_LANDING } }];
}

/** Seconds that sums of a plan may be off. */
const ROUNDING_S = 1;

/** The flight takes of the reserve of its campaign: planned sorties never do, edited ones may. */
export function reserveWarnings(route: FlightRoute): Problem[] {
  const { aircraft: model, flight_type, duration_s } = route;
  const reserve =
    route.set_reserve_percent ?? defaultFlightSettings(model, [flight_type], 0).reserve_percent;
  const budget_s = 60 * minutesOf(route) * (1 - reserve / 100);
  if (duration_s <= budget_s + ROUNDING_S) return [];
  const [minutes, most] = [Math.ceil(duration_s / 60), Math.floor(budget_s / 60)];
  return [{ reason: "route_takes_reserve", values: { minutes, most, reserve } }];
}
