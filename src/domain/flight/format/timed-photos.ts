// Photos that a file has taken every so many seconds, as runs of photos every so many metres.
import type { PhotoRun } from "../route/flight-route.ts";

/**
 * Runs over the legs between two waypoints. Legs that follow one another with the same distance are one run.
 * @param distanceOn metres between the photos of the leg that begins at a waypoint; 0 or less: none
 */
export function timedRuns(
  from: number,
  to: number,
  distanceOn: (waypoint: number) => number,
): PhotoRun[] {
  const runs: PhotoRun[] = [];
  for (let at = from; at < to; at += 1) {
    const distance_m = distanceOn(at);
    if (!(distance_m > 0)) continue;
    const before = runs.at(-1);
    if (before?.to === at && before.distance_m === distance_m)
      runs[runs.length - 1] = { ...before, to: at + 1 };
    else runs.push({ from: at, to: at + 1, distance_m });
  }
  return runs;
}
