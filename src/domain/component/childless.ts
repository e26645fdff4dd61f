// The components of a level that have no parts, where others have: trackers without modules.
import { NO_ROW } from "./component-index.ts";
import { ancestorTypesOf, componentTypeIds, type ComponentType } from "./component.ts";
import { containerRows } from "./container.ts";
import type { Levels } from "./hierarchy.ts";

export type Childless = {
  readonly count: number;
  /** By row 1 where the component has parts or was removed, else 0. */
  readonly hasParts: Uint8Array;
};

/** Null where every component has parts, and for the finest level of the plant. */
export function childlessOf(levels: Levels, type: ComponentType): Childless | null {
  const own = levels.get(type);
  if (!own) return null;
  const hasParts = new Uint8Array(own.count);
  let isFinest = true;
  for (const lower of componentTypeIds) {
    const parts = levels.get(lower);
    if (!parts || !ancestorTypesOf(lower).includes(type)) continue;
    const containers = containerRows(levels, lower, type);
    for (let row = 0; row < parts.count; row += 1) {
      if (parts.length[row] === 0) continue;
      isFinest = false;
      const container = containers[row]!;
      if (container !== NO_ROW) hasParts[container] = 1;
    }
  }
  if (isFinest) return null;
  let count = 0;
  for (let row = 0; row < own.count; row += 1) {
    if (!(own.length[row]! > 0)) hasParts[row] = 1;
    count += 1 - hasParts[row]!;
  }
  return count === 0 ? null : { count, hasParts };
}
