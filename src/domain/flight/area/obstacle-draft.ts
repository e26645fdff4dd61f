// Obstacles while flight areas are drawn: every change returns new areas, so that it can be undone.
import type { FlightAreas, Obstacle, Place } from "../route/flight-route.ts";

/** A corner of an obstacle by its number; a point has one. */
export type ObstacleCornerAt = { readonly at: number; readonly corner: number };
/** Fewest corners of each form: with one less it is none. */
const FEWEST = { point: 1, line: 2, area: 3 } as const;

/** Every corner of the obstacles. */
export function obstacleCorners({
  obstacles = [],
}: FlightAreas): { readonly at: ObstacleCornerAt; readonly place: Place }[] {
  return obstacles.flatMap(({ places }, at) =>
    places.map((place, corner) => ({ at: { at, corner }, place })),
  );
}

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

/** The obstacle with a corner at another place. */
export function moveObstacleCorner(
  areas: FlightAreas,
  { at, corner }: ObstacleCornerAt,
  place: Place,
): FlightAreas {
  const all = areas.obstacles?.map((one, i): Obstacle =>
    i === at ? { ...one, places: one.places.with(corner, place) } : one,
  );
  return withObstacles(areas, all ?? []);
}

/** The obstacle without a corner; of one that has no more corners than its form needs, nothing is left. */
export function removeObstacleCorner(
  areas: FlightAreas,
  { at, corner }: ObstacleCornerAt,
): FlightAreas {
  const one = areas.obstacles?.[at];
  if (!one || one.places.length <= FEWEST[one.form]) return removeObstacle(areas, at);
  const left = { ...one, places: one.places.toSpliced(corner, 1) };
  return withObstacles(areas, areas.obstacles!.with(at, left));
}
