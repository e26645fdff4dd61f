// One value of a table of conditions: a number in the unit of its column, or with a unit of its own.
import type { Problem } from "../../error.ts";
import { measureOf } from "../../number-with-unit.ts";
import { readNumber, settledNumber, type DecimalSign } from "../../number-text.ts";
import { cellText, type Cell } from "../../table/table.ts";
import { conditionUnit, type ConditionUnit } from "../condition-head.ts";
import { upperMedianOf } from "../../median.ts";
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

/** Whether a cell states a unit itself, such as "12 km/h". */
export const statesUnit = (quantity: Quantity, cell: Cell): boolean => {
  const read = typeof cell === "number" ? null : measureOf(cell);
  return read !== null && conditionUnit(quantity, read.unit) !== null;
};

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
/** m/s. Drones of surveys are not flown in more (the makers' limits are 10 to 12); in km/h it is a breeze. */
const MOST_WIND = 12;
/** °C. Air is hardly hotter at any plant; in °F it is a cool day. */
const MOST_AIR = 50;

/**
 * Columns without a unit whose values are usual for another unit than the one they would be taken in: the user must say.
 * @param bare quantities of which values state no unit, neither in the head nor in the cell
 */
export function unitFaults(
  bare: ReadonlySet<Quantity>,
  rows: readonly Pick<ConditionRow, "quantity" | "value">[],
): Problem[] {
  const valuesOf = (name: Quantity) =>
    rows.flatMap(({ quantity, value }) => (quantity === name ? [value] : []));
  const suns = (["irradiance", "dni"] as const).flatMap((name): Problem[] => {
    let greatest = -Infinity;
    if (bare.has(name)) for (const value of valuesOf(name)) greatest = Math.max(greatest, value);
    if (!(greatest >= LEAST_SUN_KW && greatest <= MOST_SUN_KW)) return [];
    return [{ reason: "condition_sun_unit", field: name, values: { greatest } }];
  });
  const others = [
    ["wind", MOST_WIND, "condition_wind_unit"],
    ["ambient", MOST_AIR, "condition_air_unit"],
  ] as const;
  const usual = others.flatMap(([name, most, reason]): Problem[] => {
    const values = bare.has(name) ? valuesOf(name) : [];
    const median = values.length === 0 ? 0 : upperMedianOf(values);
    return median > most ? [{ reason, field: name, values: { median } }] : [];
  });
  return [...suns, ...usual];
}
