// Adds the energy of intervals up to days at the plant.
import { plantDay, plantLocal } from "../plant/plant-time.ts";

/** Days of a meter in their order: parallel lists. */
export type MeterDays = {
  /** The first day, YYYY-MM-DD at the plant. */
  readonly day: readonly string[];
  /** Days that the entry stands for: 1, or those of a month. */
  readonly days: readonly number[];
  readonly kwh: readonly number[];
  /** Part of it that was metered, 0 to 1. */
  readonly covered: readonly number[];
};

const DAY_MS = 86_400_000;

type How = {
  /** The times are days of a calendar, in milliseconds of UTC. */
  readonly areDays: boolean;
  /** False for an interval that is longer than usual: it counts only where it ends on the day on which it begins. */
  readonly mayBridge: boolean;
};

export function dayAdder(zone: string) {
  const found = new Map<string, { days: number; kwh: number; covered: number }>();
  let [known, from, to]: [string, number, number] = ["", 0, -1];
  const put = (day: string, days: number, kwh: number, covered: number) => {
    const one = found.get(day) ?? { days, kwh: 0, covered: 0 };
    one.kwh += kwh;
    one.covered = Math.min(1, one.covered + covered);
    found.set(day, one);
  };
  /** The day at the plant, with its begin and its end: days with a change of the clock have 23 or 25 hours. */
  const look = (at: number) => {
    if (at >= from && at < to) return;
    [from, to] = plantDay(zone, at);
    known = plantLocal(zone, from).slice(0, 10);
  };
  return {
    /** An interval that goes over midnight is divided by time. */
    add(begin: number, end: number, kwh: number, { areDays, mayBridge }: How): void {
      if (areDays) {
        const days = Math.round((end - begin) / DAY_MS);
        if (mayBridge) put(new Date(begin).toISOString().slice(0, 10), days, kwh, 1);
        return;
      }
      look(begin);
      if (!mayBridge && end > to) return;
      const whole = end - begin;
      for (let at = begin; at < end;) {
        look(at);
        const stop = Math.min(end, to);
        put(known, 1, (kwh * (stop - at)) / whole, (stop - at) / (to - from));
        at = stop;
      }
    },
    days(): MeterDays {
      const all = [...found].toSorted(([a], [b]) => (a < b ? -1 : 1));
      return {
        day: all.map(([day]) => day),
        days: all.map(([, { days }]) => days),
        kwh: all.map(([, { kwh }]) => kwh),
        covered: all.map(([, { covered }]) => covered),
      };
    },
  };
}
