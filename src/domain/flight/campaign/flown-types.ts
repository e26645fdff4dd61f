// Which flight types a campaign flies, and whether its drone can fly them.
import type { Refusal } from "../../error.ts";
import { aircraft } from "../plan/aircraft.ts";
import { isThermal } from "../plan/capture.ts";
import type { FlightType } from "../route/flight-route.ts";
import type { FlightCampaignForm } from "./flight-campaign.ts";

const otherState: Partial<Record<FlightType, { online: FlightType; offline: FlightType }>> = {
  full_sca_online: { online: "full_sca_online", offline: "full_sca_offline" },
  full_sca_offline: { online: "full_sca_online", offline: "full_sca_offline" },
  half_sca_online: { online: "half_sca_online", offline: "half_sca_offline" },
  half_sca_offline: { online: "half_sca_online", offline: "half_sca_offline" },
};

/** Geometry flights, the best one for torsion first: it needs all of a collector in one image, turned as little as can be. */
const forTorsion: readonly FlightType[] = [
  "full_sca_offline",
  "full_sca_online",
  "half_sca_offline",
  "half_sca_online",
];

/**
 * The flight types as they are flown: the override decides between online and offline geometry flights, and with
 * torsion flights optimised each collector is flown once, with the best of its geometry flights.
 */
export function flownTypes({
  flight_types,
  flight_type_online,
  optimize_torsion_flights,
}: Pick<
  FlightCampaignForm,
  "flight_types" | "flight_type_online" | "optimize_torsion_flights"
>): FlightType[] {
  const state = flight_type_online ? "online" : "offline";
  const types =
    flight_type_online === null
      ? flight_types
      : [...new Set(flight_types.map((type) => otherState[type]?.[state] ?? type))];
  if (!optimize_torsion_flights) return [...types];
  const best = forTorsion.find((type) => types.includes(type));
  return types.filter((type) => type === best || !forTorsion.includes(type));
}

/** True for flights that measure the shape of collectors. */
export const isGeometry = (type: FlightType) => forTorsion.includes(type);

/** A dock changes no battery, so there it does not matter. */
const isSwapAsked = ({
  battery_hotswapping,
  drone_in_a_box,
}: Pick<FlightCampaignForm, "battery_hotswapping" | "drone_in_a_box">) =>
  battery_hotswapping && !drone_in_a_box;

/**
 * Why the drone cannot fly this: it has no thermal camera, may not fly in so much wind, or does not stay on while its
 * battery is changed. Null where it can.
 */
export function aircraftRefusal({
  aircraft: model,
  flight_types,
  expected_wind: wind,
  ...swap
}: Pick<
  FlightCampaignForm,
  "aircraft" | "flight_types" | "expected_wind" | "battery_hotswapping" | "drone_in_a_box"
>): Refusal | null {
  const { thermal, most_wind_m_s, hot_swap } = aircraft[model];
  if (thermal === null && flight_types.some(isThermal))
    return { reason: "thermal_camera_missing", values: { aircraft: model }, field: "aircraft" };
  if (isSwapAsked(swap) && !hot_swap) {
    const field = "battery_hotswapping";
    return { reason: "hot_swap_missing", values: { aircraft: model }, field };
  }
  const most = most_wind_m_s.value;
  if (wind === null || wind <= most) return null;
  const values = { aircraft: model, wind, most };
  return { reason: "campaign_wind_above_drone", values, field: "expected_wind" };
}
