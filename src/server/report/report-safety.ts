// The components of a survey that endanger people or can set fire, whatever they cost.
import type { ComponentRow } from "../../domain/component/hierarchy.ts";
import type { SettledAt } from "../../domain/finding/component-state.ts";
import { dangerReasonsAt } from "../../domain/key-figure/safety.ts";
import type { ReportData } from "./report-data.ts";

/** Those of each type in the order of the twin: `settled` are done, verified or dismissed. */
export function dangersOf(
  data: ReportData,
  isSettled: SettledAt,
): { readonly open: readonly ComponentRow[]; readonly settled: readonly ComponentRow[] } {
  const [open, settled]: [ComponentRow[], ComponentRow[]] = [[], []];
  const types = new Set(data.figures.map(({ figure }) => figure.component_type));
  for (const component_type of types) {
    const reasonsOf = dangerReasonsAt(component_type, ({ key }) => data.of(key)?.values);
    for (const [row, there] of data.exists(component_type).entries()) {
      const reasons = there === 1 ? reasonsOf(row) : [];
      if (reasons.length === 0) continue;
      const isDone = reasons.every(({ key }) => isSettled(component_type, row, key));
      (isDone ? settled : open).push({ component_type, row });
    }
  }
  return { open, settled };
}
