// Up to which wind a route may be flown, and why it must not be flown in the wind that its campaign expects.
import type { Problem } from "../../error.ts";
import { aircraft } from "../plan/aircraft.ts";
import { LEAST_AT_LANDING, mostWind, windLoad, type WindyRoute } from "../time/flight-wind.ts";
import type { FlightRoute } from "./flight-route.ts";
import type { MostWind, RouteWind } from "./route-wind-shape.ts";

type Set = WindyRoute & Pick<FlightRoute, "set_wind_m_s">;

export function routeWind(route: Set): RouteWind {
  const { seconds, landing_percent } = windLoad(route, route.set_wind_m_s ?? 0);
  return {
    ...mostWind(route),
    landing_percent: Math.max(0, Math.floor(10 * landing_percent) / 10),
    duration_s: Number.isFinite(seconds) ? seconds : null,
  };
}

/** The expected wind is above the most in which the sortie can be flown. */
export function windProblems(route: Set): Problem[] {
  const wind = route.set_wind_m_s ?? null;
  if (wind === null) return [];
  const known = mostWind(route);
  const most = known.most_m_s ?? 0;
  return wind <= most ? [] : [problemOf(known, { wind, most, drone: route.aircraft })];
}

function problemOf({ limit }: MostWind, values: NonNullable<Problem["values"]>): Problem {
  return limit === "aircraft"
    ? { reason: "flight_wind_above_drone", values }
    : { reason: "flight_wind_above_battery", values: { ...values, least: LEAST_AT_LANDING } };
}

/** m/s of wind that the maker of the drone allows. */
export const droneWind = (model: FlightRoute["aircraft"]): number =>
  aircraft[model].most_wind_m_s.value;
