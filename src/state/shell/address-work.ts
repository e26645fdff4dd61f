// Keeps address and view the same, both ways.
import { readAddress, viewAtom, writeAddress } from "./address.ts";
import { runOnChange, type Store } from "./on-change.ts";
import { plantIdAtom } from "../plant/plant.ts";

const WAIT_MS = 350;

/** Starts following; answers how to end it. */
export function startAddressSync(store: Store): () => void {
  let settled = false;
  const stop = runOnChange(
    store,
    viewAtom,
    (view) => {
      // Until the plant stands, what the address asks for is still being taken up.
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
