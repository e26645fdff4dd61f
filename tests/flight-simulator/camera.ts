// What the photos of a flight show of the ground: a pinhole camera below the drone.
import type { Moment } from "./kinematics.ts";
import type { Mission } from "./mission.ts";

export type Lens = {
  /** Across and along the flight. */
  readonly width_px: number;
  readonly height_px: number;
  readonly focal_px: number;
  /** Seconds over which a picture smears. */
  readonly exposure_s: number;
};

export type Photo = {
  readonly moment: Moment;
  /** The line that it belongs to. */
  readonly line: number;
  /** Direction of the top of the picture, radians from east; and of the view, from straight down. */
  readonly course: number;
  readonly tilt: number;
  readonly every_m: number;
};

/** One photo at the beginning of each line, and one after so many metres over the ground. */
export function photosOf({ stops, photos }: Mission, moments: readonly Moment[]): Photo[] {
  const taken: Photo[] = [];
  let line = -1;
  let flown = 0;
  let before: Moment | null = null;
  for (const moment of moments) {
    const at = photos.findIndex(({ from, to }) => from <= moment.leg && moment.leg < to);
    const run = photos[at];
    if (!run) {
      before = null;
      line = -1;
      continue;
    }
    if (line !== at) [line, flown, before] = [at, 0, null];
    const step = before ? Math.hypot(moment.x - before.x, moment.y - before.y) : 0;
    const isDue =
      before === null || Math.floor((flown + step) / run.every_m) > Math.floor(flown / run.every_m);
    flown += step;
    before = moment;
    if (!isDue) continue;
    const { heading_deg, pitch_deg } = stops[moment.leg]!;
    const course = heading_deg === null ? moment.course : ((90 - heading_deg) * Math.PI) / 180;
    const tilt = ((pitch_deg + 90) * Math.PI) / 180;
    taken.push({ moment, line, course, tilt, every_m: run.every_m });
  }
  return taken;
}

/** Whether the photo shows a spot on the ground: metres east, north and above the take-off position. */
export function shows(
  { moment, course, tilt }: Photo,
  { width_px, height_px, focal_px }: Lens,
  [x, y, z]: readonly [number, number, number],
): boolean {
  const [east, north, up] = [x - moment.x, y - moment.y, z - moment.z];
  const ahead = east * Math.cos(course) + north * Math.sin(course);
  const right = east * Math.sin(course) - north * Math.cos(course);
  const depth = ahead * Math.sin(tilt) - up * Math.cos(tilt);
  if (depth <= 0) return false;
  const above = ahead * Math.cos(tilt) + up * Math.sin(tilt);
  const [u, v] = [(focal_px * right) / depth, (focal_px * above) / depth];
  return Math.abs(u) <= width_px / 2 && Math.abs(v) <= height_px / 2;
}

/** Metres ahead of the drone at which the lower and the upper edge of a picture show level ground. */
export function edgesAhead(
  { height_px, focal_px }: Lens,
  tilt: number,
  height_m: number,
): [near: number, far: number] {
  const half = Math.atan2(height_px / 2, focal_px);
  return [height_m * Math.tan(tilt - half), height_m * Math.tan(tilt + half)];
}

/** The row of the picture, from its middle up, that shows level ground so far ahead. */
export function rowOf({ focal_px }: Lens, tilt: number, height_m: number, ahead_m: number): number {
  const depth = ahead_m * Math.sin(tilt) + height_m * Math.cos(tilt);
  return (focal_px * (ahead_m * Math.cos(tilt) - height_m * Math.sin(tilt))) / depth;
}

/** Photos by the square of the ground that they hang over. */
export function photoIndex(photos: readonly Photo[], reach: number) {
  const cells = new Map<string, Photo[]>();
  const key = (x: number, y: number) => `${Math.floor(x / reach)} ${Math.floor(y / reach)}`;
  for (const photo of photos) {
    const { x, y } = photo.moment;
    const list = cells.get(key(x, y));
    if (list) list.push(photo);
    else cells.set(key(x, y), [photo]);
  }
  return (x: number, y: number) =>
    [-1, 0, 1].flatMap((dx) =>
      [-1, 0, 1].flatMap((dy) => cells.get(key(x + dx * reach, y + dy * reach)) ?? []),
    );
}
