// The segments of a ring: segment i goes from vertex i to the next one, the last one to the first.
import type { Flat } from "./ring.ts";

function side(xy: Flat, a: number, b: number, c: number): number {
  const ax = xy[a * 2]!;
  const ay = xy[a * 2 + 1]!;
  return (xy[b * 2]! - ax) * (xy[c * 2 + 1]! - ay) - (xy[b * 2 + 1]! - ay) * (xy[c * 2]! - ax);
}

function isBetween(xy: Flat, a: number, b: number, c: number): boolean {
  const x = xy[c * 2]!;
  const y = xy[c * 2 + 1]!;
  return (
    Math.min(xy[a * 2]!, xy[b * 2]!) <= x &&
    x <= Math.max(xy[a * 2]!, xy[b * 2]!) &&
    Math.min(xy[a * 2 + 1]!, xy[b * 2 + 1]!) <= y &&
    y <= Math.max(xy[a * 2 + 1]!, xy[b * 2 + 1]!)
  );
}

/** True if the segments a-b and c-d have a point in common, as far as rounding shows. */
export function segmentsMeet(xy: Flat, a: number, b: number, c: number, d: number): boolean {
  const abc = side(xy, a, b, c);
  const abd = side(xy, a, b, d);
  const cda = side(xy, c, d, a);
  const cdb = side(xy, c, d, b);
  if (abc * abd < 0 && cda * cdb < 0) return true;
  return (
    (abc === 0 && isBetween(xy, a, b, c)) ||
    (abd === 0 && isBetween(xy, a, b, d)) ||
    (cda === 0 && isBetween(xy, c, d, a)) ||
    (cdb === 0 && isBetween(xy, c, d, b))
  );
}
