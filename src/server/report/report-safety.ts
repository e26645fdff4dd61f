// The components of a survey that endanger people or can set fire, whatever they cost.
import { MISSING_U8, valueAt } from "../../domain/column/column.ts";
import type { ComponentRow } from "../../domain/component/hierarchy.ts";
import { faultTypeFigureOf } from "../../domain/key-figure/fault-type.ts";
import { dangerAt, isDangerousFault, safetyKeyFigures } from "../../domain/key-figure/safety.ts";
import type { ReportData } from "./report-data.ts";

/** Those of each type in the order of the twin. */
export function dangersOf(data: ReportData): ComponentRow[] {
  const types = new Set(data.figures.map(({ figure }) => figure.component_type));
  return [...types].flatMap((component_type) => {
    const isDangerous = dangerAt(component_type, ({ key }) => data.of(key)?.values);
    // What measures a danger says how hot it is; a fault type alone names it, warm or hot.
    const isMeasured = safetyKeyFigures(component_type).some(({ key }) => data.of(key));
    const named = data.of(faultTypeFigureOf(component_type)?.key ?? "")?.values;
    const isNamed = (row: number) => {
      const fault = named ? valueAt(named, row) : NaN;
      return fault === fault && fault !== MISSING_U8 && isDangerousFault(component_type, fault);
    };
    const found: ComponentRow[] = [];
    for (const [row, there] of data.exists(component_type).entries()) {
      if (there === 1 && (isMeasured ? isDangerous(row) : isNamed(row)))
        found.push({ component_type, row });
    }
    return found;
  });
}
