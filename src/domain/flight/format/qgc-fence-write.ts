// The areas of a plant as the geofence of a plan of QGroundControl. A drone that takes off outside of its fence is stopped
// at once, so the fence has the whole flight in it, the ways from and to the take-off position included.
import { placesApart } from "../../geometry/ground-distance.ts";
import { localPlaneAt } from "../../geometry/local-plane.ts";
import { convexHull } from "../../geometry/ring.ts";
import { metresInside } from "../route/flight-fault.ts";
import type { FlightAreas, FlightPolygon, FlightRoute, Place } from "../route/flight-route.ts";

/** Metres that a fence around the flight keeps from it: the drone's place is off by a few, and curves lead outwards. */
const AROUND_M = 30;
/** Metres of a leg that rounding may put outside. */
const TOLERANCE_M = 0.01;

type Flown = Pick<FlightRoute, "take_off" | "waypoints">;

/**
 * QGroundControl has no holes: a hole of a flight polygon is a fence to stay out of. The programs of drones do not agree on
 * several fences to stay in, some want the drone in all of them: so there is one. It is the flight polygon that the whole
 * flight lies in, else a hull around the flight and the flight polygons that it meets.
 */
export function fences({ flight, no_fly }: FlightAreas, route: Flown) {
  const home = route.take_off.place;
  const places = [home, ...route.waypoints.map(({ place }) => place), home];
  const legs = places.slice(1).map((to, i) => [places[i]!, to] as const);
  const isInside = ([outer = []]: FlightPolygon) =>
    legs.every(
      ([from, to]) => placesApart(from, to) - metresInside(from, to, [[outer]]) <= TOLERANCE_M,
    );
  const isCrossed = (ring: readonly Place[]) =>
    legs.some(([from, to]) => metresInside(from, to, [[ring]]) > TOLERANCE_M);
  const fence = (ring: readonly Place[], inclusion: boolean) => ({
    inclusion,
    polygon: ring.slice(0, -1).map(([longitude, latitude]) => [latitude, longitude]),
    version: 1,
  });
  const whole = flight.find(isInside);
  const met = flight.filter(([outer = []]) => isCrossed(outer)).flatMap(([outer = []]) => outer);
  const around = whole?.[0] ?? (met.length > 0 ? hullAround([...places, ...met]) : null);
  const holes = flight.flatMap(([, ...inner]) => inner);
  return [
    ...(around ? [fence(around, true)] : []),
    // What the way home leads over is no fence: the drone would be stopped there.
    ...holes.filter((hole) => !isCrossed(hole)).map((hole) => fence(hole, false)),
    // A hole in a no-fly polygon stays closed, which is the safe side.
    ...no_fly.flatMap(([outer = []]) => (isCrossed(outer) ? [] : [fence(outer, false)])),
  ];
}

/** A closed ring around the places, `AROUND_M` from each. */
function hullAround(places: readonly Place[]): Place[] {
  const plane = localPlaneAt(places[0] ?? [0, 0]);
  const xy = places.flatMap(([longitude, latitude]) => {
    const [x, y] = plane.toPlane(longitude, latitude);
    // Eight corners around the place lie so far out that the edges between them keep the distance.
    return Array.from({ length: CORNERS }, (_, at) => {
      const angle = (2 * Math.PI * at) / CORNERS;
      const reach = AROUND_M / Math.cos(Math.PI / CORNERS);
      return [x + reach * Math.cos(angle), y + reach * Math.sin(angle)];
    }).flat();
  });
  const hull = convexHull(xy, 0, xy.length / 2);
  const ring = Array.from({ length: hull.length / 2 }, (_, at): Place => {
    const [longitude, latitude] = plane.toLonLat(hull[2 * at]!, hull[2 * at + 1]!);
    return [longitude, latitude];
  });
  return [...ring, ring[0]!];
}

const CORNERS = 8;
