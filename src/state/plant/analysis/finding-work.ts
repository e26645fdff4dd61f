// Has the worker list the findings again whenever their input changes.
import { atom } from "jotai";
import { worseningHash } from "../../../domain/column/change-data.ts";
import {
  BETTER,
  differenceClasses,
  ONLY_OLDER,
  ONLY_NEWER,
  UNKNOWN,
  WORSE,
} from "../../../domain/column/difference.ts";
import type { ComponentType } from "../../../domain/component/component.ts";
import { analysisIdAtom } from "./analysis.ts";
import { loadColumn, summariesAtom } from "../column/column.ts";
import { openRowAtom } from "../component/component.ts";
import { compareAtom, differenceAtom, differenceValues } from "../compare/compare.ts";
import { askData } from "../data.ts";
import { followOpen, keepFindings, type Listed } from "./finding.ts";
import { columnAtom, keyFigureAtom, limitsAtom } from "../column/key-figure.ts";
import { maskVersionAtom } from "../column/mask-version.ts";
import { geometryOf, geometryVersionAtom } from "../plant.ts";
import { runOnChange, type Store } from "../../shell/on-change.ts";
import { idle, ready, valueOf } from "../../shell/loaded.ts";

// The list is updated once panning and brushing pause.
const WAIT_MS = 300;

const input = atom((get) => ({
  version: get(maskVersionAtom),
  analysis_id: get(analysisIdAtom),
  summaries: get(summariesAtom),
  column: valueOf(get(columnAtom)),
  keyFigure: get(keyFigureAtom),
  limits: get(limitsAtom),
  geometry: get(geometryVersionAtom),
  // Where the changes are on the map, they are listed.
  changes: get(compareAtom)?.mode === "difference" ? valueOf(get(differenceAtom)) : undefined,
}));

/** Lists the findings after every change. Returns the stop function. */
export function startFindingWork(store: Store): () => void {
  const { set } = store;
  const stopFollowing = store.sub(openRowAtom, () => set(followOpen));
  const stop = runOnChange(
    store,
    input,
    async ({ column, keyFigure, limits, summaries, analysis_id, changes }, signal) => {
      if (!column || !keyFigure || !geometryOf(keyFigure.component_type)) {
        set(keepFindings, idle);
        return;
      }
      if (changes) {
        const listed = await listChanges(keyFigure.component_type, changes.hash, signal);
        if (!signal.aborted) set(keepFindings, ready(listed));
        return;
      }
      const beside = (id: number | undefined) =>
        valueOf(summaries)?.find((one) => one.key_figure_id === id);
      const [rank, named] = [beside(keyFigure.ranked_by), beside(keyFigure.named_by)];
      for (const one of [rank, named]) {
        if (one && analysis_id !== null) await set(loadColumn, analysis_id, one);
        if (signal.aborted) return;
      }
      const ask = { hash: column.hash, key_figure_id: keyFigure.id, limits, scope: {} };
      const findings = await askData("findings", { ...ask, ranking: rank?.hash }, { signal });
      if (signal.aborted) return;
      set(keepFindings, ready(findings));
    },
    { waitMs: WAIT_MS },
  );
  return () => {
    stopFollowing();
    stop();
  };
}

/** What changed, the greatest change for the worse first; then what only one analysis measured. */
async function listChanges(
  type: ComponentType,
  hash: string,
  signal: AbortSignal,
): Promise<Listed> {
  const sort = { by: { hash: worseningHash(hash) }, direction: "descending" } as const;
  const ordered = await askData("order", { type, scope: {}, sort }, { signal });
  const classes = differenceValues(hash) ?? new Uint8Array(0);
  const changes = differenceClasses.map(() => 0);
  const rows = ordered.filter((row) => {
    const one = classes[row] ?? UNKNOWN;
    changes[one]! += 1;
    return [WORSE, BETTER, ONLY_NEWER, ONLY_OLDER].includes(one);
  });
  return { rows, counts: [0, 0, 0, 0], changes };
}
