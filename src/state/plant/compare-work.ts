// What has become worse or better from the older analysis to the newer one, worked out by the worker.
import { atom } from "jotai";
import { changeTolerance } from "../../domain/column/change-tolerance.ts";
import { analysesAtom, analysisIdAtom } from "./analysis.ts";
import { compareAtom, compareColumnAtom, differenceAtom, keepDifference } from "./compare.ts";
import { askData } from "./data.ts";
import { columnAtom, keyFigureAtom, limitsAtom } from "./key-figure.ts";
import { maskVersionAtom } from "./mask-version.ts";
import { geometryOf, geometryVersionAtom } from "./plant.ts";
import { runOnChange, type Store } from "../shell/on-change.ts";
import { idle, valueOf } from "../shell/loaded.ts";

/** True where the current analysis was flown after the one it is compared with. */
const isNewerAtom = atom((get) => {
  const analyses = valueOf(get(analysesAtom));
  const flown = (id: number | undefined | null) =>
    Date.parse(analyses?.find((one) => one.id === id)?.flown_at ?? "");
  return !(flown(get(analysisIdAtom)) < flown(get(compareAtom)?.analysis_id));
});

const input = atom((get) => ({
  compared: valueOf(get(compareColumnAtom))?.hash,
  current: valueOf(get(columnAtom))?.hash,
  keyFigure: get(keyFigureAtom),
  limits: get(limitsAtom),
  isNewer: get(isNewerAtom),
  version: get(maskVersionAtom),
  geometry: get(geometryVersionAtom),
}));

/** Keeps the difference of the two columns; answers how to end it. */
export function startDifferenceWork(store: Store): () => void {
  const { set } = store;
  return runOnChange(
    store,
    input,
    async ({ compared, current, keyFigure, limits, isNewer }, signal) => {
      if (!compared || !current || !keyFigure || !geometryOf(keyFigure.component_type)) {
        return set(differenceAtom, idle);
      }
      const severity = Int8Array.from({ length: 256 }, () => -1);
      for (const one of keyFigure.classes) severity[one.value] = one.severity;
      const difference = await askData(
        "difference",
        {
          type: keyFigure.component_type,
          // From the older analysis to the newer one, whichever is current.
          ...(isNewer
            ? { before: compared, after: current }
            : { before: current, after: compared }),
          request: {
            direction: keyFigure.direction,
            tolerance: changeTolerance(keyFigure, limits),
            ...(keyFigure.kind === "u8" ? { severity } : {}),
          },
        },
        { signal },
      );
      if (signal.aborted) return;
      set(keepDifference, `${compared} ${current}`, difference.values, difference.counts);
    },
  );
}
