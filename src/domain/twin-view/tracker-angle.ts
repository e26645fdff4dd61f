// How far single-axis trackers are turned, on level and on sloped ground.
//
// Source: Anderson and Mikofski, "Slope-Aware Backtracking for Single-Axis Trackers", NREL/TP-5K00-76626 (2020).
// Angles are degrees. Azimuths are clockwise from north. An axis with a positive tilt goes down towards its azimuth.
// A rotation is positive towards the right of somebody who looks along the azimuth of the axis.
import { towardsSun, type Direction, type Sun } from "../flight/time/sun.ts";

const DEGREE = Math.PI / 180;

/** A plane of ground. The azimuth is the direction in which it goes down. */
export type Slope = { readonly tilt_deg: number; readonly azimuth_deg: number };

export type TrackerRow = {
  readonly axis_azimuth_deg: number;
  readonly axis_tilt_deg: number;
  /** Slope from row to row across the axes, positive if it goes down to the right. */
  readonly cross_axis_tilt_deg: number;
  /** Width of a row over the horizontal distance between two axes. */
  readonly ground_cover: number;
  /** End of the turn to both sides. */
  readonly most_deg: number;
};

/** Right of the axis and level; upwards from the axis at rotation 0. */
function frame(azimuth_deg: number, tilt_deg: number): readonly [Direction, Direction] {
  const [azimuth, tilt] = [azimuth_deg * DEGREE, tilt_deg * DEGREE];
  const right: Direction = [Math.cos(azimuth), -Math.sin(azimuth), 0];
  const level = Math.sin(tilt);
  return [right, [level * Math.sin(azimuth), level * Math.cos(azimuth), Math.cos(tilt)]];
}

const dot = (a: Direction, b: Direction) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** Tilt of an axis that lies on the slope. */
export function axisTilt({ tilt_deg, azimuth_deg }: Slope, axis_azimuth_deg: number): number {
  const turned = (axis_azimuth_deg - azimuth_deg) * DEGREE;
  return Math.atan(Math.tan(tilt_deg * DEGREE) * Math.cos(turned)) / DEGREE;
}

/** Slope across axes that lie on the slope. */
export function crossAxisTilt(slope: Slope, axis_azimuth_deg: number): number {
  const [right, above] = frame(axis_azimuth_deg, axisTilt(slope, axis_azimuth_deg));
  const [, normal] = frame(slope.azimuth_deg, slope.tilt_deg);
  return Math.atan2(dot(normal, right), dot(normal, above)) / DEGREE;
}

/** The rotation that faces the sun, without an end of the turn; from -180 to 180. */
export function trueTracking(
  sun: Sun,
  { axis_azimuth_deg, axis_tilt_deg }: Pick<TrackerRow, "axis_azimuth_deg" | "axis_tilt_deg">,
): number {
  const [right, above] = frame(axis_azimuth_deg, axis_tilt_deg);
  const light = towardsSun(sun);
  return Math.atan2(dot(light, right), dot(light, above)) / DEGREE;
}

/**
 * The rotation at which the shadow of a row ends where the next row begins, or the one that faces the sun where rows
 * do not shade each other. 0 while the sun is down, the cross-axis tilt while it is behind the slope.
 */
export function backtracking(sun: Sun, row: TrackerRow): number {
  if (sun.elevation_deg <= 0) return 0;
  const within = (rotation: number) => Math.min(row.most_deg, Math.max(-row.most_deg, rotation));
  const facing = trueTracking(sun, row);
  const across = row.cross_axis_tilt_deg * DEGREE;
  const lit = Math.cos(facing * DEGREE - across) / (row.ground_cover * Math.cos(across));
  // Before the sun comes over the slope, rows wait along it: turned back from there, they start at this rotation.
  if (lit <= 0) return within(row.cross_axis_tilt_deg);
  const back = lit < 1 ? Math.acos(lit) / DEGREE : 0;
  // The turn ends after the rows are turned back: at a low sun the facing rotation is past the end, the other is not.
  return within(facing - Math.sign(facing) * back);
}

/** The normal of a row that is turned by this rotation. */
export function trackerNormal(
  rotation_deg: number,
  { axis_azimuth_deg, axis_tilt_deg }: Pick<TrackerRow, "axis_azimuth_deg" | "axis_tilt_deg">,
): Direction {
  const [right, above] = frame(axis_azimuth_deg, axis_tilt_deg);
  const [side, up] = [Math.sin(rotation_deg * DEGREE), Math.cos(rotation_deg * DEGREE)];
  return [
    side * right[0] + up * above[0],
    side * right[1] + up * above[1],
    side * right[2] + up * above[2],
  ];
}
