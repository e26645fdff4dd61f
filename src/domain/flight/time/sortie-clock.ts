// What happens on the ground between two sorties.
import type { FlightSettings } from "../plan/flight-settings.ts";

export type SortieClock = {
  /** Seconds between a landing and the next start. */
  readonly turnaround_s: number;
  /** Seconds until a battery that landed can fly again, once it is charging. */
  readonly recharge_s: number;
  readonly batteries: number;
};

export function clockOf(settings: FlightSettings): SortieClock {
  const swap = settings.swap_min + (settings.battery_hot_swapping ? 0 : settings.restart_min);
  if (settings.drone_in_a_box) {
    return { turnaround_s: 60 * settings.recharge_min, recharge_s: 0, batteries: Infinity };
  }
  return {
    turnaround_s: 60 * swap,
    recharge_s: 60 * settings.recharge_min,
    batteries: settings.batteries,
  };
}

/** Number of the battery, from 1, that flies the sortie with this number: they take turns, as `scheduleOf` plans. */
export const batteryOf = (sortie: number, batteries: number): number =>
  ((sortie - 1) % batteries) + 1;
