// Missed stretches that a re-fly route of the campaign covers and that are not flown yet.
import { planeAt } from "../../geometry/plane.ts";
import { flownLimits, nearestAlong, type FlownLine, type MissedStretch } from "./flown-line.ts";
import type { FlightRoute } from "../route/flight-route.ts";

type Named = Pick<FlightRoute, "name" | "waypoints" | "photo_runs">;

/** True for a route that planReFly has named. */
export const isReFly = ({ name }: Pick<FlightRoute, "name">) => / re-fly \d+$/.test(name);

/** Indices of the re-fly routes of which no line has an image. */
export function waitingReFlies(
  routes: readonly Named[],
  lines: readonly FlownLine[],
): ReadonlySet<number> {
  const flown = new Set(lines.filter(({ images }) => images > 0).map(({ route }) => route));
  return new Set([...routes.keys()].filter((at) => isReFly(routes[at]!) && !flown.has(at)));
}

/** Where along a stretch a re-fly line must pass: two sorties may share it. */
const PARTS = [0.05, 0.5, 0.95];

/** Name of a waiting re-fly route over the stretch, or null. */
export function plannedAgain(
  { from, to }: MissedStretch,
  routes: readonly Named[],
  waiting: ReadonlySet<number>,
): string | null {
  const plane = planeAt(from);
  const [x, y] = plane.toPlane(to[0], to[1]);
  const isOver = (route: Named, part: number) =>
    route.photo_runs.some((run) => {
      const flown = route.waypoints.slice(run.from, run.to + 1);
      const spots = flown.map(({ place }) => plane.toPlane(place[0], place[1]));
      return nearestAlong(spots, [part * x, part * y]).beside <= flownLimits.tie_m;
    });
  const again = [...waiting].map((at) => routes[at]!);
  const isWhole = PARTS.every((part) => again.some((route) => isOver(route, part)));
  return isWhole ? (again.find((route) => isOver(route, 0.5))?.name ?? null) : null;
}
