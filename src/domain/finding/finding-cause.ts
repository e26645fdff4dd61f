// What a survey measured of a finding: how large it is, and the faults that give its type.
import { valueAt } from "../column/column.ts";
import type { ComponentType } from "../component/component.ts";
import { causesOfFaultType, givingFigures } from "../key-figure/derived-fault-type.ts";
import { faultTypeFigureOf, faultTypeKeyFigures } from "../key-figure/fault-type.ts";
import { keyFigureById, type KeyFigure } from "../key-figure/key-figure.ts";
import { severityOf } from "../key-figure/severity.ts";
import type { FindingPlace } from "./finding-life.ts";
import type { SurveyValues } from "./survey-finding.ts";

/** A value of a key figure, in its unit, or its class. */
export type StatedValue = { readonly keyFigure: KeyFigure; readonly value: number };
export type FaultOf = Pick<FindingPlace, "component_type" | "fault_type">;

/** The number that ranks the findings of a component type: the temperature difference of a module; undefined for most types. */
export function sizeFigureOf(type: ComponentType): KeyFigure | undefined {
  return keyFigureById(faultTypeFigureOf(type)?.ranked_by ?? 0);
}

/** All key figures that say how large findings are. */
export const sizeFigures: readonly KeyFigure[] = [
  ...new Set(
    faultTypeKeyFigures.flatMap(({ component_type }) => sizeFigureOf(component_type) ?? []),
  ),
];

/** All key figures from which causes and sizes of the findings of these types are read. */
export function statedFigures(types: readonly ComponentType[]): readonly KeyFigure[] {
  return [
    ...new Set(
      types.flatMap((type) => [...causesOfFaultType(type), sizeFigureOf(type) ?? []].flat()),
    ),
  ];
}

/**
 * A function that answers the faults from which the type of a finding follows at a row, the plainest first: "bypass diode:
 * one substring" of "substring bypassed". Empty for a fault without a name, and where a file states the type alone.
 */
export function causesAt({
  valuesOf,
  limitsOf,
}: SurveyValues): (finding: FaultOf, row: number) => readonly StatedValue[] {
  const known = new Map<string, readonly KeyFigure[]>();
  return ({ component_type, fault_type }, row) => {
    const key = `${component_type} ${fault_type}`;
    const figures = known.get(key) ?? givingFigures(component_type, fault_type);
    known.set(key, figures);
    return figures.flatMap((keyFigure) => {
      const values = valuesOf(keyFigure);
      const value = values && row < values.length ? valueAt(values, row) : NaN;
      const isFault = value === value && severityOf(keyFigure, value, limitsOf(keyFigure)) > 0;
      return isFault ? [{ keyFigure, value }] : [];
    });
  };
}

/** How large the finding at a row is; null where it was not measured. */
export function sizeAt({ valuesOf }: Pick<SurveyValues, "valuesOf">) {
  return ({ component_type }: Pick<FaultOf, "component_type">, row: number): StatedValue | null => {
    const keyFigure = sizeFigureOf(component_type);
    const values = keyFigure && valuesOf(keyFigure);
    const value = values && row < values.length ? valueAt(values, row) : NaN;
    return keyFigure && value === value ? { keyFigure, value } : null;
  };
}
