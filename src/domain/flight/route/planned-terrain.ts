// Whether the terrain under a route is still the one that it was planned over.
import type { Problem } from "../../error.ts";
import type { FlightRoute } from "./flight-route.ts";

/** The mark of a plan without an elevation file. */
export const FLAT_GROUND = 0;

/**
 * The mark of the terrain that a campaign was planned over; null: over some terrain, before marks were kept.
 * @param metrics of the plan; null where it is not planned
 */
export function plannedTerrain(
  metrics: Readonly<Record<string, number>> | null,
): Pick<FlightRoute, "planned_terrain"> {
  if (!metrics) return {};
  const isLevel = metrics["terrain_rise_m"] === undefined;
  return { planned_terrain: metrics["terrain_mark"] ?? (isLevel ? FLAT_GROUND : null) };
}

type Planned = Pick<FlightRoute, "planned_terrain">;

/** That the terrain is gone, without which neither the height above ground nor the ways home are known. */
export function terrainProblems({ planned_terrain }: Planned, mark: number): Problem[] {
  const isOverTerrain = planned_terrain !== undefined && planned_terrain !== FLAT_GROUND;
  return isOverTerrain && mark === FLAT_GROUND ? [{ reason: "terrain_gone" }] : [];
}

/** That the terrain is another one: clearance is checked over it, overlap and blur were planned over the former. */
export function terrainWarnings({ planned_terrain }: Planned, mark: number): Problem[] {
  const isKnown = typeof planned_terrain === "number";
  return isKnown && mark !== FLAT_GROUND && planned_terrain !== mark
    ? [{ reason: "terrain_changed" }]
    : [];
}
