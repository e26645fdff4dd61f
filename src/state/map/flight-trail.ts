// Where the drone that the map shows has been in the last minute.
import { atom } from "jotai";
import { flightMomentAtom, sortiesAtom } from "./flight-time.ts";

/** Seconds of flight that the trail shows. */
export const TRAIL_S = 60;

export type FlightTrail = {
  /** Longitude and latitude in degrees (WGS 84), the oldest first. The last one is where the drone is. */
  readonly path: readonly [number, number][];
  /** Seconds of the sortie at each position, rising. The last one is the shown time. */
  readonly seconds: readonly number[];
};

/** Null while no flight is shown, and at its first second. */
export const flightTrailAtom = atom((get): FlightTrail | null => {
  const moment = get(flightMomentAtom);
  const clock = get(sortiesAtom).find(({ route }) => route === moment?.route)?.clock;
  if (!moment || !clock || moment.elapsed_s === 0) return null;
  const now = moment.elapsed_s;
  const first = Math.max(0, now - TRAIL_S);
  const steps = Array.from({ length: Math.ceil(now - first) }, (_, step) => first + step);
  // Corners lie between the steps: without them the trail would cut them.
  const corners = clock.reached.filter((at) => at > first && at < now);
  const seconds = [...new Set([...steps, ...corners, now])].toSorted((a, b) => a - b);
  const path = seconds.map((at): [number, number] => {
    const [longitude, latitude] = clock.at(at).place;
    return [longitude, latitude];
  });
  return { path, seconds };
});
