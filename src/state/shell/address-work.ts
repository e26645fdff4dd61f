// Keeps the address and the view in sync, in both directions.
import { readAddress, viewAtom, writeAddress } from "./address.ts";
import type { View } from "../../domain/plant/view.ts";
import { valueOf } from "./loaded.ts";
import { runOnChange, type Store } from "./on-change.ts";
import { analysesAtom } from "../plant/analysis/analysis.ts";
import { plantAtom, plantIdAtom } from "../plant/plant.ts";

const WAIT_MS = 350;

/** Pages below the plant's own ("/plant/7/settings") have another query. */
const isViewAddress = () => !/^\/plant\/\d+\/./.test(location.pathname);

/**
 * Until a key figure is set, the view of the address is still being applied; without results there is none to set.
 * A plant without a digital twin is only a place: its twin is shown whole once it is there.
 */
function isApplied(store: Store, { analysis_id, key_figure_id }: View): boolean {
  if (key_figure_id !== null) return true;
  if (valueOf(store.get(plantAtom))?.digitized !== true) return false;
  const analyses = valueOf(store.get(analysesAtom));
  const shown = analyses?.find(({ id }) => id === analysis_id);
  return analyses?.length === 0 || shown?.key_figure_ids.length === 0;
}

/** Writes the view into the address now: after the return from a page below the plant's own. */
export function restoreAddress(store: Store): void {
  const view = store.get(viewAtom);
  const isOpen = store.get(plantIdAtom) !== null && isApplied(store, view);
  if (isOpen && isViewAddress()) writeAddress(view, false);
}

/** Starts the synchronisation. Returns the stop function. */
export function startAddressSync(store: Store): () => void {
  let settled = false;
  const stop = runOnChange(
    store,
    viewAtom,
    (view) => {
      if (store.get(plantIdAtom) === null || !isApplied(store, view)) return;
      if (!isViewAddress()) return;
      writeAddress(view, settled);
      settled = true;
    },
    { waitMs: WAIT_MS },
  );
  const onPop = () => {
    if (!isViewAddress()) return;
    settled = false;
    void store.set(readAddress);
  };
  addEventListener("popstate", onPop);
  return () => {
    stop();
    removeEventListener("popstate", onPop);
  };
}
