// The repairs of one component and the parts below it, among all that a survey suggests.
import { NO_ROW, type Geometry } from "../component/component-index.ts";
import { parentOf, type ComponentRow, type Levels } from "../component/hierarchy.ts";
import { areCostsKnown, soonestPaid } from "./repair-plan.ts";
import type { SuggestedRepair } from "./suggested-repair.ts";

/** Those that mend the component or parts of it, soonest paid back first; a string is mended by each of its modules. */
export function repairsOf(
  suggested: readonly SuggestedRepair[],
  levels: Levels,
  wanted: ComponentRow,
): readonly SuggestedRepair[] {
  const isIn = (type: Geometry["type"], row: number) => {
    let at: ComponentRow | null = { component_type: type, row };
    while (at !== null && at.row !== NO_ROW) {
      if (at.component_type === wanted.component_type) return at.row === wanted.row;
      at = parentOf(levels, at);
    }
    return false;
  };
  return soonestPaid(
    suggested.filter(({ component_type, rows }) => rows.some((row) => isIn(component_type, row))),
    areCostsKnown(suggested),
  );
}

/** Its place in a list of repairs, from 0; -1 where it is not there. Of mirrors some may be in the list. */
export function placeIn(list: readonly SuggestedRepair[], repair: SuggestedRepair): number {
  return list.findIndex(
    ({ action, component_type, rows }) =>
      action === repair.action &&
      component_type === repair.component_type &&
      rows[0] === repair.rows[0],
  );
}
