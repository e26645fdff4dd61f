// Asks about components that are far from where their plant is.
import type { Problem } from "../../domain/error.ts";
import { placesApart } from "../../domain/geometry/ground-distance.ts";
import type { LonLat } from "../../domain/geometry/plane.ts";
import type { Collection } from "./collect.ts";

/** Where the plant is, and whether the caller has confirmed another place. */
export type KnownPlace = {
  /** The plant's position, and one in its twin, if it has one. */
  readonly near: readonly LonLat[];
  readonly confirmed: boolean;
};

/** Metres from the nearest component, as far as a plant may extend. */
const MAX_DISTANCE_M = 50_000;
/** The problem of components of which the nearest is far from the plant, or null. */
export function placeProblem({ levels }: Collection, near: readonly LonLat[]): Problem | null {
  let nearest = Infinity;
  let nearestSwapped = Infinity;
  for (const level of levels.values()) {
    const { rings, ringOffsets, count } = level.draft();
    for (let i = 0; i < count; i++) {
      const [lon, lat] = [rings[ringOffsets[i]! * 2]!, rings[ringOffsets[i]! * 2 + 1]!];
      for (const place of near) {
        nearest = Math.min(nearest, placesApart(place, [lon, lat]));
        if (nearest <= MAX_DISTANCE_M) return null;
        nearestSwapped = Math.min(nearestSwapped, placesApart(place, [lat, lon]));
      }
    }
  }
  if (nearest === Infinity) return null;
  const isSwapped = nearestSwapped <= MAX_DISTANCE_M;
  const reason = isSwapped ? "twin_axes_swapped" : "twin_far_from_plant";
  return { reason, field: "geometry", values: { km: Math.round(nearest / 1000) } };
}
