// Keeps the address and the view in sync, in both directions.
import { readAddress, viewAtom, writeAddress } from "./address.ts";
import { runOnChange, type Store } from "./on-change.ts";
import { plantIdAtom } from "../plant/plant.ts";

const WAIT_MS = 350;

/** Pages below the plant's own ("/plant/7/settings") have another query. */
const isViewAddress = () => !/^\/plant\/\d+\/./.test(location.pathname);

/** Writes the view into the address now: after the return from a page below the plant's own. */
export function restoreAddress(store: Store): void {
  const view = store.get(viewAtom);
  const isOpen = store.get(plantIdAtom) !== null && view.key_figure_id !== null;
  if (isOpen && isViewAddress()) writeAddress(view, false);
}

/** Starts the synchronisation. Returns the stop function. */
export function startAddressSync(store: Store): () => void {
  let settled = false;
  const stop = runOnChange(
    store,
    viewAtom,
    (view) => {
      // Until a key figure is set, the view of the address is still being applied.
      if (store.get(plantIdAtom) === null || view.key_figure_id === null) return;
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
