// When the sorties of a campaign start: one after the other, each in the light that it needs.
import { plantDay } from "../../plant/plant-time.ts";
import type { FlightRoute } from "../route/flight-route.ts";
import type { FlightSettings } from "../plan/flight-settings.ts";
import { lightWindows, litStart, type FlightLight } from "./flight-light.ts";
import { batteryTurn } from "./flight-sortie.ts";
import { clockOf } from "./sortie-clock.ts";

type Timed = Pick<FlightRoute, "flight_type" | "duration_s">;

type Flown = { readonly start_ms: number; readonly duration_s: number };

export type LitSchedule = {
  /** Seconds from the start of the campaign to that of this sortie, were it the next one. */
  startOf(sortie: Timed): number;
  /** The same, and the sortie is the next one. */
  add(sortie: Timed): number;
};

/**
 * One sortie after the other. What does not fit a day's light waits for the next.
 * @param light absent: sorties follow each other at any hour
 * @param ready_ms before which none starts; absent: the start of the campaign
 * @param flown sorties that were planned before these: their batteries charge first
 */
export function openSchedule(
  settings: FlightSettings,
  light: FlightLight | undefined,
  ready_ms: number = settings.start_ms,
  flown: readonly Flown[] = [],
): LitSchedule {
  const turn = batteryTurn(clockOf(settings));
  const { start_ms } = settings;
  for (const one of flown) turn.add((one.start_ms - start_ms) / 1000, one.duration_s);
  const least_s = (ready_ms - start_ms) / 1000;
  const windows = light && lightWindows(light);
  const startOf = (sortie: Timed) => {
    const at_s = Math.max(turn.ready(), least_s);
    if (!light || !windows) return at_s;
    const from_ms = start_ms + 1000 * at_s;
    return (litStart(sortie, from_ms, start_ms, light, windows) - start_ms) / 1000;
  };
  return {
    startOf,
    add(sortie) {
      const start_s = startOf(sortie);
      turn.add(start_s, sortie.duration_s);
      return start_s;
    },
  };
}

/** Seconds from the start of the campaign to that of each sortie, with the rules of `openSchedule`. */
export function litSchedule(
  routes: readonly Timed[],
  ...rules: Parameters<typeof openSchedule>
): number[] {
  const schedule = openSchedule(...rules);
  return routes.map((route) => schedule.add(route));
}

/** The days on which sorties start, each from its first start to its last landing. */
export function flightDaysOf(
  sorties: readonly Flown[],
  time_zone: string,
): { from_ms: number; to_ms: number; sorties: number }[] {
  const days = Map.groupBy(sorties, ({ start_ms }) => plantDay(time_zone, start_ms)[0]);
  return [...days.values()].map((day) => ({
    from_ms: Math.min(...day.map(({ start_ms }) => start_ms)),
    to_ms: Math.max(...day.map(({ start_ms, duration_s }) => start_ms + 1000 * duration_s)),
    sorties: day.length,
  }));
}
