// Keeps the address and the view in sync, in both directions.
import { readAddress, viewAtom, writeAddress } from "./address.ts";
import { runOnChange, type Store } from "./on-change.ts";
import { plantIdAtom } from "../plant/plant.ts";

const WAIT_MS = 350;

/** Starts the synchronisation. Returns the stop function. */
export function startAddressSync(store: Store): () => void {
  let settled = false;
  const stop = runOnChange(
    store,
    viewAtom,
    (view) => {
      // Until a key figure is set, the view of the address is still being applied.
      if (store.get(plantIdAtom) === null || view.key_figure_id === null) return;
      writeAddress(view, settled);
      settled = true;
    },
    { waitMs: WAIT_MS },
  );
  const onPop = () => {
    settled = false;
    void store.set(readAddress);
  };
  addEventListener("popstate", onPop);
  return () => {
    stop();
    removeEventListener("popstate", onPop);
  };
}
