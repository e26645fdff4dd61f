// The changes between the two compared analyses, counted for the statistics panel.
import { atom } from "jotai";
import { differenceClasses, WORSE } from "../../../domain/column/difference.ts";
import type { ComponentType } from "../../../domain/component/component.ts";
import { differenceAtom } from "./compare.ts";
import { askData } from "../data.ts";
import { keyFigureAtom } from "../column/key-figure.ts";
import { geometryOf } from "../plant.ts";
import { countedScopeAtom, groupTypeAtom, isStatisticsOpenAtom } from "../column/statistics.ts";
import { perPlant } from "../../shell/lifetime.ts";
import { idle, ready, valueOf, type Loaded } from "../../shell/loaded.ts";
import { runOnChange, type Store } from "../../shell/on-change.ts";

export type ChangeStatistics = {
  /** In the order of differenceClasses. */
  readonly counts: readonly number[];
  readonly group: ComponentType | null;
  /** Groups with a component that became worse; the greatest share first. */
  readonly rows: readonly number[];
  /** The same counts for a row of the group. */
  readonly countsOf: (row: number) => readonly number[];
};

/** Idle while nothing is compared. */
export const changeStatisticsAtom = perPlant<Loaded<ChangeStatistics>>(idle);

const input = atom((get) => ({
  isOpen: get(isStatisticsOpenAtom),
  // Another object after every change of the filters.
  difference: valueOf(get(differenceAtom)),
  type: get(keyFigureAtom)?.component_type,
  scope: get(countedScopeAtom),
  group: get(groupTypeAtom),
}));

const WAIT_MS = 120;

/** Counts after every change while the panel is open. Returns the stop function. */
export function startChangeStatisticsWork(store: Store): () => void {
  const { set } = store;
  return runOnChange(
    store,
    input,
    async ({ isOpen, difference, type, scope, group: chosen }, signal) => {
      if (!isOpen) return;
      if (!difference || !type) return set(changeStatisticsAtom, idle);
      const group = chosen && geometryOf(chosen) ? chosen : null;
      const { counts, groups } = await askData("changes", { type, scope, group }, { signal });
      if (signal.aborted) return;
      const each = differenceClasses.length;
      const countsOf = (row: number) => [...groups.subarray(row * each, (row + 1) * each)];
      const rows = worseFirst(groups.length / each, countsOf);
      set(changeStatisticsAtom, ready({ counts, group, rows, countsOf }));
    },
    { waitMs: WAIT_MS },
  );
}

function worseFirst(count: number, countsOf: ChangeStatistics["countsOf"]): number[] {
  const shares = Array.from({ length: count }, (_, row) => {
    const counts = countsOf(row);
    return (
      counts[WORSE]! /
      Math.max(
        1,
        counts.reduce((sum, one) => sum + one, 0),
      )
    );
  });
  return [...shares.keys()]
    .filter((row) => shares[row]! > 0)
    .toSorted((a, b) => shares[b]! - shares[a]! || a - b);
}
