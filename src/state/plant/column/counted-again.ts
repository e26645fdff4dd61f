// Waits for the counts of another view.
import type { Store } from "../../shell/on-change.ts";
import { histogramAtom } from "./legend.ts";

/** A worker that is busy for longer leaves the counts of before. */
const LONGEST_MS = 20_000;

/** Resolves once what is in view was counted after this call; at once where nothing is counted. */
export function countedAgain(store: Store): Promise<void> {
  const before = store.get(histogramAtom);
  if (before.state === "idle") return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(late);
      stop();
      resolve();
    };
    const late = setTimeout(end, LONGEST_MS);
    const stop = store.sub(histogramAtom, () => {
      const { state } = store.get(histogramAtom);
      if (state === "ready" || state === "failed") end();
    });
  });
}
