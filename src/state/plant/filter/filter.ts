// The filters: one set of conditions for the map, the table and the charts.
import { atom } from "jotai";
import type { ComponentType } from "../../../domain/component/component.ts";
import type { Filter } from "../../../domain/column/filter.ts";
import type { KeptRows } from "../../../domain/plant/kept-rows.ts";
import { doUndoably, undoable } from "../../shell/undoable.ts";
import { perPlant } from "../../shell/lifetime.ts";
import type { LoadFault } from "../../shell/loaded.ts";

/** A component passes when all conditions hold. The outcome by row is bit FILTERED_OUT of state/plant/column/row-flag.ts. */
export const filtersAtom = undoable<readonly Filter[]>([], "filters");

/** The components that alone are shown; null for all. They are too many for a link, which leaves them out. */
export const keptAtom = undoable<KeptRows | null>(null);

/** Shows only these components, besides the filters; null shows all. */
export const keepOnly = atom(null, (_get, set, kept: KeptRows | null) => {
  set(doUndoably, {
    name: kept ? "workbench:step.filter" : "workbench:step.remove_filter",
    change: (_get, set) => set(keptAtom, kept),
  });
});

/** Components that match the filters, and all that exist, per filtered level; empty without filters. */
export const filterCountsAtom = perPlant<
  Partial<Record<ComponentType, { matching: number; total: number }>>
>({});

/** Why the filters could not be evaluated: no component is shown then. Null where they are. */
export const filterFaultAtom = perPlant<LoadFault | null>(null);

export type TableScope = "all" | "selected" | "in_view";
/** What the table and the charts count: all, the selected ones, those in view. */
export const scopeAtom = undoable<TableScope>("all", "scope");

/** Counts all, only the selected or only those in view. */
export const chooseScope = atom(null, (_get, set, scope: TableScope) => {
  set(doUndoably, {
    name: `workbench:step.scope_${scope}`,
    change: (_get, set) => set(scopeAtom, scope),
  });
});

/** True where two conditions would contradict or repeat each other: the newer one replaces the older. */
function replaces(next: Filter, known: Filter): boolean {
  if (next.kind !== known.kind) return false;
  if ("key_figure_id" in next && "key_figure_id" in known) {
    const sameScale = !("by" in next && "by" in known) || next.by === known.by;
    return next.key_figure_id === known.key_figure_id && sameScale;
  }
  if (next.kind === "known" && known.kind === "known") return next.of === known.of;
  if (next.kind === "property" && known.kind === "property") {
    return next.property_id === known.property_id;
  }
  if (next.kind === "within" && known.kind === "within") {
    return next.component_type === known.component_type;
  }
  return true;
}

/** Adds a condition; one of the same kind on the same thing is replaced, in its place in the list. */
export const addFilter = atom(null, (get, set, filter: Filter, merge?: string) => {
  const known = get(filtersAtom);
  const at = known.findIndex((one) => replaces(filter, one));
  const next = at < 0 ? [...known, filter] : known.with(at, filter);
  set(doUndoably, {
    name: "workbench:step.filter",
    merge,
    change: (_get, set) => set(filtersAtom, next),
  });
});

/** Removes all conditions, and shows all components again. */
export const clearFilters = atom(null, (_get, set) => {
  set(doUndoably, {
    name: "workbench:step.remove_filter",
    change: (_get, set) => {
      set(filtersAtom, []);
      set(keptAtom, null);
    },
  });
});

/** Removes conditions. */
export const removeFilters = atom(null, (get, set, unwanted: (filter: Filter) => boolean) => {
  const known = get(filtersAtom);
  const next = known.filter((one) => !unwanted(one));
  if (next.length === known.length) return;
  set(doUndoably, {
    name: "workbench:step.remove_filter",
    change: (_get, set) => set(filtersAtom, next),
  });
});
