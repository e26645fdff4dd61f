// Curves of a drawing as lines: arcs, ellipses and splines, each with a stated greatest distance from its curve.
import { isPlaced, type V3 } from "./dxf-raw.ts";

/** A circle has at most so many sides: one of 30 km stays within a centimetre. */
const MOST_SIDES = 4096;
const MOST_HALVINGS = 12;
const TURN = 2 * Math.PI;

/** Sides of a part of a circle, so that the sagitta r(1 - cos(a/2)) of each is at most the error. */
function sidesOf(radius: number, angle: number, error: number): number {
  const step = 2 * Math.acos(Math.max(0, 1 - error / Math.max(radius, error)));
  const least = (4 * Math.abs(angle)) / TURN;
  return Math.max(1, Math.min(MOST_SIDES, Math.ceil(Math.max(Math.abs(angle) / step, least))));
}

/**
 * An elliptic arc: center + cos(t) first + sin(t) second, from one parameter (radians) to the other.
 * @returns both ends included
 */
export function ellipseArc(
  center: V3,
  [first, second]: readonly [V3, V3],
  from: number,
  to: number,
  error: number,
): V3[] {
  const radius = Math.max(Math.hypot(...first), Math.hypot(...second));
  const sides = sidesOf(radius, to - from, error);
  return Array.from({ length: sides + 1 }, (_, at): V3 => {
    const t = from + ((to - from) * at) / sides;
    const [cos, sin] = [Math.cos(t), Math.sin(t)];
    return [
      center[0] + cos * first[0] + sin * second[0],
      center[1] + cos * first[1] + sin * second[1],
      center[2] + cos * first[2] + sin * second[2],
    ];
  });
}

export const circleArc = (center: V3, radius: number, from: number, to: number, error: number) =>
  ellipseArc(
    center,
    [
      [radius, 0, 0],
      [0, radius, 0],
    ],
    from,
    to,
    error,
  );

/** The end of an arc that runs counter-clockwise from its start, at most one turn later. */
export function arcEnd(from: number, to: number): number {
  const span = (((to - from) % TURN) + TURN) % TURN;
  return from + (span < 1e-9 ? TURN : span);
}

/** A corner of a line; the bulge is the tangent of a quarter of the angle of the arc to the next corner. */
export type Corner = { readonly at: V3; readonly bulge: number };

/** The line through the corners, with the arcs of bulges. An area ends where it begins. */
export function bulgedLine(corners: readonly Corner[], isClosed: boolean, error: number): V3[] {
  const points: V3[] = [];
  for (const [index, { at, bulge }] of corners.entries()) {
    points.push(at);
    const next = corners[index + 1] ?? (isClosed ? corners[0] : undefined);
    if (next && bulge !== 0) points.push(...bulgeArc(at, next.at, bulge, error).slice(1, -1));
  }
  const [first] = points;
  if (isClosed && first) points.push(first);
  return points;
}

function bulgeArc(from: V3, to: V3, bulge: number, error: number): V3[] {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  // Of two ends in one place no arc is known.
  if (dx === 0 && dy === 0) return [from, to];
  const shift = (1 / bulge - bulge) / 4;
  const center: V3 = [
    (from[0] + to[0]) / 2 - dy * shift,
    (from[1] + to[1]) / 2 + dx * shift,
    from[2],
  ];
  const radius = Math.hypot(from[0] - center[0], from[1] - center[1]);
  const start = Math.atan2(from[1] - center[1], from[0] - center[0]);
  return circleArc(center, radius, start, start + 4 * Math.atan(bulge), error);
}

export type Spline = {
  readonly degree: number;
  readonly knots: readonly number[];
  readonly points: readonly V3[];
  /** One for each point; none where all are 1. */
  readonly weights: readonly number[];
};

/** Points of a rational B-spline from its first to its last valid knot; null for one that is not whole. */
export function splineLine(spline: Spline, error: number): V3[] | null {
  const { degree, knots, points, weights } = spline;
  const isWhole =
    Number.isInteger(degree) &&
    degree >= 1 &&
    degree <= 25 &&
    points.length > degree &&
    points.every(isPlaced) &&
    knots.length === points.length + degree + 1 &&
    knots.every((knot, at) => Number.isFinite(knot) && (at === 0 || knot >= knots[at - 1]!)) &&
    (weights.length === 0 || (weights.length === points.length && weights.every((w) => w > 0)));
  if (!isWhole) return null;
  const at = (t: number, span: number) => pointAt(spline, t, span);
  const line: V3[] = [];
  for (let span = degree; span < points.length; span += 1) {
    const [from, to] = [knots[span]!, knots[span + 1]!];
    if (to <= from) continue;
    const start = at(from, span);
    if (line.length === 0) line.push(start);
    // Halves of a span, because an S is as far from its chord at the middle as at its ends.
    const middle = (from + to) / 2;
    const center = at(middle, span);
    const part = (t: number) => at(t, span);
    halve(part, { t: from, point: start }, { t: middle, point: center }, error, 1, line);
    halve(part, { t: middle, point: center }, { t: to, point: at(to, span) }, error, 1, line);
  }
  return line.length > 1 ? line : null;
}

type Sample = { readonly t: number; readonly point: V3 };

/** Adds points until the curve at a quarter, the half and three quarters is within the error of its chord. */
function halve(
  at: (t: number) => V3,
  from: Sample,
  to: Sample,
  error: number,
  depth: number,
  line: V3[],
): void {
  const inner = [0.25, 0.5, 0.75].map((part) => at(from.t + (to.t - from.t) * part));
  const isStraight = inner.every((point) => fromChord(point, from.point, to.point) <= error);
  if (isStraight || depth >= MOST_HALVINGS) {
    line.push(to.point);
    return;
  }
  const middle = { t: (from.t + to.t) / 2, point: inner[1]! };
  halve(at, from, middle, error, depth + 1, line);
  halve(at, middle, to, error, depth + 1, line);
}

function fromChord(p: V3, a: V3, b: V3): number {
  const d = [b[0] - a[0], b[1] - a[1], b[2] - a[2]] as const;
  const length = d[0] ** 2 + d[1] ** 2 + d[2] ** 2;
  const along = (p[0] - a[0]) * d[0] + (p[1] - a[1]) * d[1] + (p[2] - a[2]) * d[2];
  const t = length === 0 ? 0 : Math.min(1, Math.max(0, along / length));
  return Math.hypot(p[0] - a[0] - t * d[0], p[1] - a[1] - t * d[1], p[2] - a[2] - t * d[2]);
}

/** De Boor's algorithm on points with their weights (Piegl and Tiller, The NURBS Book, 4.1). */
function pointAt({ degree, knots, points, weights }: Spline, t: number, span: number): V3 {
  const d = Array.from({ length: degree + 1 }, (_, j) => {
    const [x, y, z] = points[span - degree + j]!;
    const w = weights[span - degree + j] ?? 1;
    return [x * w, y * w, z * w, w];
  });
  for (let r = 1; r <= degree; r += 1) {
    for (let j = degree; j >= r; j -= 1) {
      const [low, high] = [knots[j + span - degree]!, knots[j + 1 + span - r]!];
      const part = high === low ? 0 : (t - low) / (high - low);
      d[j] = d[j]!.map((value, axis) => (1 - part) * d[j - 1]![axis]! + part * value);
    }
  }
  const [x, y, z, w] = d[degree]!;
  return [x! / w!, y! / w!, z! / w!];
}
