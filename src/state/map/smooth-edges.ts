// Whether edges are drawn with several samples per pixel.
import { localNames, readLocal } from "../../client/local.ts";

/**
 * A graphics card does so at no cost that is seen. Without one every sample takes as long as a pixel.
 * @param isHardware whether there is a graphics card; "on" or "off" in the local storage decides instead of it
 */
export function hasSmoothEdges(isHardware: boolean): boolean {
  const chosen = readLocal(localNames.smoothEdges);
  return chosen === null ? isHardware : chosen === "on";
}
