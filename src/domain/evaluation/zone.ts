// The pixels of one component: those whose centre lies in its outline, at least `inset` pixels from the edge.
import { ringContains } from "../geometry/ring.ts";

/** x, y pairs in pixels of the raster (0, 0 is the upper left corner of the first pixel), not closed. */
export type PixelRing = ArrayLike<number>;

/** Pixels of a raster; `column` and `row` are the first ones. */
export type PixelWindow = {
  readonly column: number;
  readonly row: number;
  readonly width: number;
  readonly height: number;
};

export type Size = { readonly width: number; readonly height: number };

/** The smallest window with all pixels whose centre can lie in the ring; null if the raster has none of them. */
export function windowOf(ring: PixelRing, { width, height }: Size): PixelWindow | null {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let k = 0; k < ring.length; k += 2) {
    left = Math.min(left, ring[k]!);
    right = Math.max(right, ring[k]!);
    top = Math.min(top, ring[k + 1]!);
    bottom = Math.max(bottom, ring[k + 1]!);
  }
  const column = Math.max(0, Math.ceil(left - 0.5));
  const row = Math.max(0, Math.ceil(top - 0.5));
  const end = [
    Math.min(width - 1, Math.floor(right - 0.5)),
    Math.min(height - 1, Math.floor(bottom - 0.5)),
  ];
  const size = { width: end[0]! - column + 1, height: end[1]! - row + 1 };
  return size.width > 0 && size.height > 0 ? { column, row, ...size } : null;
}

/** True if all pixels of the ring's surroundings are in the raster, so that nothing of the component is cut off. */
export function isInside(ring: PixelRing, { width, height }: Size): boolean {
  for (let k = 0; k < ring.length; k += 2) {
    const [x, y] = [ring[k]!, ring[k + 1]!];
    if (!(x >= 0 && y >= 0 && x <= width && y <= height)) return false;
  }
  return true;
}

/** Distances from a point to the sides: positive inside a convex ring. a·x + b·y + c, normalised. */
function sidesOf(ring: PixelRing): Float64Array {
  const count = ring.length / 2;
  let area = 0;
  for (let i = 0, j = count - 1; i < count; j = i++) {
    area += ring[j * 2]! * ring[i * 2 + 1]! - ring[i * 2]! * ring[j * 2 + 1]!;
  }
  const turn = area < 0 ? -1 : 1;
  const sides = new Float64Array(count * 3);
  for (let i = 0, j = count - 1; i < count; j = i++) {
    const [x, y] = [ring[j * 2]!, ring[j * 2 + 1]!];
    const [dx, dy] = [ring[i * 2]! - x, ring[i * 2 + 1]! - y];
    const size = Math.hypot(dx, dy) || 1;
    const [a, b] = [(-dy / size) * turn, (dx / size) * turn];
    sides.set([a, b, -(a * x + b * y)], i * 3);
  }
  return sides;
}

function isConvex(ring: PixelRing): boolean {
  const count = ring.length / 2;
  let sign = 0;
  for (let i = 0; i < count; i++) {
    const [a, b, c] = [i, (i + 1) % count, (i + 2) % count];
    const cross =
      (ring[b * 2]! - ring[a * 2]!) * (ring[c * 2 + 1]! - ring[b * 2 + 1]!) -
      (ring[b * 2 + 1]! - ring[a * 2 + 1]!) * (ring[c * 2]! - ring[b * 2]!);
    if (Math.abs(cross) < 1e-9) continue;
    if (sign !== 0 && Math.sign(cross) !== sign) return false;
    sign = Math.sign(cross);
  }
  return true;
}

function distanceToSides(ring: PixelRing, x: number, y: number): number {
  let nearest = Infinity;
  const count = ring.length / 2;
  for (let i = 0, j = count - 1; i < count; j = i++) {
    const [px, py] = [ring[j * 2]!, ring[j * 2 + 1]!];
    const [dx, dy] = [ring[i * 2]! - px, ring[i * 2 + 1]! - py];
    const square = dx * dx + dy * dy;
    const along = square > 0 ? ((x - px) * dx + (y - py) * dy) / square : 0;
    const at = Math.min(1, Math.max(0, along));
    nearest = Math.min(nearest, Math.hypot(x - px - at * dx, y - py - at * dy));
  }
  return nearest;
}

/** Pixels of a row, the first and the last one included. */
type VisitSpan = (row: number, first: number, last: number) => void;

/**
 * Calls `visit` for each run of pixels of the window whose centres lie in the ring, at least `inset` pixels from its
 * sides; row by row from the top.
 */
export function visitSpans(
  ring: PixelRing,
  window: PixelWindow,
  inset: number,
  visit: VisitSpan,
): void {
  const end = window.column + window.width - 1;
  const sides = isConvex(ring) ? sidesOf(ring) : null;
  for (let row = window.row; row < window.row + window.height; row++) {
    const y = row + 0.5;
    if (!sides) {
      for (let column = window.column; column <= end; column++) {
        const x = column + 0.5;
        if (ringContains(ring, 0, ring.length / 2, x, y) && distanceToSides(ring, x, y) >= inset)
          visit(row, column, column);
      }
      continue;
    }
    // Each side cuts the row off on the left or on the right.
    let [least, most] = [window.column + 0.5, end + 0.5];
    for (let s = 0; s < sides.length; s += 3) {
      const [a, rest] = [sides[s]!, inset - sides[s + 1]! * y - sides[s + 2]!];
      if (a > 0) least = Math.max(least, rest / a);
      else if (a < 0) most = Math.min(most, rest / a);
      else if (rest > 0) most = -Infinity;
    }
    const [first, last] = [Math.ceil(least - 0.5), Math.floor(most - 0.5)];
    if (first <= last) visit(row, first, last);
  }
}

/** As visitSpans, pixel by pixel. */
export function visitZone(
  ring: PixelRing,
  window: PixelWindow,
  inset: number,
  visit: (column: number, row: number) => void,
): void {
  visitSpans(ring, window, inset, (row, first, last) => {
    for (let column = first; column <= last; column++) visit(column, row);
  });
}
