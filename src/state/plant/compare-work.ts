// Has the worker compute which components became worse or better between two analyses.
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

/** Computes the difference of the two columns after every change. Returns the stop function. */
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
      for (const { value, severity: level } of keyFigure.classes) severity[value] = level;
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
