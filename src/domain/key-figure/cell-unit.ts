// A value of a table with its unit in its own cell: "25 °C", or a number whose format shows it.
import { measureOf } from "../number-with-unit.ts";
import { unitConversion } from "./unit.ts";

type Convert = (value: number) => number;

/**
 * The value of a cell in `unit`; null where its unit is not known, contradicts its head, or where its number has two
 * readings. A percentage is none: a sheet stores it as a fraction.
 * @param stated the conversion from the unit of the head; undefined where the head states none
 */
export function cellInUnit(text: string, unit: string, stated: Convert | undefined): number | null {
  const read = measureOf(text);
  if (read?.number.kind !== "number" || read.unit === "%") return null;
  const convert = unitConversion(unit, read.unit);
  if (convert === null) return null;
  const isOther = stated && (stated(0) !== convert(0) || stated(1) !== convert(1));
  return isOther ? null : convert(read.number.value);
}
