// One value of a table of conditions: a number in the unit of its column, or with a unit of its own.
import type { Problem } from "../../error.ts";
import { measureOf } from "../../number-with-unit.ts";
import { readNumber, settledNumber, type DecimalSign } from "../../number-text.ts";
import { cellText, type Cell } from "../../table/table.ts";
import { conditionUnit, type ConditionColumn, type ConditionUnit } from "../condition-head.ts";
import { quantities, type ConditionRow, type Quantity } from "../condition-record.ts";

/** W/m2. A pyranometer reads a little below zero at night, because its dome is colder than its sensor. */
const NIGHT_OFFSET = -20;

/** A number and its unit, where a cell states one that does not contradict its head. */
function withOwnUnit(quantity: Quantity, cell: Cell, ofColumn: ConditionUnit) {
  const read = typeof cell === "number" ? null : measureOf(cell);
  const unit = read && conditionUnit(quantity, read.unit);
  // A share with its sign is stored as a fraction in one sheet, and as a number in another.
  if (!read || !unit || read.unit === "%") return { cell, unit: ofColumn };
  const isSame = unit.factor === ofColumn.factor && unit.offset === ofColumn.offset;
  const isPlain = ofColumn.factor === 1 && ofColumn.offset === 0;
  return isSame || isPlain ? { cell: read.text, unit } : { cell, unit: ofColumn };
}

/** The number of a cell in the unit of its quantity and within its limits, or what is wrong with it. */
export function conditionValue(
  quantity: Quantity,
  given: Cell,
  ofColumn: ConditionUnit,
  decimal: DecimalSign | null,
): number | Problem {
  const { cell, unit } = withOwnUnit(quantity, given, ofColumn);
  const { factor, offset } = unit;
  const [least, greatest] = quantities[quantity];
  const isSun = quantity === "irradiance" || quantity === "dni";
  const lowest = isSun ? NIGHT_OFFSET : least;
  const inFile = (value: number) => (value - offset) / factor;
  const text = cellText(given).slice(0, 80);
  const limits = { decimal, least: inFile(lowest), greatest: inFile(greatest) };
  const reading = settledNumber(readNumber(cell), limits);
  if (reading.kind === "ambiguous") {
    const { asDecimal, asThousands } = reading;
    const values = { text, one: asDecimal, other: asThousands };
    return { reason: "number_ambiguous", values };
  }
  if (reading.kind === "number") {
    // Rounded, so that 212 °F are 100 °C.
    const value = Number((reading.value * factor + offset).toPrecision(12));
    if (value >= lowest && value <= greatest) return value;
  }
  const rounded = (value: number) => Math.round(inFile(value) * 100) / 100;
  const values = { value: text, least: rounded(least), greatest: rounded(greatest) };
  return { reason: "condition_value_bad", values };
}

/** W/m2. The sun of a whole file is hardly weaker where it shines; in kW/m2 it is never stronger. */
const MOST_SUN_KW = 1.6;
const LEAST_SUN_KW = 0.05;

/** What is not certain of columns of irradiance without a unit, whose values are usual for kW/m2. */
export function sunUnitFaults(
  columns: readonly (ConditionColumn | null)[],
  rows: readonly Pick<ConditionRow, "quantity" | "value">[],
): Problem[] {
  return (["irradiance", "dni"] as const).flatMap((name) => {
    if (!columns.some((column) => column?.name === name && column.isBare)) return [];
    let greatest = -Infinity;
    for (const { quantity, value } of rows)
      if (quantity === name) greatest = Math.max(greatest, value);
    if (!(greatest >= LEAST_SUN_KW && greatest <= MOST_SUN_KW)) return [];
    return [{ reason: "condition_sun_unit", field: name, values: { greatest } }];
  });
}
