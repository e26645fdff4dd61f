// Where the terrain knows no ground below a flight, as it is drawn: dashes on the ground.
import { localPlaneAt } from "../../geometry/local-plane.ts";
import type { Place } from "../route/flight-route.ts";
import type { ElevationOf } from "./elevation.ts";

/** Metres of a dash, and of the gap behind it. */
const DASH_M = 10;

type Dash = readonly [from: Place, to: Place];

/** Dashes along a way where the ground below an end of them is not known; the first such piece is always one. */
export function unknownDashes(places: readonly Place[], elevation: ElevationOf): Dash[] {
  const dashes: Dash[] = [];
  let isGap = false;
  for (const [i, to] of places.slice(1).entries()) {
    const from = places[i]!;
    const parts = Math.max(
      1,
      Math.round(Math.hypot(...localPlaneAt(from).toPlane(...to)) / DASH_M),
    );
    const at = (part: number): Place => [
      from[0] + (part / parts) * (to[0] - from[0]),
      from[1] + (part / parts) * (to[1] - from[1]),
    ];
    for (let part = 0; part < parts; part++) {
      const dash = [at(part), at(part + 1)] as const;
      const isUnknown = dash.some((place) => elevation(place) === null);
      if (isUnknown && !isGap) dashes.push(dash);
      isGap = isUnknown && !isGap;
    }
  }
  return dashes;
}
