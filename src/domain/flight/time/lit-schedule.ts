// When the sorties of a campaign start: one after the other, each in the light that it needs.
import { plantDay } from "../../plant/plant-time.ts";
import type { FlightRoute } from "../route/flight-route.ts";
import type { FlightSettings } from "../plan/flight-settings.ts";
import { lightWindows, litStart, type FlightLight } from "./flight-light.ts";
import { scheduleOf } from "./flight-sortie.ts";
import { clockOf } from "./sortie-clock.ts";

/**
 * Seconds from the start of the campaign to that of each sortie. What does not fit a day's light waits for the next.
 * @param light absent: sorties follow each other at any hour
 * @param ready_ms before which none starts; absent: the start of the campaign
 */
export function litSchedule(
  routes: readonly Pick<FlightRoute, "flight_type" | "duration_s">[],
  settings: FlightSettings,
  light: FlightLight | undefined,
  ready_ms: number = settings.start_ms,
): number[] {
  const durations = routes.map(({ duration_s }) => duration_s);
  const clock = clockOf(settings);
  const { start_ms } = settings;
  const least_s = (ready_ms - start_ms) / 1000;
  const windows = light && lightWindows(light);
  return scheduleOf(durations, clock, (at, free_s) => {
    const at_s = Math.max(free_s, least_s);
    if (!light || !windows) return at_s;
    const from_ms = start_ms + 1000 * at_s;
    return (litStart(routes[at]!, from_ms, start_ms, light, windows) - start_ms) / 1000;
  });
}

/** The days on which sorties start, each from its first start to its last landing. */
export function flightDaysOf(
  sorties: readonly { readonly start_ms: number; readonly duration_s: number }[],
  time_zone: string,
): { from_ms: number; to_ms: number; sorties: number }[] {
  const days = Map.groupBy(sorties, ({ start_ms }) => plantDay(time_zone, start_ms)[0]);
  return [...days.values()].map((day) => ({
    from_ms: Math.min(...day.map(({ start_ms }) => start_ms)),
    to_ms: Math.max(...day.map(({ start_ms, duration_s }) => start_ms + 1000 * duration_s)),
    sorties: day.length,
  }));
}
