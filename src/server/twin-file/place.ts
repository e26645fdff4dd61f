// Asks about components that are far from where their plant is.
import type { Problem } from "../../domain/error.ts";
import type { LonLat } from "../../domain/geometry/plane.ts";
import type { Collection } from "./collect.ts";

/** Where the plant is, and whether the caller has confirmed another place. */
export type KnownPlace = {
  /** The plant's position, and one in its twin, if it has one. */
  readonly near: readonly LonLat[];
  readonly confirmed: boolean;
};

/** Kilometres from the nearest component, as far as a plant may extend. */
const MAX_DISTANCE_KM = 50;
const MEAN_EARTH_RADIUS_KM = 6371.0088;
const DEGREE = Math.PI / 180;

/** The haversine formula. */
function distanceKm([lon1, lat1]: LonLat, [lon2, lat2]: LonLat): number {
  const north = Math.sin(((lat2 - lat1) * DEGREE) / 2);
  const east = Math.sin(((lon2 - lon1) * DEGREE) / 2);
  const chord = north ** 2 + Math.cos(lat1 * DEGREE) * Math.cos(lat2 * DEGREE) * east ** 2;
  return 2 * MEAN_EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** The problem of components of which the nearest is far from the plant, or null. */
export function placeProblem({ levels }: Collection, near: readonly LonLat[]): Problem | null {
  let nearest = Infinity;
  let nearestSwapped = Infinity;
  for (const level of levels.values()) {
    const { rings, ringOffsets, count } = level.draft();
    for (let i = 0; i < count; i++) {
      const [lon, lat] = [rings[ringOffsets[i]! * 2]!, rings[ringOffsets[i]! * 2 + 1]!];
      for (const place of near) {
        nearest = Math.min(nearest, distanceKm(place, [lon, lat]));
        if (nearest <= MAX_DISTANCE_KM) return null;
        nearestSwapped = Math.min(nearestSwapped, distanceKm(place, [lat, lon]));
      }
    }
  }
  if (nearest === Infinity) return null;
  const isSwapped = nearestSwapped <= MAX_DISTANCE_KM;
  const reason = isSwapped ? "twin_axes_swapped" : "twin_far_from_plant";
  return { reason, field: "geometry", values: { km: Math.round(nearest) } };
}
