// The heights at which the ways from and to the take-off position are flown.

/** Metres above the take-off position of the ways to the first waypoint and home. */
export type WayHeights = {
  readonly security_height_m: number;
  readonly return_height_m: number;
};

/** Metres; less is no climb, but how the heights of the ways are rounded. */
export const LEAST_CLIMB_M = 0.5;

/** The height of a way from or to an end of the route: that of the end where it is no lower. */
export const higher = (way_m: number, end_m: number) =>
  way_m - end_m > LEAST_CLIMB_M ? way_m : end_m;
