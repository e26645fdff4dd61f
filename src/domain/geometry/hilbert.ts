// The Hilbert curve: an order in which neighbours in a list are neighbours on the ground.
// Source: Warren, Hacker's Delight, chapter 16 ("Hilbert's curve"), the xy-to-distance loop.

const BITS = 15;
const POSITION_BITS = 53 - 2 * BITS;
/** Cells along each side of the square that the curve fills. */
export const HILBERT_SIDE = 2 ** BITS;

/** Distance along the curve (0 to 2^30 - 1) of the cell x, y (whole numbers, 0 to HILBERT_SIDE - 1). */
export function hilbertDistance(x: number, y: number): number {
  let distance = 0;
  for (let side = HILBERT_SIDE >> 1; side > 0; side >>= 1) {
    const right = (x & side) > 0 ? 1 : 0;
    const upper = (y & side) > 0 ? 1 : 0;
    distance += side * side * ((3 * right) ^ upper);
    if (upper === 0) {
      if (right === 1) {
        x = HILBERT_SIDE - 1 - x;
        y = HILBERT_SIDE - 1 - y;
      }
      const swapped = x;
      x = y;
      y = swapped;
    }
  }
  return distance;
}

/**
 * The members of `indices` in the order of the curve through their points; equal cells keep the
 * order of `indices`. Above 2^23 members cells are twice as large for each power of two.
 */
export function hilbertOrder(
  indices: Uint32Array,
  x: Float64Array | Float32Array,
  y: Float64Array | Float32Array,
): Uint32Array {
  let minX = Infinity;
  let minY = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  for (const i of indices) {
    minX = Math.min(minX, x[i]!);
    minY = Math.min(minY, y[i]!);
    maxX = Math.max(maxX, x[i]!);
    maxY = Math.max(maxY, y[i]!);
  }
  const extent = Math.max(maxX - minX, maxY - minY);
  const scale = extent > 0 ? (HILBERT_SIDE - 1) / extent : 0;
  // One float64 holds distance and position (53 bits), so that one numeric sort is enough: the position takes what the
  // number of members needs, at least 23 bits, the distance the rest of its 30.
  const places = 2 ** Math.max(POSITION_BITS, Math.ceil(Math.log2(indices.length)));
  const coarser = places / 2 ** POSITION_BITS;
  const keys = new Float64Array(indices.length);
  for (let at = 0; at < indices.length; at++) {
    const i = indices[at]!;
    const distance = hilbertDistance(
      Math.floor((x[i]! - minX) * scale),
      Math.floor((y[i]! - minY) * scale),
    );
    keys[at] = Math.floor(distance / coarser) * places + at;
  }
  keys.sort();
  return Uint32Array.from(keys, (key) => indices[key % places]!);
}
