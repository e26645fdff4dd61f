// What a blurred picture shows of the ground at the sides of a module, so that hot cells beside them are not taken for
// colder, and sharper, than they are. A lens mixes ground and gap into pixels further inside than the edge that is left
// out. All along a side the same is mixed in: what pixels as far from it have, away from the spots.
import { medianOf } from "../../median.ts";

/** Pixels from a side that may have it, and in a class of distances. */
const REACH = 4;
const CLASS = 0.5;
/** Pixels of a class that say something. */
const LEAST_PIXELS = 5;

type Sides = {
  /** Parts of the module along and across. */
  readonly places: readonly (readonly [u: number, v: number])[];
  /** Sides of the module in pixels. */
  readonly along: number;
  readonly across: number;
};

/**
 * K that ground and gap add to a pixel, by its number.
 * @param residual K over the module by pixel
 * @param isNear pixels in which warmth of the spots is seen: they say nothing of the sides
 */
export function sideProfile(
  { places, along, across }: Sides,
  residual: (at: number) => number,
  isNear: (at: number) => boolean,
): (at: number) => number {
  const classes = new Map<string, number[]>();
  const keys = places.map(([u, v]) => {
    const away = [u * along, (1 - u) * along, v * across, (1 - v) * across];
    const least = Math.min(...away);
    return least < REACH ? `${away.indexOf(least)} ${Math.round(least / CLASS)}` : null;
  });
  for (const [at, key] of keys.entries()) {
    if (key === null || isNear(at)) continue;
    const known = classes.get(key);
    if (known) known.push(residual(at));
    else classes.set(key, [residual(at)]);
  }
  const means = new Map<string, number>();
  for (const [key, all] of classes) if (all.length >= LEAST_PIXELS) means.set(key, medianOf(all));
  return (at) => (keys[at] === null ? 0 : (means.get(keys[at]!) ?? 0));
}
