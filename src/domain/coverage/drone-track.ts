// The ways that drones flew, by the times and positions of their images.
import { localPlaneAt } from "../geometry/local-plane.ts";

export type TrackImage = {
  readonly drone_serial: string | null;
  readonly taken_at: string | null;
  /** Degrees, EPSG:4326. */
  readonly lon: number | null;
  readonly lat: number | null;
};

type Place = readonly [lon: number, lat: number];

export type DroneTrack = {
  readonly drone_serial: string | null;
  /** Where each image with a position was taken, in the order of their times; without a time last. */
  readonly points: readonly Place[];
  /** Ways without a break. */
  readonly lines: readonly (readonly Place[])[];
};

/** A longer pause or way between two images is no way that the images show. */
const PAUSE_MS = 120_000;
const WAY_M = 300;

/** One track for each drone, in the order in which the drones first occur. */
export function droneTracks(images: readonly TrackImage[]): DroneTrack[] {
  const byDrone = new Map<string | null, { place: Place; time: number }[]>();
  for (const { drone_serial, taken_at, lon, lat } of images) {
    if (lon === null || lat === null) continue;
    const own = byDrone.get(drone_serial) ?? [];
    const time = taken_at === null ? NaN : Date.parse(taken_at);
    own.push({ place: [lon, lat], time });
    byDrone.set(drone_serial, own);
  }
  return [...byDrone].map(([drone_serial, all]) => {
    const timed = all.filter(({ time }) => !Number.isNaN(time)).toSorted((a, b) => a.time - b.time);
    const others = all.filter(({ time }) => Number.isNaN(time));
    const lines: Place[][] = [];
    const plane = localPlaneAt(all[0]!.place);
    let [lastTime, lastX, lastY] = [-Infinity, 0, 0];
    for (const { place, time } of timed) {
      const [x, y] = plane.toPlane(place[0], place[1]);
      const isNext = time - lastTime <= PAUSE_MS && Math.hypot(x - lastX, y - lastY) <= WAY_M;
      if (isNext) lines.at(-1)!.push(place);
      else lines.push([place]);
      [lastTime, lastX, lastY] = [time, x, y];
    }
    return {
      drone_serial,
      points: [...timed, ...others].map(({ place }) => place),
      lines: lines.filter(({ length }) => length > 1),
    };
  });
}
