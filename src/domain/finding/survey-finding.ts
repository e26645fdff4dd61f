// The findings of a survey: a fault type at each component that is not good.
import { MISSING_U8, valueAt, type ColumnValues } from "../column/column.ts";
import { NO_SEVERITY } from "../column/column-severity.ts";
import type { ComponentType } from "../component/component.ts";
import { isDust, measuresOfFaultType, provingFigures } from "../key-figure/derived-fault-type.ts";
import { NO_FAULT, faultTypeFigureOf, faultTypeKeyFigures } from "../key-figure/fault-type.ts";
import { keyFigureByKey, keyFigures, type KeyFigure } from "../key-figure/key-figure.ts";
import { dangerAt, safetyKeyFigures } from "../key-figure/safety.ts";
import { severityOf } from "../key-figure/severity.ts";
import { UNNAMED, type Evidence } from "./finding-life.ts";

/** The key figures that judge components with this fault type, the first that has a value counts. */
export function judgesOf(figure: KeyFigure): readonly KeyFigure[] {
  return keyFigures.filter(({ named_by }) => named_by === figure.id);
}

/** The key figures that say how much dust is behind the fault type "soiled". */
const dustFigures: Partial<Record<ComponentType, KeyFigure>> = {
  mirror: keyFigureByKey("mirror_soiling")!,
  sca: keyFigureByKey("cleanliness")!,
};

/** The key figures from which the findings of a fault type are read: itself, what judges them, and the dust behind it. */
export function figuresRead(figure: KeyFigure): readonly KeyFigure[] {
  const dust = dustFigures[figure.component_type];
  return [figure, ...judgesOf(figure), ...(dust ? [dust] : [])];
}

/** All key figures from which findings are read, and what of them is dangerous. */
export const findingKeyFigures: readonly KeyFigure[] = [
  ...new Set(
    faultTypeKeyFigures.flatMap((figure) => [
      ...figuresRead(figure),
      ...safetyKeyFigures(figure.component_type),
    ]),
  ),
];

export type SurveyValues = {
  /** The values by row of a key figure; undefined where the survey has none. */
  readonly valuesOf: (keyFigure: KeyFigure) => ColumnValues | undefined;
  /** Of this plant. */
  readonly limitsOf: (keyFigure: KeyFigure) => readonly number[];
};

/** What a survey says of the component of a row. */
export type Seen = {
  /** 0 where nothing is wrong or what is wrong has no name. */
  readonly fault_type: number;
  /** 0 to 3, NO_SEVERITY where the survey did not measure it. */
  readonly severity: number;
};

/**
 * A function that answers what the survey says of a row; null where it says nothing of this component type.
 * The severity is that of the first key figure that judges the component, else that of its fault type.
 */
export function seenAt(
  figure: KeyFigure,
  { valuesOf, limitsOf }: SurveyValues,
): ((row: number) => Seen) | null {
  const types = valuesOf(figure);
  const judges = judgesOf(figure).flatMap((judge) => {
    const values = valuesOf(judge);
    return values ? [{ judge, values, limits: limitsOf(judge) }] : [];
  });
  if (!types && judges.length === 0) return null;
  const isDusty = lightDustAt(figure, valuesOf);
  return (row) => {
    const type = types ? valueAt(types, row) : NaN;
    const isNamed =
      type === type && type !== MISSING_U8 && type !== NO_FAULT && !isDusty(type, row);
    const fault_type = isNamed ? type : UNNAMED;
    for (const { judge, values, limits } of judges) {
      const value = row < values.length ? valueAt(values, row) : NaN;
      if (value !== value) continue;
      const severity = severityOf(judge, value, limits);
      // A named fault is one, even where what judges the whole calls it good: a broken glass need not be warm.
      if (severity > 0 || !isNamed) return { fault_type, severity };
    }
    if (isNamed) return { fault_type, severity: Math.max(1, severityOf(figure, type)) };
    return { fault_type, severity: type === NO_FAULT ? 0 : NO_SEVERITY };
  };
}

/**
 * A function that answers whether the fault type "soiled" of a row is light dust alone, which is no fault of one component.
 * Columns of releases before 0.22 name it.
 */
