// A number with its unit behind it, as people copy it from a table or a report: "12,5 %", "850 W/m²".
import { readNumber, type NumberReading } from "./number-text.ts";

/** The number of a text, or that it is in another unit than the one asked for. */
export type MeasureReading = NumberReading | { readonly kind: "other_unit" };

/** A number in any notation, then what begins like a unit. "1/2" and "45²" have none. */
const measure =
  /^([+\-\u2010-\u2013\u2212\uFE63\uFF0D]?\s*[\d.,][\d.,\s'\u2019]*(?:[eE][+-]?\d{1,3})?)\s*([\p{L}%\u2030\u00B0\u00BA\p{Sc}].*)$/u;

/** A number and what follows it like a unit; null for a text that is no such measure. */
export function measureOf(
  text: string,
): { readonly text: string; readonly number: NumberReading; readonly unit: string } | null {
  const [, number = "", unit = ""] = measure.exec(text.trim()) ?? [];
  const reading = unit === "" ? null : readNumber(number);
  return reading === null || reading.kind === "bad"
    ? null
    : { text: number, number: reading, unit };
}

/**
 * Reads a text as a number in `unit`. The unit itself may follow the number; another one is never converted and never
 * passed over. Capital and small letters differ, as mW and MW do.
 * @param unit as the screen shows it; empty or undefined where the number has none, and then none may follow
 */
export function readMeasure(text: string, unit: string | undefined): MeasureReading {
  const plain = readNumber(text);
  if (plain.kind !== "bad" || !unit) return plain;
  const read = measureOf(text);
  if (read === null) return plain;
  return sameUnit(read.unit, unit) ? read.number : { kind: "other_unit" };
}

/** True for two writings of one unit: "º C" and "°C", "W/m2", "W/m^2" and "W/m²"; "C" alone is "°C". */
export function sameUnit(written: string, unit: string): boolean {
  const [one, other] = [written, unit].map((text) =>
    text
      .replaceAll("\u00BA", "\u00B0")
      .normalize("NFKC")
      .replaceAll(/[\s^]|\.$/g, ""),
  );
  return one === other || (/^\u00B0\p{L}/u.test(other!) && one === other!.slice(1));
}
