// Obstacles while flight areas are drawn: every change returns new areas, so that it can be undone.
import type { FlightAreas, Obstacle } from "../route/flight-route.ts";

function withObstacles(areas: FlightAreas, obstacles: readonly Obstacle[]): FlightAreas {
  const { obstacles: _, ...others } = areas;
  return obstacles.length > 0 ? { ...others, obstacles } : others;
}

export function addObstacles(areas: FlightAreas, added: readonly Obstacle[]): FlightAreas {
  return withObstacles(areas, [...(areas.obstacles ?? []), ...added]);
}

export function removeObstacle(areas: FlightAreas, at: number): FlightAreas {
  return withObstacles(areas, areas.obstacles?.toSpliced(at, 1) ?? []);
}

/** The obstacle with another name or height; a name of "" is none. */
export function changeObstacle(
  areas: FlightAreas,
  at: number,
  change: Partial<Pick<Obstacle, "name" | "height_m">>,
): FlightAreas {
  const all = areas.obstacles?.map((one, i): Obstacle => {
    if (i !== at) return one;
    const { name, ...others } = { ...one, ...change };
    return name ? { ...others, name } : others;
  });
  return withObstacles(areas, all ?? []);
}
