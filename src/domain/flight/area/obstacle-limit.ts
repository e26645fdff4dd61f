// How many obstacles a plant may have.
import type { Refusal } from "../../error.ts";
import { limits } from "../../limits.ts";
import type { Obstacle } from "../route/flight-route.ts";

/** Why the obstacles of a plant are too many, or null: every leg and every way home is compared with their corners. */
export function obstaclesRefusal(all: readonly Pick<Obstacle, "places">[]): Refusal | null {
  if (all.length > limits.obstacles) {
    const values = { obstacles: all.length, most: limits.obstacles };
    return { reason: "obstacles_over_limit", values };
  }
  const corners = all.reduce((sum, { places }) => sum + places.length, 0);
  if (corners <= limits.obstacleCorners) return null;
  return {
    reason: "obstacle_corners_over_limit",
    values: { corners, most: limits.obstacleCorners },
  };
}
