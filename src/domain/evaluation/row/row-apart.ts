// How far apart rows lie beside each other: what a place must be known to, for a row not to be the next one.
import type { Geometry } from "../../component/component-index.ts";
import { axisOf } from "./row-edge.ts";

/** Metres between the two rows that lie closest beside each other; Infinity for one. */
export function leastApart(part: Geometry): number {
  let least = Infinity;
  for (let at = 0; at < part.count; at++) {
    const axis = axisOf(part, at);
    for (let other = at + 1; other < part.count; other++) {
      const apart = Math.abs(axis.rightOf(part.centreX[other]!, part.centreY[other]!));
      // Rows one behind the other are no ones beside.
      if (apart > part.width[at]! / 2) least = Math.min(least, apart);
    }
  }
  return least;
}
