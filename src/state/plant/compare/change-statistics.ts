// The changes between the two compared analyses, counted for the statistics panel.
import { atom } from "jotai";
import { differenceClasses, WORSE } from "../../../domain/column/difference.ts";
import type { ComponentType } from "../../../domain/component/component.ts";
import { differenceAtom, differenceSubjectAtom } from "./compare.ts";
import { askData } from "../data.ts";
import { keyFigureAtom } from "../column/key-figure.ts";
import { geometryOf } from "../plant.ts";
import { countedScopeAtom, groupTypeAtom, isStatisticsOpenAtom } from "../column/statistics.ts";
import { idle } from "../../shell/loaded.ts";
import { computeOnChange, type Store } from "../../shell/on-change.ts";
import { perSubject } from "../../shell/per-subject.ts";

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
export const changeStatisticsAtom = perSubject<ChangeStatistics>(
  atom((get) => `${get(differenceSubjectAtom)} ${get(groupTypeAtom)}`),
);

const input = atom((get) => ({
  isOpen: get(isStatisticsOpenAtom),
  // Another object after every change of the filters.
  difference: get(differenceAtom),
  type: get(keyFigureAtom)?.component_type,
  scope: get(countedScopeAtom),
  group: get(groupTypeAtom),
}));

const WAIT_MS = 120;

/** Counts after every change while the panel is open. Returns the stop function. */
export function startChangeStatisticsWork(store: Store): () => void {
  return computeOnChange(
    store,
    input,
    changeStatisticsAtom,
    ({ isOpen, difference, type, scope, group: chosen }) => {
      if (!isOpen) return null;
      if (difference.state !== "ready") return difference;
      if (!type) return idle;
      const group = chosen && geometryOf(chosen) ? chosen : null;
      return async (signal) => {
        const { counts, groups } = await askData("changes", { type, scope, group }, { signal });
        const each = differenceClasses.length;
        const countsOf = (row: number) => [...groups.subarray(row * each, (row + 1) * each)];
        return { counts, group, rows: worseFirst(groups.length / each, countsOf), countsOf };
      };
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
