// What a drone does at a waypoint besides flying on: it hovers, and takes a photo.
import type { Waypoint } from "./flight-route.ts";

/** Seconds; longer is no part of a survey, and no battery carries it. */
export const MOST_HOVER_S = 300;

/** Seconds that a single photo takes: the drone stands still, focuses and stores it. An assumption: makers state none. */
export const PHOTO_STOP_S = 2;

/** Seconds that the drone stays at the waypoint. */
export const staySeconds = ({
  hover_s = 0,
  takes_photo,
}: Pick<Waypoint, "hover_s" | "takes_photo">): number => hover_s + (takes_photo ? PHOTO_STOP_S : 0);

/** A waypoint without what it does: for one that is added beside it. */
export function withoutStay<Stop extends Waypoint>({
  hover_s: _hover,
  takes_photo: _photo,
  ...rest
}: Stop): Omit<Stop, "hover_s" | "takes_photo"> {
  return rest;
}

/** What a file says of a waypoint, held to what a route may have. */
export const readStay = (
  hover_s: number,
  takesPhoto: boolean,
): Pick<Waypoint, "hover_s" | "takes_photo"> => ({
  ...(hover_s > 0 && { hover_s: Math.min(hover_s, MOST_HOVER_S) }),
  ...(takesPhoto && { takes_photo: true }),
});