function lightDustAt(
  { component_type, classes }: KeyFigure,
  valuesOf: SurveyValues["valuesOf"],
): (type: number, row: number) => boolean {
  const dust = dustFigures[component_type];
  const values = dust && valuesOf(dust);
  const soiled = classes.find(({ key }) => key === "soiled")?.value;
  if (!values || soiled === undefined) return () => false;
  return (type, row) => type === soiled && isDust(dust.key, valueAt(values, row));
}

/** The key figures that `seenOf` reads for findings of this type. */
export function figuresOfFinding(type: ComponentType, fault_type: number): readonly KeyFigure[] {
  const figure = faultTypeFigureOf(type);
  if (!figure) return [];
  const all = [...provingFigures(type), ...measuresOfFaultType(type, fault_type)];
  return [...new Set([...figuresRead(figure), ...all])];
}

/**
 * What a survey says of one finding: the same, but nothing where the component is good and the survey has not measured
 * what the finding is. An infrared image of a module that is not warm does not say that its glass is whole.
 * A fault without a name is gone where the component is good. So is each one where a file itself states that there is
 * none: the type "none" that does not follow from another value.
 */
export function seenOf(
  figure: KeyFigure,
  survey: SurveyValues,
): ((row: number, fault_type: number) => Seen) | null {
  const at = seenAt(figure, survey);
  if (!at) return null;
  const { valuesOf } = survey;
  const { component_type } = figure;
  const columnsOf = (figures: readonly KeyFigure[]) =>
    figures.flatMap((one) => valuesOf(one) ?? []);
  const hasValue = (columns: readonly ColumnValues[], row: number) =>
    columns.some((values) => row < values.length && !Number.isNaN(valueAt(values, row)));
  const types = valuesOf(figure);
  const proving = columnsOf(provingFigures(component_type));
  const measures = new Map<number, readonly ColumnValues[]>();
  return (row, fault_type) => {
    const seen = at(row);
    if (seen.severity !== 0 || fault_type === UNNAMED) return seen;
    const isNone = types !== undefined && row < types.length && types[row] === NO_FAULT;
    if (isNone && !hasValue(proving, row)) return seen;
    let own = measures.get(fault_type);
    if (!own) {
      own = columnsOf(measuresOfFaultType(component_type, fault_type));
      measures.set(fault_type, own);
    }
    return hasValue(own, row) ? seen : { ...seen, severity: NO_SEVERITY };
  };
}

/** Whether the survey shows this fault at the component. */
export function isShown({ fault_type, severity }: Seen, wanted: number): boolean {
  return fault_type === wanted && severity > 0 && severity !== NO_SEVERITY;
}

/**
 * The findings of a survey, by component type as in `faultTypeKeyFigures`, then by row.
 * @param countOf rows of a component type, and whether the component of a row exists
 */
export function surveyFindings(
  survey: SurveyValues,
  existsOf: (type: KeyFigure["component_type"]) => { count: number; exists: Uint8Array | null },
): Evidence[] {
  const found: Evidence[] = [];
  for (const figure of faultTypeKeyFigures) {
    const { component_type } = figure;
    const at = seenAt(figure, survey);
    if (!at) continue;
    const isDangerous = dangerAt(component_type, survey.valuesOf);
    const among = { ...existsOf(component_type), isDangerous };
    for (const one of evidenceOf(component_type, at, among)) found.push(one);
  }
  return found;
}

/** The findings among the components of a type, by row; of the rows from `from` to before `count`. */
export function evidenceOf(
  component_type: KeyFigure["component_type"],
  at: (row: number) => Seen,
  {
    count,
    exists,
    from = 0,
    isDangerous,
  }: {
    readonly count: number;
    readonly exists: Uint8Array | null;
    readonly from?: number;
    /** By the same survey. */
    readonly isDangerous: (row: number) => boolean;
  },
): Evidence[] {
  const found: Evidence[] = [];
  for (let row = from; row < count; row += 1) {
    if (exists && exists[row] === 0) continue;
    const { fault_type, severity } = at(row);
    if (severity > 0 && severity !== NO_SEVERITY) {
      found.push({ component_type, row, fault_type, severity, is_dangerous: isDangerous(row) });
    }
  }
  return found;
}
