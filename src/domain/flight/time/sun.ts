// The sun over a place, and how modules and collectors face it.
//
// Position: suncalc, within 0.01 degrees of NREL's solar position algorithm. Clear sky: Haurwitz (1945) for the
// horizontal, Meinel (1976) with the air mass of Kasten and Young (1989) for the beam, an isotropic sky.
import { getPosition } from "suncalc";
import type { Place } from "../route/flight-route.ts";

const DEGREE = Math.PI / 180;

export type Sun = {
  /** Above the horizon. */
  readonly elevation_deg: number;
  /** Clockwise from north. */
  readonly azimuth_deg: number;
};

/** East, north, up; of length 1. */
export type Direction = readonly [east: number, north: number, up: number];

/** How a surface is mounted. Azimuths clockwise from north; an axis lies level. */
export type Mounting =
  | { readonly kind: "fixed"; readonly tilt_deg: number; readonly azimuth_deg: number }
  | { readonly kind: "tracked"; readonly axis_deg: number; readonly most_tilt_deg: number };

export function sunAt(time_ms: number, [longitude, latitude]: Place): Sun {
  const { altitude, azimuth } = getPosition(new Date(time_ms), latitude, longitude);
  return { elevation_deg: altitude, azimuth_deg: azimuth };
}

export function towardsSun({ elevation_deg, azimuth_deg }: Sun): Direction {
  const [height, bearing] = [elevation_deg * DEGREE, azimuth_deg * DEGREE];
  const level = Math.cos(height);
  return [level * Math.sin(bearing), level * Math.cos(bearing), Math.sin(height)];
}

/**
 * Degrees by which a level tracker turns from the zenith, positive towards the right of its axis:
 * tan(angle) = sin(azimuth of the sun - axis) x tan(zenith angle).
 */
export function trackingAngle(sun: Sun, axis_deg: number, most_deg: number): number {
  const [east, north, up] = towardsSun(sun);
  const axis = axis_deg * DEGREE;
  const angle = Math.atan2(east * Math.cos(axis) - north * Math.sin(axis), up) / DEGREE;
  return Math.min(most_deg, Math.max(-most_deg, angle));
}

/** The normal of the surface under this sun. */
export function normalOf(mounting: Mounting, sun: Sun): Direction {
  if (mounting.kind === "fixed") {
    const [tilt, azimuth] = [mounting.tilt_deg * DEGREE, mounting.azimuth_deg * DEGREE];
    const level = Math.sin(tilt);
    return [level * Math.sin(azimuth), level * Math.cos(azimuth), Math.cos(tilt)];
  }
  const angle = trackingAngle(sun, mounting.axis_deg, mounting.most_tilt_deg) * DEGREE;
  const axis = mounting.axis_deg * DEGREE;
  return [Math.sin(angle) * Math.cos(axis), -Math.sin(angle) * Math.sin(axis), Math.cos(angle)];
}

const dot = (a: Direction, b: Direction) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const clamped = (value: number) => Math.min(1, Math.max(-1, value));

/** Degrees between two directions. */
export const angleBetween = (a: Direction, b: Direction) => Math.acos(clamped(dot(a, b))) / DEGREE;

const GROUND_REFLECTION = 0.2;
const SOLAR_CONSTANT = 1353;

/** W/m2 under a clear sky on a surface with this normal. */
export function clearSkyIrradiance(sun: Sun, normal: Direction): number {
  const rise = Math.sin(sun.elevation_deg * DEGREE);
  if (rise <= 0.01) return 0;
  const level = 1098 * rise * Math.exp(-0.059 / rise);
  const zenith = 90 - sun.elevation_deg;
  const air = 1 / (rise + 0.50572 * (96.07995 - zenith) ** -1.6364);
  const beam = Math.min(SOLAR_CONSTANT * 0.7 ** (air ** 0.678), level / rise);
  const sky = level - beam * rise;
  const facing = Math.max(0, dot(normal, towardsSun(sun)));
  return (
    beam * facing + (sky * (1 + normal[2])) / 2 + (GROUND_REFLECTION * level * (1 - normal[2])) / 2
  );
}

/** Half the sun's disk. */
const SUN_RADIUS_DEG = 0.3;

/** Where the surface mirrors the sun to; null where the sun is down or behind the surface. */
export function mirrored(sun: Sun, normal: Direction): Direction | null {
  const light = towardsSun(sun);
  const facing = dot(normal, light);
  if (sun.elevation_deg <= 0 || facing <= 0) return null;
  return [
    2 * facing * normal[0] - light[0],
    2 * facing * normal[1] - light[1],
    2 * facing * normal[2] - light[2],
  ];
}

/** Where a camera looks. */
export type CameraAim = {
  /** Clockwise from north; without meaning for a camera that looks straight down. */
  readonly heading_deg: number;
  /** From straight down. */
  readonly tilt_deg: number;
};
export const STRAIGHT_DOWN_AIM: CameraAim = { heading_deg: 0, tilt_deg: 0 };

/**
 * Whether the surface mirrors the sun into a camera.
 * @param view_deg field of view over the image's diagonal
 */
export function hasGlint(
  sun: Sun,
  normal: Direction,
  view_deg: number,
  { heading_deg, tilt_deg }: CameraAim = STRAIGHT_DOWN_AIM,
): boolean {
  const light = mirrored(sun, normal);
  if (!light) return false;
  // From the ground a tilted camera stands on the side away from which it looks.
  const [tilt, heading] = [tilt_deg * DEGREE, heading_deg * DEGREE];
  const back: Direction = [
    -Math.sin(tilt) * Math.sin(heading),
    -Math.sin(tilt) * Math.cos(heading),
    Math.cos(tilt),
  ];
  return angleBetween(back, light) < view_deg / 2 + SUN_RADIUS_DEG;
}
