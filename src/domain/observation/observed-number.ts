// A number that a file has for a column of observations, perhaps with its unit behind it: "12.5 Ω".
import type { Problem } from "../error.ts";
import { keyFigureById } from "../key-figure/key-figure.ts";
import { temperatureUnit, unitConversion } from "../key-figure/unit.ts";
import { readNumber, settledNumber, type DecimalSign } from "../number-text.ts";
import { measureOf, sameUnit } from "../number-with-unit.ts";
import { bracketOf, isHeadNote } from "../table/head-bracket.ts";
import { columnValueFault, type ObservationColumn } from "./observation-column.ts";

const same = (value: number) => value;

/** The unit of a column: that of its ranges or its key figure, or the one in brackets in its name; "" where it states none. */
function unitOf({ ccp_column, pi_column }: ObservationColumn): string {
  if (ccp_column === null) return keyFigureById(pi_column?.pi_id ?? 0)?.unit ?? "";
  const named = bracketOf(ccp_column.name)?.text ?? "";
  return ccp_column.number_ranges?.unit || (isHeadNote(named) ? "" : named);
}

/** A number with its unit; null for a cell without one. */
const measured = (cell: unknown) =>
  typeof cell === "string" && readNumber(cell).kind === "bad" ? measureOf(cell) : null;

/** The unit that a cell states for a column of numbers that states none; null where nothing is open. */
export function unitOfCell(column: ObservationColumn, cell: unknown): string | null {
  const type = column.ccp_column?.data_type ?? "number";
  const isNumber = type === "number" || type === "number_range";
  return isNumber && unitOf(column) === "" ? (measured(cell)?.unit ?? null) : null;
}

/** From the unit of a cell to that of its column; null where it is another one, or where it may mean two things. */
function conversionTo(
  column: ObservationColumn,
  written: string,
): ((value: number) => number) | null {
  const unit = unitOf(column);
  // 12.5% may be 12.5, or 0.125 as the sheet stores it.
  if (unit === "") return written === "%" ? null : same;
  if (sameUnit(written, unit)) return same;
  // A property may be a temperature or a difference of two, which are converted in different ways.
  const isOpen =
    column.ccp_column !== null && (written === "K" || temperatureUnit(written) !== null);
  return isOpen || written === "%" ? null : unitConversion(unit, written);
}

/**
 * The number of a cell in the unit of its column, or why it is none.
 * @param decimal the sign that the other numbers of the column prove
 */
export function observedNumber(
  column: ObservationColumn,
  cell: number | string,
  decimal: DecimalSign | null,
): { readonly value: number } | Problem {
  const text = String(cell).slice(0, 60);
  const own = measured(cell);
  const convert = own ? conversionTo(column, own.unit) : same;
  if (convert === null) {
    const unit = unitOf(column);
    if (unit === "") return { reason: "observation_number_unclear", values: { value: text } };
    return { reason: "observation_unit", values: { value: text, unit } };
  }
  const read = settledNumber(own?.number ?? readNumber(cell), { decimal });
  if (read.kind === "number") return { value: convert(read.value) };
  if (read.kind === "ambiguous") {
    // A meaning that the column cannot have is none.
    const { asDecimal, asThousands } = read;
    const [value, ...more] = [asDecimal, asThousands]
      .map(convert)
      .filter((one) => columnValueFault(column, one) === null);
    if (value !== undefined && more.length === 0) return { value };
    return { reason: "number_ambiguous", values: { text, one: asDecimal, other: asThousands } };
  }
  return { reason: "observation_number_unclear", values: { value: text } };
}
