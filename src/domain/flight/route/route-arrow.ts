// Arrowheads that show in which direction a route is flown.
import { localPlaneAt } from "../../geometry/local-plane.ts";
import type { FlightRoute, Place } from "./flight-route.ts";

/** Metres of each side of an arrowhead, and radians between a side and the way back. */
const ARROW_M = 5;
const ARROW_ANGLE = 0.5;

export type RouteArrow = {
  /** One end, the tip, the other end. */
  readonly places: readonly Place[];
  /** Metres above the take-off position. */
  readonly height_m: number;
};

/** An arrowhead in the middle of every stretch with photos. */
export function routeArrows({
  waypoints,
  photo_runs,
}: Pick<FlightRoute, "waypoints" | "photo_runs">): RouteArrow[] {
  return photo_runs.flatMap(({ from, to }) => {
    const [begin, end] = [waypoints[from], waypoints[to]];
    if (!begin || !end) return [];
    const [a, b] = [begin.place, end.place];
    const tip: Place = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    const plane = localPlaneAt(tip);
    const [x, y] = plane.toPlane(a[0], a[1]);
    const back = Math.atan2(y, x);
    const side = (turn: number) =>
      plane.toLonLat(ARROW_M * Math.cos(back + turn), ARROW_M * Math.sin(back + turn));
    return [
      {
        places: [side(ARROW_ANGLE), tip, side(-ARROW_ANGLE)],
        height_m: (begin.height_m + end.height_m) / 2,
      },
    ];
  });
}
