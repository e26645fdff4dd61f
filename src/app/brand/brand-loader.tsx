// Loads the brand of the session's customer when the customer or the brand's version changes.
import { useEffect } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { dueBrandAtom, loadBrand } from "../../state/account/brand-load.ts";

/** Renders nothing. */
export function BrandLoader() {
  const due = useAtomValue(dueBrandAtom);
  const load = useSetAtom(loadBrand);
  useEffect(() => {
    void load(due);
  }, [due, load]);
  return null;
}
