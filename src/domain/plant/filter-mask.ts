// The masks of the filters: one per level, from the components of the key figure up.
import type { ColumnValues } from "../column/column.ts";
import type { Compared } from "../column/change-data.ts";
import {
  evaluateFilters,
  type ChangeFilter,
  type Marked,
  type MarkFilter,
  type FilterLevel,
  type FilterSource,
} from "../column/column-filter.ts";
import type { Filter } from "../column/filter.ts";
import { applyKept, type KeptRows } from "./kept-rows.ts";
import { ancestorTypesOf, type ComponentType } from "../component/component.ts";

export type MaskRequest = {
  readonly type: ComponentType;
  readonly filters: readonly Filter[];
  /** Only these match, and what they contain or are part of. */
  readonly kept?: KeptRows | null;
  readonly columns: readonly {
    readonly hash: string;
    readonly key_figure_id: number;
    readonly limits: readonly number[];
  }[];
  /** One for each condition beside the key figures that is loaded; without it no component matches that condition. */
  readonly marks?: readonly { readonly filter: MarkFilter; readonly marked: readonly Marked[] }[];
  /** One for each filter by change whose columns are loaded; without it no component matches that filter. */
  readonly changes?: readonly { readonly filter: ChangeFilter; readonly compared: Compared }[];
};

export type FilterMasks = {
  /** Empty without filters: everything matches. */
  readonly matching: ReadonlyMap<ComponentType, Uint8Array>;
  /** What matches the filters apart from those by change; null where there are none by change. */
  readonly unchanged: Uint8Array | null;
};

/** Masks have one byte per row, 1 where the component matches; an ancestor matches if a descendant does. */
export function filterMasks(
  { type: ownType, filters, columns, changes, kept, marks }: MaskRequest,
  levels: ReadonlyMap<ComponentType, { readonly filter: FilterLevel }>,
  columnOf: (hash: string) => ColumnValues,
  classesOf: (compared: Compared) => Uint8Array,
): FilterMasks {
  const matching = new Map<ComponentType, Uint8Array>();
  if (filters.length === 0 && !kept) return { matching, unchanged: null };
  const source: FilterSource = {
    levels: new Map([...levels].map(([type, { filter }]) => [type, filter])),
    columns: new Map(columns.map((column) => [column.key_figure_id, columnOf(column.hash)])),
    limits: new Map(columns.map((column) => [column.key_figure_id, column.limits])),
    markedBy: (wanted) => {
      // The conditions were copied on their way to the worker.
      const text = JSON.stringify(wanted);
      return marks?.find(({ filter }) => JSON.stringify(filter) === text)?.marked;
    },
    changeOf: (wanted) => {
      const found = changes?.find(
        ({ filter }) =>
          filter.key_figure_id === wanted.key_figure_id &&
          filter.analysis_id === wanted.analysis_id,
      );
      return found && classesOf(found.compared);
    },
  };
  const others = filters.filter(({ kind }) => kind !== "change");
  const unchanged =
    others.length < filters.length ? evaluateFilters(others, ownType, source) : null;
  let below = evaluateFilters(filters, ownType, source);
  if (kept) {
    applyKept(below, ownType, kept, levels);
    if (unchanged) applyKept(unchanged, ownType, kept, levels);
  }
  matching.set(ownType, below);
  let type = ownType;
  for (const above of ancestorTypesOf(ownType)) {
    const upper = levels.get(above)?.filter;
    const parent = levels.get(type)?.filter.parent;
    if (!upper || !parent) break;
    const mask = new Uint8Array(upper.row_count);
    for (let row = 0; row < below.length; row += 1) {
      if (below[row] === 1 && parent[row]! < mask.length) mask[parent[row]!] = 1;
    }
    matching.set(above, mask);
    [type, below] = [above, mask];
  }
  return { matching, unchanged };
}
