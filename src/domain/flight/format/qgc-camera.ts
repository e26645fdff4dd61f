// What commands of MAVLink do with the camera (mavlink.io, MAV_CMD): where it looks, and its photos.
import type { PhotoRun, Waypoint } from "../route/flight-route.ts";
import { commands } from "./qgc-plan.ts";
import { timedRuns } from "./timed-photos.ts";

/** Photos every so many seconds, from one waypoint on. */
type Series = { readonly from: number; readonly to: number; readonly interval_s: number };

export type CameraReading = {
  readonly waypoints: Waypoint[];
  readonly runs: PhotoRun[];
  /** Degrees of the camera from here on; -90 looks straight down. */
  pitch: number;
  /** Reasons of what is not read and changes nothing of where the drone flies. */
  readonly lost: Set<string>;
  /** The photo run that has begun, by distance. */
  run: { readonly from: number; readonly distance_m: number } | null;
  /** By time: those that have ended, and the one that goes on. */
  readonly series: Series[];
  timed: Omit<Series, "to"> | null;
};

type Command = {
  readonly command?: number | undefined;
  readonly params?: readonly (number | null)[] | undefined;
};

/** The camera looks at a place: the first three parameters of the command are none of its angles. */
const MOUNT_AT_PLACE = 4;

/** A command without a place runs when the waypoint before it is reached: that one has the angle, or the photo. */
export function readCamera({ command, params = [] }: Command, reading: CameraReading): void {
  const [first = null, second = null, third = null, , fifth = null, , seventh = null] = params;
  switch (command) {
    case commands.camera_angle:
      if (seventh === MOUNT_AT_PLACE) reading.lost.add("route_look_at");
      else turnCamera(first ?? 0, reading);
      return;
    case commands.gimbal_pitch:
      // Without a number the angle stays.
      if (first !== null && Number.isFinite(first)) turnCamera(first, reading);
      return;
    case commands.look_at:
    case commands.look_at_old:
      reading.lost.add("route_look_at");
      return;
    case commands.yaw:
      reading.lost.add("route_turned");
      return;
    case commands.photo_interval:
      if (first !== null && first > 0) reading.lost.add("route_photos_by_time");
      return;
    case commands.photo_distance:
      endRun(reading);
      if (first !== null && first > 0) reading.run = { from: reached(reading), distance_m: first };
      return;
    case commands.photo:
      readPhotos(second ?? 0, third ?? 0, reading);
      return;
    case commands.photos_end:
      endSeries(reading);
      return;
    case commands.shutter:
      if (fifth === 1) takePhoto(reading);
      else reading.lost.add("route_photo_unclear");
  }
}

const reached = ({ waypoints }: CameraReading) => Math.max(0, waypoints.length - 1);

function turnCamera(pitch: number, reading: CameraReading): void {
  reading.pitch = pitch;
  changeLast(reading, { gimbal_pitch_deg: pitch });
}

/** @returns false before the first waypoint */
function changeLast({ waypoints }: CameraReading, changes: Partial<Waypoint>): boolean {
  const last = waypoints.at(-1);
  if (last) waypoints[waypoints.length - 1] = { ...last, ...changes };
  return last !== undefined;
}

function takePhoto(reading: CameraReading): void {
  if (!changeLast(reading, { takes_photo: true })) reading.lost.add("route_photo_unclear");
}

/** @param count 0: until the command that ends them */
function readPhotos(interval_s: number, count: number, reading: CameraReading): void {
  if (count === 0 && interval_s > 0) {
    endSeries(reading);
    reading.timed = { from: reached(reading), interval_s };
    return;
  }
  if (count > 0) takePhoto(reading);
  else reading.lost.add("route_photo_unclear");
  // On the way the others show other ground.
  if (count > 1) reading.lost.add("route_photos_counted");
}

export function endRun(reading: CameraReading): void {
  const to = reading.waypoints.length - 1;
  if (reading.run && to > reading.run.from) reading.runs.push({ ...reading.run, to });
  reading.run = null;
}

function endSeries(reading: CameraReading): void {
  const { timed, waypoints, series } = reading;
  if (timed) series.push({ ...timed, to: waypoints.length - 1 });
  reading.timed = null;
}

/**
 * All photos on the way as runs, in the order of their waypoints.
 * @param speedOn m/s of the leg that begins at a waypoint; null: not known
 */
export function photoRuns(
  reading: CameraReading,
  speedOn: (waypoint: number) => number | null,
): PhotoRun[] {
  endRun(reading);
  endSeries(reading);
  const timed = reading.series.flatMap(({ from, to, interval_s }) => {
    const legs = Array.from({ length: Math.max(0, to - from) }, (_, i) => speedOn(from + i) ?? 0);
    if (legs.some((speed) => !(speed > 0))) reading.lost.add("route_photos_by_time");
    return timedRuns(from, to, (at) => interval_s * (speedOn(at) ?? 0));
  });
  return [...reading.runs, ...timed].toSorted((a, b) => a.from - b.from);
}
