// The filters: the same conditions hide on the map, in the table and in the charts.
import { atom } from "jotai";
import type { ComponentType } from "../domain/component.ts";
import type { Filter } from "../domain/filter.ts";

/** All must hold. Their outcome by row is bit FILTERED_OUT of state/mark.ts. */
export const filtersAtom = atom<readonly Filter[]>([]);

/** Components that pass and that exist, per level with filters; empty without filters. */
export const passingAtom = atom<Partial<Record<ComponentType, { passing: number; of: number }>>>(
  {},
);

/** What the table and the charts count: all, the selected ones, those in view. */
export const scopeAtom = atom<"all" | "selected" | "in_view">("all");
