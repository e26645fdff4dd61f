// Areas for tests and the bench: in metres around a place, with holes from a fixed seed.
import { localPlaneAt } from "../../geometry/local-plane.ts";
import type { FlightAreas, FlightPolygon, Place, TakeOff } from "../route/flight-route.ts";

/** What the metres of all areas count from. */
export const PLACE = [-70.112, -18.886] as const;
const plane = localPlaneAt(PLACE);

type Spots = readonly (readonly [x: number, y: number])[];

/** A closed ring of places from spots in metres. */
export function ringOf(spots: Spots): Place[] {
  const [first = [0, 0]] = spots;
  return [...spots, first].map(([x, y]) => plane.toLonLat(x, y));
}

export function takeOffAt(x: number, y: number): TakeOff {
  return { place: plane.toLonLat(x, y), elevation_m: null };
}

/** Flight and no-fly polygons given as outer rings in metres. */
export function areasOf(
  flight: readonly Spots[],
  no_fly: readonly Spots[] = [],
  takeOff: readonly [x: number, y: number] = [0, 0],
): FlightAreas {
  const polygons = (rings: readonly Spots[]) => rings.map((ring): FlightPolygon => [ringOf(ring)]);
  return { flight: polygons(flight), no_fly: polygons(no_fly), take_offs: [takeOffAt(...takeOff)] };
}

export const rectangle = (width: number, height: number, x = 0, y = 0): Spots => [
  [x, y],
  [x + width, y],
  [x + width, y + height],
  [x, y + height],
];
