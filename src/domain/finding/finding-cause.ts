// What a survey measured of a finding: how large it is, and the faults that give its type.
import { uncertaintyOf } from "../column/change-tolerance.ts";
import { valueAt } from "../column/column.ts";
import type { ComponentType } from "../component/component.ts";
import { causesOfFaultType, givingFigures } from "../key-figure/derived-fault-type.ts";
import { faultTypeFigureOf, faultTypeKeyFigures } from "../key-figure/fault-type.ts";
import { keyFigureById, type KeyFigure } from "../key-figure/key-figure.ts";
import { severityOf } from "../key-figure/severity.ts";
import type { FindingPlace } from "./finding-life.ts";
import type { SurveyValues } from "./survey-finding.ts";

/** A value of a key figure, in its unit, or its class. */
export type StatedValue = {
  readonly keyFigure: KeyFigure;
  readonly value: number;
  /** Half of the 95 % interval, in the unit; null for classes, and where neither the survey nor the catalogue states one. */
  readonly uncertainty: number | null;
};
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

/** All key figures from which causes and sizes of the findings of these types are read, with their uncertainties. */
export function statedFigures(types: readonly ComponentType[]): readonly KeyFigure[] {
  const stated = types.flatMap((type) => [...causesOfFaultType(type), sizeFigureOf(type) ?? []]);
  return [...new Set(stated.flat().flatMap((figure) => [figure, statedBy(figure) ?? []].flat()))];
}

/** The key figure that says how uncertain this one is, component by component. */
const statedBy = ({ uncertainty_by }: KeyFigure) => keyFigureById(uncertainty_by ?? 0);

/** The uncertainty of the value of a row: as the survey states it, else as the catalogue does. */
function uncertaintyAt(
  { valuesOf }: Pick<SurveyValues, "valuesOf">,
  keyFigure: KeyFigure,
  { row, value }: { readonly row: number; readonly value: number },
): number | null {
  if (keyFigure.kind === "u8") return null;
  const by = statedBy(keyFigure);
  const stated = by && valuesOf(by);
  const own = stated && row < stated.length ? valueAt(stated, row) : NaN;
  if (own === own) return own;
  return keyFigure.uncertainty ? uncertaintyOf(keyFigure.uncertainty, value) : null;
}

/** Whether a survey with these values says how uncertain the key figure is. */
export function hasUncertainty(
  { valuesOf }: Pick<SurveyValues, "valuesOf">,
  keyFigure: KeyFigure,
): boolean {
  const by = statedBy(keyFigure);
  return keyFigure.uncertainty !== undefined || (by !== undefined && valuesOf(by) !== undefined);
}

/**
 * A function that answers the faults from which the type of a finding follows at a row, the plainest first: "bypass diode:
 * one substring" of "substring bypassed". Empty for a fault without a name, and where a file states the type alone.
 */
export function causesAt(
  survey: SurveyValues,
): (finding: FaultOf, row: number) => readonly StatedValue[] {
  const { valuesOf, limitsOf } = survey;
  const known = new Map<string, readonly KeyFigure[]>();
  return ({ component_type, fault_type }, row) => {
    const key = `${component_type} ${fault_type}`;
    const figures = known.get(key) ?? givingFigures(component_type, fault_type);
    known.set(key, figures);
    return figures.flatMap((keyFigure) => {
      const values = valuesOf(keyFigure);
      const value = values && row < values.length ? valueAt(values, row) : NaN;
      const isFault = value === value && severityOf(keyFigure, value, limitsOf(keyFigure)) > 0;
      const at = { row, value };
      return isFault
        ? [{ keyFigure, value, uncertainty: uncertaintyAt(survey, keyFigure, at) }]
        : [];
    });
  };
}

/** How large the finding at a row is; null where it was not measured. */
export function sizeAt(survey: Pick<SurveyValues, "valuesOf">) {
  return ({ component_type }: Pick<FaultOf, "component_type">, row: number): StatedValue | null => {
    const keyFigure = sizeFigureOf(component_type);
    const values = keyFigure && survey.valuesOf(keyFigure);
    const value = values && row < values.length ? valueAt(values, row) : NaN;
    if (!keyFigure || value !== value) return null;
    return { keyFigure, value, uncertainty: uncertaintyAt(survey, keyFigure, { row, value }) };
  };
}
