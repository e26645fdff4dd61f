// A ring: the outline of an area as x, y pairs in one flat array, not closed (the last vertex is not
// the first again). `from` and `to` count vertices, `to` excluded.

export type Flat = Float64Array | Float32Array | readonly number[];

/** Signed area (positive: counter-clockwise) in squared units of the ring. */
export function ringArea(xy: Flat, from: number, to: number): number {
  if (to <= from) return 0;
  // Relative to the first vertex: degrees and UTM metres are large compared with a module.
  const x0 = xy[from * 2]!;
  const y0 = xy[from * 2 + 1]!;
  let twice = 0;
  for (let i = from, j = to - 1; i < to; j = i++) {
    twice += (xy[j * 2]! - x0) * (xy[i * 2 + 1]! - y0) - (xy[i * 2]! - x0) * (xy[j * 2 + 1]! - y0);
  }
  return twice / 2;
}

/** Centre of gravity of the area; the mean of the vertices of a ring without area. */
export function ringCentroid(xy: Flat, from: number, to: number): [x: number, y: number] {
  const x0 = xy[from * 2]!;
  const y0 = xy[from * 2 + 1]!;
  let twice = 0;
  let sumX = 0;
  let sumY = 0;
  let meanX = 0;
  let meanY = 0;
  for (let i = from, j = to - 1; i < to; j = i++) {
    const ax = xy[j * 2]! - x0;
    const ay = xy[j * 2 + 1]! - y0;
    const bx = xy[i * 2]! - x0;
    const by = xy[i * 2 + 1]! - y0;
    const cross = ax * by - bx * ay;
    twice += cross;
    sumX += (ax + bx) * cross;
    sumY += (ay + by) * cross;
    meanX += bx;
    meanY += by;
  }
  const count = to - from;
  return twice === 0
    ? [x0 + meanX / count, y0 + meanY / count]
    : [x0 + sumX / (3 * twice), y0 + sumY / (3 * twice)];
}

/** True if the point is inside (even-odd rule). */
export function ringContains(xy: Flat, from: number, to: number, x: number, y: number): boolean {
  let inside = false;
  for (let i = from, j = to - 1; i < to; j = i++) {
    const yi = xy[i * 2 + 1]!;
    const yj = xy[j * 2 + 1]!;
    if (yi > y !== yj > y) {
      const xi = xy[i * 2]!;
      if (x < ((xy[j * 2]! - xi) * (y - yi)) / (yj - yi) + xi) inside = !inside;
    }
  }
  return inside;
}

function side(xy: Flat, a: number, b: number, c: number): number {
  const ax = xy[a * 2]!;
  const ay = xy[a * 2 + 1]!;
  return (xy[b * 2]! - ax) * (xy[c * 2 + 1]! - ay) - (xy[b * 2 + 1]! - ay) * (xy[c * 2]! - ax);
}

/** Whether the ring is its own hull for certain: a triangle, or four corners without a dent. */
export function isPlainHull(xy: Flat, from: number, to: number): boolean {
  const count = to - from;
  if (count !== 4) return count < 4;
  const turnAt = (i: number) =>
    Math.sign(side(xy, from + i, from + ((i + 1) & 3), from + ((i + 2) & 3)));
  const turn = turnAt(0);
  return turn === turnAt(1) && turn === turnAt(2) && turn === turnAt(3);
}

/** Convex hull, counter-clockwise, by Andrew's monotone chain; flat x, y pairs. */
export function convexHull(xy: Flat, from: number, to: number): number[] {
  const order = Array.from({ length: to - from }, (_, i) => from + i).toSorted(
    (a, b) => xy[a * 2]! - xy[b * 2]! || xy[a * 2 + 1]! - xy[b * 2 + 1]!,
  );
  const chain = (points: readonly number[]) => {
    const hull: number[] = [];
    for (const point of points) {
      while (hull.length > 1 && side(xy, hull.at(-2)!, hull.at(-1)!, point) <= 0) hull.pop();
      hull.push(point);
    }
    hull.pop();
    return hull;
  };
  return [...chain(order), ...chain(order.toReversed())].flatMap((i) => [
    xy[i * 2]!,
    xy[i * 2 + 1]!,
  ]);
}
