// What a file of meters is read with, and what is read of it.
import type { Problem } from "../error.ts";
import type { MeterDays } from "./meter-day.ts";
import type { MeterAnswers } from "./meter.ts";

export type MeterFacts = MeterAnswers & {
  /** Zone (IANA) of times that state none; undefined if the user has not chosen one. */
  readonly given_zone: string | undefined;
  /** Zone of the plant, whose days are counted. */
  readonly plant_zone: string;
  /** Megawatts; 0 where it is not known. */
  readonly nominal_capacity: number;
  /** The moment of the import in milliseconds: what ends later is not metered yet. */
  readonly now: number;
};

export type ReadMeter = MeterDays & { readonly name: string };
export type MeterTable = {
  readonly meters: readonly ReadMeter[];
  /** Minutes; null for months. */
  readonly interval_minutes: number | null;
  /** The last month, YYYY-MM, where nothing in a file of months shows that it is whole; else null. */
  readonly last_month: string | null;
  readonly notes: readonly Problem[];
};

/** A value of a meter at an instant or at the begin of a day of the calendar, in milliseconds. */
export type MeterValue = { readonly at: number; readonly value: number; readonly line: number };
