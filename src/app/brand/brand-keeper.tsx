// Keeps the look up with the session: whose it is, and in which version.
import { useEffect } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { dueBrandAtom, loadBrand } from "../../state/account/brand-load.ts";

/** Draws nothing. */
export function BrandKeeper() {
  const due = useAtomValue(dueBrandAtom);
  const load = useSetAtom(loadBrand);
  useEffect(() => {
    void load(due);
  }, [due, load]);
  return null;
}
