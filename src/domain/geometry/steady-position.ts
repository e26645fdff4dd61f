// The mean of the positions that a receiver reports while it stands still.
import { localPlaneAt } from "./local-plane.ts";

export type Fix = {
  /** Degrees, EPSG:4326. */
  readonly lon: number;
  readonly lat: number;
  /** Radius in metres within which the device is, with 95 % confidence. */
  readonly accuracy_m: number;
  /** Metres per second; null where the device does not say. */
  readonly speed_mps: number | null;
  /** Milliseconds since 1970. */
  readonly time_ms: number;
};

export type Steady = Omit<Fix, "speed_mps"> & {
  /** How many fixes it is the mean of. */
  readonly fixes: number;
  /** The first of them, in milliseconds since 1970. */
  readonly since_ms: number;
  /** The sum of their weights, in 1/m². */
  readonly weight: number;
};

/** A receiver that stands reports up to some tenths; a person walks with more than 1. */
const MOVES_MPS = 0.5;
/** After a longer pause the device may have been carried elsewhere. */
const PAUSE_MS = 10_000;
/** A receiver that stands wanders by less than this, in metres, however accurate it is. */
const WANDERS_M = 1.5;
/** No receiver is more accurate than this, in metres. */
const LEAST_ACCURACY_M = 0.01;

/**
 * The mean of all fixes since the device stands still, weighted by 1/accuracy². It begins again with the fix where the
 * device moves, after a pause, and where the fix is farther from the mean than half its accuracy: who walks slowly
 * without a speed is never more than that behind.
 *
 * The errors of one receiver go together for minutes, so that a mean is steadier, but hardly more accurate: its
 * accuracy is the weighted mean of theirs (the deviation of a weighted mean of fully correlated values), and never
 * better than the best of them.
 */
export function steadied(before: Steady | null, fix: Fix): Steady {
  const { lon, lat, time_ms } = fix;
  const accuracy_m = Math.max(fix.accuracy_m, LEAST_ACCURACY_M);
  const weight = 1 / accuracy_m ** 2;
  const begun = { lon, lat, accuracy_m, time_ms, fixes: 1, since_ms: time_ms, weight };
  if (!before || (fix.speed_mps ?? 0) > MOVES_MPS) return begun;
  const pause = time_ms - before.time_ms;
  if (pause < 0 || pause > PAUSE_MS) return begun;
  const plane = localPlaneAt([before.lon, before.lat]);
  const [x, y] = plane.toPlane(lon, lat);
  const reach = Math.max(WANDERS_M, Math.min(accuracy_m, before.accuracy_m) / 2);
  if (Math.hypot(x, y) > reach) return begun;
  const total = before.weight + weight;
  const share = weight / total;
  const [meanLon, meanLat] = plane.toLonLat(x * share, y * share);
  return {
    lon: meanLon,
    lat: meanLat,
    accuracy_m: before.accuracy_m * (1 - share) + accuracy_m * share,
    time_ms,
    fixes: before.fixes + 1,
    since_ms: before.since_ms,
    weight: total,
  };
}
