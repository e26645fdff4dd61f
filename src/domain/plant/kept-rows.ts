// Restricts the masks of the filters to components that the user keeps.
import type { FilterLevel } from "../column/column-filter.ts";
import { ancestorTypesOf, type ComponentType } from "../component/component.ts";

/** The components kept by "filter to these". */
export type KeptRows = { readonly component_type: ComponentType; readonly rows: Uint32Array };

/**
 * Sets rows of `mask` to 0 that are neither kept, nor part of a kept component, nor contain one. Components of
 * another branch (mirrors, for absorber tubes) are all set to 0.
 */
export function applyKept(
  mask: Uint8Array,
  type: ComponentType,
  { component_type, rows }: KeptRows,
  levels: ReadonlyMap<ComponentType, { readonly filter: FilterLevel }>,
): void {
  const kept = new Uint8Array(levels.get(component_type)?.filter.row_count ?? 0);
  for (const row of rows) if (row < kept.length) kept[row] = 1;
  const isAbove = ancestorTypesOf(type).includes(component_type);
  const isBelow = ancestorTypesOf(component_type).includes(type);
  const lower = isBelow ? component_type : type;
  const upper = isBelow ? type : component_type;
  const inside = new Uint8Array(mask.length);
  for (let row = 0; row < (levels.get(lower)?.filter.row_count ?? 0); row += 1) {
    const above = lower === upper ? row : ancestorOf(row, lower, upper, levels);
    if (isBelow && kept[row] === 1) inside[above] = 1;
    if (!isBelow && (isAbove || lower === upper) && kept[above] === 1) inside[row] = 1;
  }
  for (let row = 0; row < mask.length; row += 1) mask[row]! &= inside[row]!;
}

function ancestorOf(
  row: number,
  lower: ComponentType,
  upper: ComponentType,
  levels: ReadonlyMap<ComponentType, { readonly filter: FilterLevel }>,
): number {
  let at = row;
  for (const type of [lower, ...ancestorTypesOf(lower)]) {
    if (type === upper) break;
    // A level that the plant does not have is left out.
    const parent = levels.get(type)?.filter.parent;
    if (parent) at = parent[at] ?? at;
  }
  return at;
}
