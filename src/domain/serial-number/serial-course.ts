// Which serial number a component had on the day when a fault of it was measured: another one may stand there now.
import type { SerialEnd } from "./serial-number.ts";

/** A serial number that a component has or had. Days are those at the plant, YYYY-MM-DD. */
export type SerialSpan = {
  readonly serial: string;
  /** The day on which the component was fitted; null where it is not known. */
  readonly fitted_on: string | null;
  /** The day on which the number was stated. */
  readonly stated_on: string;
  /** Why it ended; null for the present one. */
  readonly end: SerialEnd | null;
};

/** One physical component of those that stood at a place one after the other. */
type Unit = {
  /** Null where the number was taken away. */
  serial: string | null;
  fitted_on: string | null;
  /** When its first number was stated, and when the last number of the one before it was; null without one before. */
  readonly stated_on: string;
  readonly before: string | null;
};

function unitsOf(spans: readonly SerialSpan[]): Unit[] {
  const units: Unit[] = [];
  let former: SerialSpan | null = null;
  for (const span of spans) {
    const { fitted_on, stated_on, end } = span;
    const serial = end === "removed" ? null : span.serial;
    const last = units.at(-1);
    // A number that was wrong was that of the same component.
    if (last && former?.end === "corrected") {
      last.serial = serial;
      last.fitted_on = fitted_on ?? last.fitted_on;
    } else units.push({ serial, fitted_on, stated_on, before: former?.stated_on ?? null });
    former = span;
  }
  return units;
}

/** Whether the unit stood there on the day; null where the day of its fitting is not known closely enough. */
function isFitted({ fitted_on, stated_on, before }: Unit, day: string): boolean | null {
  // A component that is replaced on the day of a flight is replaced after it, as a repair is.
  if (fitted_on !== null) return day > fitted_on;
  // The first number that anybody states is taken for that of the component which stood there all the time.
  if (before === null || day > stated_on) return true;
  return day <= before ? false : null;
}

/**
 * The serial number that the component had on a day, as far as the history of its numbers says it: the number in force
 * then, also where it was stated later.
 * @param spans in the order in which they were stated
 * @param day at the plant, YYYY-MM-DD; null where it is not known
 * @returns null where nothing states it, or where the days do not say which of two it was
 */
export function serialOn(spans: readonly SerialSpan[], day: string | null): string | null {
  const units = unitsOf(spans);
  if (day === null) {
    // Nothing says that another component ever stood there, also where the day of the only one's fitting is stated.
    return units.length === 1 ? units[0]!.serial : null;
  }
  for (const unit of units.toReversed()) {
    const is = isFitted(unit, day);
    if (is !== false) return is ? unit.serial : null;
  }
  return null;
}

/** The number that the component has now; null without one. */
export function presentSerial(spans: readonly SerialSpan[]): string | null {
  return spans.find(({ end }) => end === null)?.serial ?? null;
}
