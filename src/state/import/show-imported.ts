// After an import its panel makes room for the map, which shows the whole plant.
import { atom } from "jotai";
import { plantBoundsAtom } from "../plant/plant.ts";
import { flyTo } from "../map/view.ts";
import { closePanel } from "../shell/dock.ts";

/** @param panel ID of the panel that made the import */
export const showImported = atom(null, (get, set, panel: string) => {
  set(closePanel, panel);
  const bounds = get(plantBoundsAtom);
  if (bounds) set(flyTo, { bounds });
});
