// The class of abnormality of a module: one severity that follows from all of its faults.
import { MISSING_U8, valueAt } from "../column/column.ts";
import { isDust, warmingFaults } from "../key-figure/derived-fault-type.ts";
import { faultTypeOf, NO_FAULT } from "../key-figure/fault-type.ts";
import { keyFigureById, keyFigureByKey } from "../key-figure/key-figure.ts";
import type { Severity } from "../key-figure/key-figure-shape.ts";
import { severityOf } from "../key-figure/severity.ts";
import type { FindingColumns } from "./module/module-finding.ts";

/** Faults that are too hot where they are severe; others of the same severity take the power. */
const hot: ReadonlySet<string> = new Set([
  "delta_t_normalised",
  "hotspots",
  "diode_overheated",
  "junction_box",
  "glass_breakage",
  "interconnect_fault",
]);
/** Numbers of the classes by severity; what is severe and not hot has lost its power. */
const classes = [1, 4, 2] as const;
const [SAFETY_RELEVANT, POWER_LOST] = [3, 5];

/** The key figures from which the class follows, in the order in which they are named as its cause. */
const causesOfClass = keyFigureByKey("class_of_abnormality")!.follows!.map((id) =>
  keyFigureById(id)!,
);

/**
 * The columns with the class of abnormality and the fault type of each module: its severity is that of the worst
 * fault, its type the first of the worst ones in the order in which they are named as its cause. Where the temperature
 * is the worst, a fault that explains it gives the type. A module has a
 * class where its temperature was judged, or where a fault was seen: an image without temperatures proves no module
 * to be without abnormality.
 */
export function withAbnormality(columns: FindingColumns): FindingColumns {
  const { delta_t_normalised: difference, module_offline: offline } = columns;
  if (!difference) return columns;
  const causes = causesOfClass.flatMap((keyFigure) => {
    const values = columns[keyFigure.key];
    return values ? [{ keyFigure, values }] : [];
  });
  const found = new Uint8Array(difference.length).fill(MISSING_U8);
  const types = found.slice();
  for (let row = 0; row < found.length; row++) {
    let [severity, isHot, type] = [0 as Severity, false, NO_FAULT];
    let warm: number | null = null;
    for (const { keyFigure, values } of causes) {
      const value = valueAt(values, row);
      const own = isDust(keyFigure.key, value) ? 0 : severityOf(keyFigure, value);
      if (own === severity) isHot ||= hot.has(keyFigure.key);
      if (own > 0 && warmingFaults.has(keyFigure.key)) warm ??= faultTypeOf(keyFigure.key, value);
      if (own > severity) {
        isHot = hot.has(keyFigure.key);
        const isHeat = keyFigure.key === "delta_t_normalised";
        type = (isHeat ? warm : null) ?? faultTypeOf(keyFigure.key, value);
        severity = own;
      }
    }
    // A warm module that may be open has no class, as one without a temperature difference.
    const isUnknown = Number.isNaN(difference[row]!) || offline?.[row] === MISSING_U8;
    if (severity === 0 && isUnknown) continue;
    found[row] = severity < 3 ? classes[severity as 0]! : isHot ? SAFETY_RELEVANT : POWER_LOST;
    types[row] = type;
  }
  return { ...columns, class_of_abnormality: found, fault_type: types };
}
