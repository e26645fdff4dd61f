import { simplify } from "@turf/simplify";

/** Douglas and Peucker's simplification of a ring that is not closed; x, y pairs and tolerance in any plane unit. */
export function simplifiedRing(ring: readonly number[], tolerance: number): number[] {
  const places = Array.from({ length: ring.length / 2 }, (_, at) => ring.slice(at * 2, at * 2 + 2));
  const closed = { type: "Polygon" as const, coordinates: [[...places, places[0]!]] };
  const [kept = []] = simplify(closed, { tolerance, highQuality: true, mutate: true }).coordinates;
  return kept.slice(0, -1).flat();
}
