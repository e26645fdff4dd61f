// The components of a survey that endanger people or can set fire, whatever they cost.
import type { ComponentRow } from "../../domain/component/hierarchy.ts";
import { dangerAt } from "../../domain/key-figure/safety.ts";
import type { ReportData } from "./report-data.ts";

/** Those of each type in the order of the twin. */
export function dangersOf(data: ReportData): ComponentRow[] {
  const types = new Set(data.figures.map(({ figure }) => figure.component_type));
  return [...types].flatMap((component_type) => {
    const isDangerous = dangerAt(component_type, ({ key }) => data.of(key)?.values);
    const found: ComponentRow[] = [];
    for (const [row, there] of data.exists(component_type).entries()) {
      if (there === 1 && isDangerous(row)) found.push({ component_type, row });
    }
    return found;
  });
}
