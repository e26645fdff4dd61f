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
import { valueAt, type ColumnSummary, type ColumnValues } from "../../../domain/column/column.ts";
import { keyFigureByKey } from "../../../domain/key-figure/key-figure.ts";
import { dangerAt, safetyFirst, safetyKeyFigures } from "../../../domain/key-figure/safety.ts";
import { lossParts } from "../../../domain/loss/component-loss.ts";
import type { ComponentType } from "../../../domain/component/component.ts";
import { analysisIdAtom } from "./analysis.ts";
import { loadColumn, summariesAtom } from "../column/column.ts";
import { openRowAtom } from "../component/component.ts";
import { compareAtom, differenceAtom, differenceValues } from "../compare/compare.ts";
import { askData } from "../data.ts";
import { findingOrderAtom, findingsAtom, followOpen, type Listed } from "./finding.ts";
import { columnAtom, keyFigureAtom, limitsAtom } from "../column/key-figure.ts";
import { maskVersionAtom } from "../column/mask-version.ts";
import { geometryOf, geometryVersionAtom } from "../plant.ts";
import { computeOnChange, type Store } from "../../shell/on-change.ts";
import { idle, valueOf } from "../../shell/loaded.ts";

// The list is updated once panning and brushing pause.
const WAIT_MS = 300;

const input = atom((get) => ({
  version: get(maskVersionAtom),
  analysis_id: get(analysisIdAtom),
  summaries: get(summariesAtom),
  column: get(columnAtom),
  keyFigure: get(keyFigureAtom),
  limits: get(limitsAtom),
  geometry: get(geometryVersionAtom),
  order: get(findingOrderAtom),
  // Where the changes are on the map, they are listed.
  changes: get(compareAtom)?.mode === "difference" ? valueOf(get(differenceAtom)) : undefined,
}));

/** Lists the findings after every change. Returns the stop function. */
export function startFindingWork(store: Store): () => void {
  const { set } = store;
  const stopFollowing = store.sub(openRowAtom, () => set(followOpen));
  const stop = computeOnChange(
    store,
    input,
    findingsAtom,
    ({ column, keyFigure, limits, summaries, analysis_id, changes, order }) => {
      if (column.state === "failed") return column;
      if (!keyFigure || !geometryOf(keyFigure.component_type)) return idle;
      if (column.state !== "ready" || analysis_id === null) return idle;
      const { hash } = column.value;
      const { component_type: type, technology } = keyFigure;
      if (changes) return (signal) => listChanges(type, changes.hash, signal);
      const beside = (id: number | undefined) =>
        valueOf(summaries)?.find((one) => one.key_figure_id === id);
      const [rank, named] = [beside(keyFigure.ranked_by), beside(keyFigure.named_by)];
      return async (signal) => {
        const load = async (one: ColumnSummary) => {
          signal.throwIfAborted();
          return set(loadColumn, analysis_id, one);
        };
        for (const one of [rank, named]) if (one) await load(one);
        signal.throwIfAborted();
        const ask = { hash, key_figure_id: keyFigure.id, limits, scope: {} };
        const findings = await askData("findings", { ...ask, ranking: rank?.hash }, { signal });
        if (order === "severity") return findings;
        // The first that is stated says what a component loses: the others say the same in another way.
        const [loss] = lossParts[technology]
          .flatMap((part) => (part.component_type === type && !part.isAdded ? part.keys : []))
          .flatMap((key) => beside(keyFigureByKey(key)!.id) ?? []);
        const valuesOf = new Map<number, ColumnValues>();
        const safety = safetyKeyFigures(type).flatMap(({ id }) => beside(id) ?? []);
        for (const one of loss ? [...safety, loss] : safety) {
          valuesOf.set(one.key_figure_id, await load(one));
        }
        const isDangerous = dangerAt(type, ({ id }) => valuesOf.get(id));
        const losses = loss && valuesOf.get(loss.key_figure_id);
        const lossAt = (row: number) => (losses ? valueAt(losses, row) : NaN);
        // Broken glass need not be warm: what this key figure calls good can be dangerous all the same.
        const listed = new Set(findings.rows);
        const others = await askData("order", { type, scope: {}, sort: null }, { signal });
        const unlisted = others.filter((row) => !listed.has(row) && isDangerous(row)).length;
        const rows = safetyFirst(findings.rows, isDangerous, lossAt);
        return { ...findings, rows, unlisted_dangers: unlisted };
      };
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
