// What became of findings, where "resolved" is said only of what a later survey has measured again.
import { NO_SEVERITY, severitiesOf } from "../column/column-severity.ts";
import { causesOfFaultType, provingFigures } from "../key-figure/derived-fault-type.ts";
import { faultTypeFigureOf } from "../key-figure/fault-type.ts";
import type { KeyFigure } from "../key-figure/key-figure.ts";
import { plantCourseColumn } from "../key-figure/plant-course.ts";
import { verdictOf } from "./finding-verification.ts";
import { UNNAMED } from "./finding-life.ts";
import { judgesOf, seenAt, seenOf, type SurveyValues } from "./survey-finding.ts";

/** The fault type that names the findings of this key figure; undefined where a finding is this one value and no more. */
function namingOf(keyFigure: KeyFigure): KeyFigure | undefined {
  const figure = faultTypeFigureOf(keyFigure.component_type);
  return figure && (figure === keyFigure || figure.id === keyFigure.named_by) ? figure : undefined;
}

/** The key figures that say, beside this one, whether a finding of it is gone; none where it says so alone. */
export function figuresOfCourse(keyFigure: KeyFigure): readonly KeyFigure[] {
  const figure = namingOf(keyFigure);
  if (!figure) return [];
  const type = figure.component_type;
  const all = [figure, ...judgesOf(figure), ...provingFigures(type), ...causesOfFaultType(type)];
  return [...new Set(all)].filter((one) => one !== keyFigure);
}

/**
 * Severity by row of each survey, NO_SEVERITY where it did not measure the component. So it is where the component is
 * good, and an earlier survey found a fault that this one did not measure: the images of one camera do not show that
 * glass is whole. A fault that is still named stays a finding. What is gone is decided by the rule for each finding
 * (`verdictOf`).
 * @param surveys oldest first; each has values of the key figure
 * @param count rows of the component type
 */
export function confirmedSeverities(
  keyFigure: KeyFigure,
  surveys: readonly SurveyValues[],
  count: number,
): Uint8Array[] {
  const figure = namingOf(keyFigure);
  /** Classes of the faults, as bits, that were found and of which no survey has said since that they are gone. */
  const open = new Uint32Array(count);
  return surveys.map((survey) => {
    const values = survey.valuesOf(keyFigure) ?? new Uint8Array(0);
    const severities = severitiesOf(values, keyFigure, survey.limitsOf(keyFigure));
    if (!figure) return severities;
    const [at, again] = [seenAt(figure, survey), seenOf(figure, survey)];
    for (let row = 0; row < Math.min(count, severities.length); row += 1) {
      if (severities[row] === NO_SEVERITY) continue;
      if (severities[row]! > 0) open[row]! |= 1 << (at?.(row).fault_type ?? UNNAMED);
      else if (open[row] !== 0 && again) {
        const stays = stillOpen(open[row]!, (fault_type) => again(row, fault_type));
        open[row] = stays.open;
        if (stays.open !== 0) severities[row] = stays.severity;
      }
    }
    return severities;
  });
}

/** The faults of one component that a survey does not show to be gone, as bits, and what it says of the component. */
function stillOpen(
  bits: number,
  seenOfType: (fault_type: number) => { readonly fault_type: number; readonly severity: number },
): { readonly open: number; readonly severity: number } {
  let [open, severity] = [0, NO_SEVERITY];
  for (let fault_type = 0; bits >>> fault_type !== 0 && fault_type < 32; fault_type += 1) {
    if (((bits >>> fault_type) & 1) === 0) continue;
    const seen = seenOfType(fault_type);
    const verdict = verdictOf({ status: "done", fault_type, severity: null }, seen);
    if (verdict === "verified") continue;
    open |= 1 << fault_type;
    if (verdict === "returned") severity = seen.severity;
  }
  return { open: open >>> 0, severity };
}

/**
 * The place in `plantCourses` by row: what became of the findings of a key figure up to the newest of these surveys.
 * The comparison, the statistics, the card and the report count with this.
 * @param surveys oldest first; each has values of the key figure
 */
export function courseColumn(
  keyFigure: KeyFigure,
  surveys: readonly SurveyValues[],
  count: number,
): Uint8Array {
  return plantCourseColumn(confirmedSeverities(keyFigure, surveys, count), count);
}
