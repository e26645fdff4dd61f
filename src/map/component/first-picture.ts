// When the plant is on the screen: what is less urgent, as the land around it, waits until then.
import { atom } from "jotai";
import type { Store } from "../../state/shell/on-change.ts";
import { analysesAtom } from "../../state/plant/analysis/analysis.ts";
import { columnAtom, keyFigureAtom } from "../../state/plant/column/key-figure.ts";
import { histogramAtom } from "../../state/plant/column/legend.ts";
import { failedMeshesAtom } from "../../state/map/mesh.ts";
import { twinAtom } from "../../state/plant/plant.ts";
import { levelsAtom } from "./level.ts";

/** The land around a plant that loads slowly is worth seeing meanwhile. */
const LONGEST_WAIT_MS = 8000;

/**
 * True once all levels can be drawn, the values of the key figure have arrived and the legend has counted them,
 * or none of that will come.
 */
export const isPlantDrawnAtom = atom((get): boolean => {
  const twin = get(twinAtom);
  if (twin.state === "failed") return true;
  if (twin.state !== "ready") return false;
  const levels = get(levelsAtom);
  const failed = get(failedMeshesAtom);
  const isBuilt =
    levels.length > 0 &&
    levels.every(({ mesh, type }) => mesh !== undefined || failed.includes(type));
  if (!isBuilt || levels.length < twin.value.levels.length) return false;
  const analyses = get(analysesAtom);
  if (analyses.state !== "ready") return analyses.state === "failed";
  if (analyses.value.length === 0 || get(keyFigureAtom) === undefined) return true;
  if (get(columnAtom).state === "failed") return true;
  // The counts come from a worker, which would share the processor with the one that cuts the land.
  const { state } = get(histogramAtom);
  return state === "ready" || state === "failed";
});

/** Resolves when the plant is drawn, or after `longestMs`. */
export function plantDrawn(store: Store, longestMs: number = LONGEST_WAIT_MS): Promise<void> {
  if (store.get(isPlantDrawnAtom)) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const stop = store.sub(isPlantDrawnAtom, () => {
      if (store.get(isPlantDrawnAtom)) done();
    });
    const timer = setTimeout(done, longestMs);
  });
}
