// The rectangle around a ring, and the ring of a rectangle.
import { convexHull, isPlainHull, ringArea, type Flat } from "./ring.ts";

/** As in component-index.ts `Geometry`: long side along `rotation` (radians, counter-clockwise from east). */
export type Rectangle = {
  readonly centreX: number;
  readonly centreY: number;
  readonly length: number;
  readonly width: number;
  readonly rotation: number;
};

/** Normalises a direction to -45 to 135 degrees, so that north-south and east-west rows do not flip. */
function halfTurn(rotation: number): number {
  let turned = rotation;
  while (turned < -Math.PI / 4) turned += Math.PI;
  while (turned >= (3 * Math.PI) / 4) turned -= Math.PI;
  return turned;
}

/** Minimum and maximum along a direction, minimum and maximum across it: one for all, there are many. */
const reached = new Float64Array(4);

/** Hulls up to this many vertices are searched completely for each side, which is faster for them. */
const MAX_SEARCHED = 64;

/** Sets `reached` to how far the hull reaches from its first vertex along the direction ux, uy and across. */
function searchReach(hull: Flat, ux: number, uy: number): void {
  let minA = Infinity;
  let maxA = -Infinity;
  let minB = Infinity;
  let maxB = -Infinity;
  for (let k = 0; k < hull.length; k += 2) {
    const x = hull[k]! - hull[0]!;
    const y = hull[k + 1]! - hull[1]!;
    const a = x * ux + y * uy;
    const b = y * ux - x * uy;
    if (a < minA) minA = a;
    if (a > maxA) maxA = a;
    if (b < minB) minB = b;
    if (b > maxB) maxB = b;
  }
  reached[0] = minA;
  reached[1] = maxA;
  reached[2] = minB;
  reached[3] = maxB;
}

/**
 * `searchReach` for the sides of a long hull in their order: the outermost vertices only move forward
 * (Toussaint, "Solving geometric problems with the rotating calipers", 1983).
 */
function caliperReach(hull: Flat): (ux: number, uy: number) => void {
  const count = hull.length / 2;
  const reach = (k: number, dx: number, dy: number) =>
    (hull[k * 2]! - hull[0]!) * dx + (hull[k * 2 + 1]! - hull[1]!) * dy;
  const outermost = (before: number | undefined, dx: number, dy: number) => {
    let best = before ?? 0;
    for (let steps = 1; steps < count; steps++) {
      const next = before === undefined ? steps : best + 1 === count ? 0 : best + 1;
      const isInner = reach(next, dx, dy) < reach(best, dx, dy);
      if (!isInner) best = next;
      else if (before !== undefined) break;
    }
    return best;
  };
  const at: number[] = [];
  const along = [
    [-1, 0],
    [1, 0],
    [0, -1],
    [0, 1],
  ] as const;
  return (ux, uy) => {
    for (const [i, [a, b]] of along.entries()) {
      at[i] = outermost(at[i], a * ux - b * uy, a * uy + b * ux);
      reached[i] = (a + b) * reach(at[i]!, a * ux - b * uy, a * uy + b * ux);
    }
  };
}

/**
 * The rectangle of minimum area around a ring. One of its sides is along a side of the convex hull
 * (Freeman and Shapira, "Determining the minimum-area encasing rectangle", 1975), so every side is
 * tried. A ring without area gives a rectangle of width 0.
 */
export function fitRectangle(xy: Flat, from: number, to: number): Rectangle {
  const hull = isPlainHull(xy, from, to) ? xy.slice(from * 2, to * 2) : convexHull(xy, from, to);
  const count = hull.length / 2;
  const calipers = count > MAX_SEARCHED ? caliperReach(hull) : null;
  let best: Rectangle | undefined;
  let bestArea = Infinity;
  for (let i = 0, j = count - 1; i < count; j = i++) {
    const dx = hull[i * 2]! - hull[j * 2]!;
    const dy = hull[i * 2 + 1]! - hull[j * 2 + 1]!;
    const size = Math.hypot(dx, dy);
    if (size === 0) continue;
    const ux = dx / size;
    const uy = dy / size;
    if (calipers === null) searchReach(hull, ux, uy);
    else calipers(ux, uy);
    const along = reached[1]! - reached[0]!;
    const across = reached[3]! - reached[2]!;
    if (along * across >= bestArea) continue;
    bestArea = along * across;
    const a = (reached[0]! + reached[1]!) / 2;
    const b = (reached[2]! + reached[3]!) / 2;
    best = {
      centreX: hull[0]! + a * ux - b * uy,
      centreY: hull[1]! + a * uy + b * ux,
      length: Math.max(along, across),
      width: Math.min(along, across),
      rotation: halfTurn(Math.atan2(uy, ux) + (across > along ? Math.PI / 2 : 0)),
    };
  }
  return (
    best ?? { centreX: xy[from * 2]!, centreY: xy[from * 2 + 1]!, length: 0, width: 0, rotation: 0 }
  );
}

/** Metres that a corner may move when a ring is stored as a rectangle: the accuracy of a position with RTK. */
export const MAX_CORNER_MOVE = 0.05;

/** Metres from a point to the outline of the rectangle. */
function distanceToOutline(rectangle: Rectangle, x: number, y: number): number {
  const { centreX, centreY, length, width, rotation } = rectangle;
  const [cos, sin] = [Math.cos(rotation), Math.sin(rotation)];
  const along = Math.abs((x - centreX) * cos + (y - centreY) * sin) - length / 2;
  const across = Math.abs((y - centreY) * cos - (x - centreX) * sin) - width / 2;
  if (along < 0 && across < 0) return Math.min(-along, -across);
  return Math.hypot(Math.max(along, 0), Math.max(across, 0));
}

/**
 * True if the ring can be stored as the rectangle around it: every corner of the rectangle is at a vertex of
 * the ring and every vertex of the ring is on the rectangle, within `MAX_CORNER_MOVE`; and it fills 97 % of
 * the rectangle, so that nothing thin passes for a full one.
 */
export function isRectangle(xy: Flat, from: number, to: number, around: Rectangle): boolean {
  if (Math.abs(ringArea(xy, from, to)) < 0.97 * around.length * around.width) return false;
  for (let v = from; v < to; v++) {
    if (distanceToOutline(around, xy[v * 2]!, xy[v * 2 + 1]!) > MAX_CORNER_MOVE) return false;
  }
  const corners = rectangleRing(around);
  for (let corner = 0; corner < 8; corner += 2) {
    let nearest = Infinity;
    for (let v = from; v < to; v++) {
      const [dx, dy] = [xy[v * 2]! - corners[corner]!, xy[v * 2 + 1]! - corners[corner + 1]!];
      nearest = Math.min(nearest, Math.hypot(dx, dy));
    }
    if (nearest > MAX_CORNER_MOVE) return false;
  }
  return true;
}

/** The four corners as x, y pairs, counter-clockwise. */
export function rectangleRing({ centreX, centreY, length, width, rotation }: Rectangle): number[] {
  const ax = (Math.cos(rotation) * length) / 2;
  const ay = (Math.sin(rotation) * length) / 2;
  const bx = (-Math.sin(rotation) * width) / 2;
  const by = (Math.cos(rotation) * width) / 2;
  return [
    centreX - ax - bx,
    centreY - ay - by,
    centreX + ax - bx,
    centreY + ay - by,
    centreX + ax + bx,
    centreY + ay + by,
    centreX - ax + bx,
    centreY - ay + by,
  ];
}
