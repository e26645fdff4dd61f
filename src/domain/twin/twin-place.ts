// Where the components of a plant are expected.
import type { LonLat } from "../geometry/plane.ts";

/** Where components of the plant may be: at its position, or at its twin, if it has one. */
export const nearPlaces = (position: LonLat, twin: { readonly origin: LonLat } | null): LonLat[] =>
  twin === null ? [position] : [position, twin.origin];
