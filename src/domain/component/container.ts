// Which component contains which, over several levels of the hierarchy.
import { ancestorRows } from "../column/column-group.ts";
import { ancestorTypesOf, type ComponentType } from "./component.ts";
import type { Levels } from "./hierarchy.ts";

const known = new WeakMap<Uint32Array, Map<Uint32Array, Uint32Array>>();

/**
 * By row of the lower level the row of the upper one that contains it, NO_ROW where none does. Levels
 * between them that the plant does not have are left out. Computed once; do not write to it.
 */
export function containerRows(
  levels: Levels,
  lower: ComponentType,
  upper: ComponentType,
): Uint32Array {
  const above = ancestorTypesOf(lower);
  const types = [lower, ...above.slice(0, above.indexOf(upper))];
  const parents = types
    .map((type) => levels.get(type)?.parent)
    .filter((parent) => parent !== undefined);
  const [first] = parents;
  const last = parents.at(-1);
  if (!first || !last) return new Uint32Array(0);
  const perLast = known.get(first) ?? new Map<Uint32Array, Uint32Array>();
  known.set(first, perLast);
  const rows = perLast.get(last) ?? ancestorRows(parents, first.length);
  perLast.set(last, rows);
  return rows;
}
