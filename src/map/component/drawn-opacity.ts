// How opaque the components are drawn, on the map and in 3D.
import { atom } from "jotai";
import { shownOpacityAtom } from "../../state/map/layer.ts";
import { comparisonAtom } from "./coloured-column.ts";

/** 0 to 1; 0 while their layer is hidden. The changes between two analyses have a layer of their own. */
export const componentsOpacityAtom = atom((get): number => {
  const comparison = get(comparisonAtom);
  const isChange = comparison?.mode === "difference" && comparison.difference !== null;
  return get(shownOpacityAtom)(isChange ? "difference" : "components");
});
