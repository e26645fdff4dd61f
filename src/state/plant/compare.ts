// The comparison of two analyses: which ones, and how they are shown.
import { atom } from "jotai";
import { doUndoably, undoable } from "../shell/undoable.ts";
import { idle, type Loaded } from "../shell/loaded.ts";
import { summariesQuery } from "./column.ts";
import { plantQueryOf } from "./plant.ts";
import { heldByPlant, perPlant } from "../shell/lifetime.ts";

export type CompareMode = "swipe" | "difference";

/** The other (usually earlier) analysis; null while nothing is compared. */
export type Compare = {
  readonly analysis_id: number;
  readonly mode: CompareMode;
  /** Where the swipe divides the map, 0 left edge to 1 right edge; the other analysis lies left. */
  readonly position: number;
};

export const compareAtom = undoable<Compare | null>(null);

/** Summaries of the columns of the other analysis. */
export const compareSummariesAtom = plantQueryOf((_plant, get) => {
  const other = get(compareAtom);
  return other && summariesQuery(other.analysis_id);
});

/** The other analysis' column of the current key figure; read its values with columnValues(hash). */
export const compareColumnAtom = perPlant<Loaded<{ hash: string }>>(idle);

/**
 * Difference classes by row (domain/column/difference.ts), once both columns are loaded; read the bytes with
 * differenceValues(hash). `counts` are in the order of differenceClasses and count only what passes the filters.
 */
export const differenceAtom = perPlant<Loaded<{ hash: string; counts: readonly number[] }>>(idle);

const differences = heldByPlant(() => new Map<string, Uint8Array>());

/** Difference classes in row order; `hash` as differenceAtom gives it. */
export function differenceValues(hash: string): Uint8Array | undefined {
  return differences().get(hash);
}

/** Stores a difference; only the last one is kept. */
export const keepDifference = atom(
  null,
  (_get, set, hash: string, values: Uint8Array, counts: readonly number[]) => {
    const kept = differences();
    kept.clear();
    kept.set(hash, values);
    set(differenceAtom, { state: "ready", value: { hash, counts } });
  },
);

/** Starts or changes the comparison; null stops it. */
export const compare = atom(null, (get, set, change: Partial<Compare> | null) => {
  const known = get(compareAtom) ?? { analysis_id: 0, mode: "swipe" as const, position: 0.5 };
  const next = change && { ...known, ...change };
  if (next && next.analysis_id <= 0) return;
  set(doUndoably, {
    name: next ? "workbench:step.compare" : "workbench:step.stop_comparing",
    merge: change && "position" in change ? "swipe" : undefined,
    change: (_get, set) => set(compareAtom, next),
  });
});
