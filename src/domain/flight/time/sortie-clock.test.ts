import { describe, expect, it } from "vitest";
import { defaultFlightSettings, type FlightSettings } from "../plan/flight-settings.ts";
import { scheduleOf } from "./flight-sortie.ts";
import { clockOf } from "./sortie-clock.ts";

const settingsWith = (changes: Partial<FlightSettings>): FlightSettings => ({
  ...defaultFlightSettings("M3T", ["pv_thermal"], 0),
  swap_min: 2,
  restart_min: 3,
  recharge_min: 30,
  batteries: 2,
  ...changes,
});

/** Minute by minute: who flies, which batteries are full. Apart from the formula of the planner. */
function simulated(durations: readonly number[], settings: FlightSettings): number[] {
  const { drone_in_a_box, battery_hot_swapping, swap_min, restart_min, recharge_min } = settings;
  const pause = drone_in_a_box ? recharge_min : swap_min + (battery_hot_swapping ? 0 : restart_min);
  const fullAt = Array.from({ length: settings.batteries }, () => 0);
  const starts: number[] = [];
  let free = 0;
  for (const duration of durations) {
    let minute = free;
    const isFull = (at: number) => drone_in_a_box || fullAt.some((full) => full <= at);
    while (!isFull(minute)) minute += 1;
    const battery = fullAt.findIndex((full) => full <= minute);
    starts.push(60 * minute);
    fullAt[battery] = minute + duration + recharge_min;
    free = minute + duration + pause;
  }
  return starts;
}

describe("the clock between sorties", () => {
  const durations = [20, 25, 10, 10, 30];
  const seconds = durations.map((minutes) => 60 * minutes);
  it("waits for swap, restart and charged batteries, as a simulation does", () => {
    for (const changes of [
      {},
      { battery_hot_swapping: true },
      { batteries: 1 },
      { batteries: 9 },
      { drone_in_a_box: true },
      { recharge_min: 90, batteries: 3 },
    ]) {
      const settings = settingsWith(changes);
      expect(scheduleOf(seconds, clockOf(settings))).toEqual(simulated(durations, settings));
    }
  });

  it("is what a planner would write down by hand", () => {
    // Two batteries: the third sortie waits until the first one, landed at 20, is full at 50.
    const clock = clockOf(settingsWith({}));
    expect(scheduleOf(seconds, clock).map((start) => start / 60)).toEqual([0, 25, 55, 80, 95]);
  });
});
