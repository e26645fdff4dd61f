// The capacity of a plant as files state it: "50", "50 MWp", "2,5 MW", "50.000 kW".
import { readNumber, settledNumber } from "../number-text.ts";

export type CapacityReading =
  | { readonly kind: "megawatts"; readonly value: number }
  /** No number, another unit, or nothing above zero. */
  | { readonly kind: "bad" }
  /** A point or comma that may mark decimals or thousands. */
  | { readonly kind: "ambiguous" };

/** The most that a plant of the list can have. */
const MOST_MEGAWATTS = 100_000;
const bad: CapacityReading = { kind: "bad" };
/** Megawatts of the units; "p", "ac" and "dc" behind them say where it is counted. */
const units: Readonly<Record<string, number>> = { w: 1e-6, kw: 1e-3, mw: 1, gw: 1000 };
const pattern = /^(.*?)\s*(?:([kmg]?w)(?:[\s_-]*(?:p|ac|dc|peak|pico))?)?$/i;

/** The capacity in MW. @param unit that of a number without one, which the name of its property says */
export function readCapacity(text: string, unit: "kw" | "mw" = "mw"): CapacityReading {
  const [, number = "", named] = pattern.exec(text.trim()) ?? [];
  const scale = units[(named ?? unit).toLowerCase()] ?? NaN;
  const reading = settledNumber(readNumber(number), { least: 0, greatest: MOST_MEGAWATTS / scale });
  if (reading.kind === "ambiguous") return { kind: "ambiguous" };
  if (reading.kind !== "number" || !(reading.value > 0)) return bad;
  if (reading.value * scale > MOST_MEGAWATTS) return bad;
  return { kind: "megawatts", value: reading.value * scale };
}
