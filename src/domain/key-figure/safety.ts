// What endangers people or sets fire: it comes before money.
import { valueAt, type ColumnValues } from "../column/column.ts";
import type { ComponentType } from "../component/component.ts";
import { faultTypeKeyFigures } from "./fault-type.ts";
import { keyFigureByKey, type KeyFigure } from "./key-figure.ts";

/** Fault types by key figure that name a danger, warm or hot. */
const safetyFaultTypes: Readonly<Record<string, readonly string[]>> = {
  fault_type: ["glass_broken", "connection"],
  tube_fault_type: ["glass_missing"],
  sca_fault_type: ["leak"],
};

/**
 * Classes by key figure: heat that can set fire, live parts without cover, hot fluid that runs out, bare hot steel. Each
 * of them is enough, on every panel and in every file.
 */
const safetyClasses: Readonly<Record<string, readonly string[]>> = {
  class_of_abnormality: ["safety_relevant"],
  glass_breakage: ["broken"],
  junction_box: ["hot"],
  missing_glass_tube: ["missing"],
  glass_tube_temperature: ["glass_missing"],
  htf_leak: ["suspected", "confirmed"],
  ...safetyFaultTypes,
};

/** Classes of the fault type that name a danger by themselves, by component type; types without one are absent. */
export const dangerousFaultTypes: ReadonlyMap<ComponentType, ReadonlySet<number>> = new Map(
  faultTypeKeyFigures.flatMap(({ key, component_type, classes }) => {
    const names = safetyFaultTypes[key];
    if (!names) return [];
    const values = classes.filter((one) => names.includes(one.key)).map(({ value }) => value);
    return [[component_type, new Set(values)] as const];
  }),
);

/** Whether the fault type of a finding names a danger by itself, whatever the class of its component says. */
export function isDangerousFault({
  component_type,
  fault_type,
}: {
  readonly component_type: ComponentType;
  readonly fault_type: number;
}): boolean {
  return dangerousFaultTypes.get(component_type)?.has(fault_type) === true;
}

/** The key figures of a component type that can say that it is dangerous. */
export function safetyKeyFigures(type: ComponentType): readonly KeyFigure[] {
  return allSafetyKeyFigures().filter(({ component_type }) => component_type === type);
}

/** Numbers of the classes of a key figure that say that a component is dangerous; empty for most key figures. */
export function safetyClassesOf({ key, classes }: KeyFigure): readonly number[] {
  const names = safetyClasses[key] ?? [];
  return classes.filter((one) => names.includes(one.key)).map(({ value }) => value);
}

/** All key figures that can say that a component is dangerous. */
export function allSafetyKeyFigures(): readonly KeyFigure[] {
  return Object.keys(safetyClasses).map((key) => keyFigureByKey(key)!);
}

/**
 * A function that answers whether the component of a row is dangerous.
 * @param valuesOf the values by row of a key figure; undefined where the analysis has none
 */
export function dangerAt(
  type: ComponentType,
  valuesOf: (keyFigure: KeyFigure) => ColumnValues | undefined,
): (row: number) => boolean {
  const stated = dangersStated(type, valuesOf);
  return (row) => stated.some(({ values, dangerous }) => dangerous.has(valueAt(values, row)));
}

/** The same, with all key figures that say so. */
export function dangerReasonsAt(
  type: ComponentType,
  valuesOf: (keyFigure: KeyFigure) => ColumnValues | undefined,
): (row: number) => readonly KeyFigure[] {
  const stated = dangersStated(type, valuesOf);
  return (row) =>
    stated
      .filter(({ values, dangerous }) => dangerous.has(valueAt(values, row)))
      .map(({ figure }) => figure);
}

function dangersStated(
  type: ComponentType,
  valuesOf: (keyFigure: KeyFigure) => ColumnValues | undefined,
) {
  return safetyKeyFigures(type).flatMap((figure) => {
    const values = valuesOf(figure);
    return values ? [{ figure, values, dangerous: new Set(safetyClassesOf(figure)) }] : [];
  });
}

/**
 * The same rows, the dangerous first, then by what they lose; equal ones as they were.
 * @param lossAt what the component of a row loses; NaN where it is not known
 */
export function safetyFirst(
  rows: Uint32Array,
  isDangerous: (row: number) => boolean,
  lossAt: (row: number) => number,
): Uint32Array {
  const judged = Array.from(rows, (row) => {
    const loss = lossAt(row);
    return { row, danger: isDangerous(row) ? 1 : 0, loss: loss === loss ? loss : -Infinity };
  });
  judged.sort((a, b) => b.danger - a.danger || (a.loss === b.loss ? 0 : b.loss > a.loss ? 1 : -1));
  return Uint32Array.from(judged, ({ row }) => row);
}
