// The boundaries of a hatch: paths of corners, or of edges that are lines, arcs, ellipses and splines.
import { ringContains } from "../../../domain/geometry/ring.ts";
import { arcEnd, bulgedLine, circleArc, ellipseArc, splineLine, type Corner } from "./dxf-curve.ts";
import type { DxfObject, V3 } from "./dxf-raw.ts";

/** Containment of rings is tested one by one. */
const MOST_RINGS = 2000;
/** Ends of edges that are further apart than this part of the size of the path are no boundary. */
const GAP = 1e-3;

type Reader = {
  /** The code that follows; -1 at the end. */
  readonly peek: () => number;
  /** The value of the code, which must come next. */
  readonly need: (code: number) => number;
  /** The value of the code if it comes next. */
  readonly maybe: (code: number) => number | null;
  readonly skip: () => void;
};

class NotWhole extends Error {}

function readerOf({ codes, values }: DxfObject, start: number): Reader {
  let at = start;
  const peek = () => codes[at] ?? -1;
  const take = () => Number(values[at++]);
  return {
    peek,
    need(code) {
      if (peek() !== code) throw new NotWhole();
      return take();
    },
    maybe: (code) => (peek() === code ? take() : null),
    skip: () => {
      at += 1;
    },
  };
}

/** Rings of the boundary in the plane of the hatch; null for one that is not whole. */
export function hatchRings(hatch: DxfObject, elevation: number, error: number): V3[][] | null {
  const start = hatch.codes.indexOf(91);
  if (start < 0) return null;
  const read = readerOf(hatch, start);
  try {
    const count = read.need(91);
    if (!(count >= 0 && count <= MOST_RINGS)) return null;
    const rings: V3[][] = [];
    for (let path = 0; path < count; path += 1) rings.push(pathRing(read, elevation, error));
    return rings;
  } catch (cause) {
    if (cause instanceof NotWhole) return null;
    throw cause;
  }
}

const POLYLINE = 2;

function pathRing(read: Reader, z: number, error: number): V3[] {
  while (read.peek() !== 92 && read.peek() !== -1) read.skip();
  const flags = read.need(92);
  if ((flags & POLYLINE) === 0) return edgeRing(read, z, error);
  const hasBulge = read.need(72) === 1;
  read.maybe(73);
  const count = read.need(93);
  const corners: Corner[] = [];
  for (let at = 0; at < count; at += 1) {
    const place: V3 = [read.need(10), read.need(20), z];
    corners.push({ at: place, bulge: (hasBulge ? read.maybe(42) : null) ?? 0 });
  }
  if (corners.length < 2) throw new NotWhole();
  return bulgedLine(corners, true, error);
}

/** The edges as one ring: each begins where the one before it ends, whichever way it was drawn. */
function edgeRing(read: Reader, z: number, error: number): V3[] {
  const count = read.need(93);
  const edges: V3[][] = [];
  for (let edge = 0; edge < count; edge += 1) edges.push(edgeLine(read, z, error));
  const [first, second] = edges;
  if (!first) throw new NotWhole();
  const apart = (a: V3, b: V3) => Math.hypot(a[0] - b[0], a[1] - b[1]);
  const nearest = (end: V3, edge: readonly V3[]) =>
    Math.min(apart(end, edge[0]!), apart(end, edge.at(-1)!));
  const ring =
    second && nearest(first[0]!, second) < nearest(first.at(-1)!, second)
      ? first.toReversed()
      : [...first];
  const xs = edges.flat().map(([x]) => x);
  const ys = edges.flat().map(([, y]) => y);
  const size = Math.hypot(most(xs) + most(xs.map((x) => -x)), most(ys) + most(ys.map((y) => -y)));
  for (const edge of edges.slice(1)) {
    const end = ring.at(-1)!;
    const isTurned = apart(end, edge.at(-1)!) < apart(end, edge[0]!);
    const next = isTurned ? edge.toReversed() : edge;
    if (!(apart(end, next[0]!) <= size * GAP)) throw new NotWhole();
    ring.push(...next.slice(1));
  }
  if (!(apart(ring[0]!, ring.at(-1)!) <= size * GAP)) throw new NotWhole();
  ring[ring.length - 1] = ring[0]!;
  return ring;
}

const most = (numbers: readonly number[]) =>
  numbers.reduce((greatest, one) => Math.max(greatest, one), -Infinity);

function edgeLine(read: Reader, z: number, error: number): V3[] {
  const kind = read.need(72);
  if (kind === 4) return splineEdge(read, z, error);
  const from: V3 = [read.need(10), read.need(20), z];
  if (kind === 1) return [from, [read.need(11), read.need(21), z]];
  if (kind !== 2 && kind !== 3) throw new NotWhole();
  const major: V3 = kind === 3 ? [read.need(11), read.need(21), 0] : [1, 0, 0];
  const size = read.need(40);
  const [begin, end] = [radians(read.need(50)), radians(read.need(51))];
  // The angles of an arc that runs clockwise are stated in the mirrored plane.
  const way = read.maybe(73) === 0 ? -1 : 1;
  const to = arcEnd(begin, end);
  if (kind === 2) return circleArc(from, size, way * begin, way * to, error);
  const minor: V3 = [-major[1] * size, major[0] * size, 0];
  return ellipseArc(from, [major, minor], way * begin, way * to, error);
}

const radians = (degrees: number) => (degrees * Math.PI) / 180;

function splineEdge(read: Reader, z: number, error: number): V3[] {
  const degree = read.need(94);
  const isRational = read.need(73) === 1;
  read.need(74);
  const [knotCount, pointCount] = [read.need(95), read.need(96)];
  const knots: number[] = [];
  for (let at = 0; at < knotCount; at += 1) knots.push(read.need(40));
  const points: V3[] = [];
  const weights: number[] = [];
  for (let at = 0; at < pointCount; at += 1) {
    points.push([read.need(10), read.need(20), z]);
    const weight = read.maybe(42);
    if (isRational) weights.push(weight ?? 1);
  }
  // The points that the curve was fitted to, and its tangents. Only newer files state how many there are.
  while ([97, 11, 21, 12, 22, 13, 23].includes(read.peek())) read.skip();
  const line = splineLine({ degree, knots, points, weights }, error);
  if (line === null) throw new NotWhole();
  return line;
}

export type HatchArea = {
  readonly ring: readonly V3[];
  readonly holes: readonly (readonly V3[])[];
};

/** Areas that the hatch fills, by its style (75): 0 every second ring inwards, 1 the outermost area, 2 all inside. */
export function hatchAreas(rings: readonly (readonly V3[])[], style: number): HatchArea[] {
  const bySize = rings
    .map((ring) => ({
      ring,
      size: Math.abs(areaOf(ring)),
      xy: ring.flatMap(([x, y]) => [x, y]),
    }))
    .toSorted((a, b) => b.size - a.size);
  const areas: { ring: readonly V3[]; holes: (readonly V3[])[] }[] = [];
  const placed: { xy: readonly number[]; depth: number; area: number }[] = [];
  for (const { ring, xy } of bySize) {
    const around = placed.findLast((one) =>
      ringContains(one.xy, 0, one.xy.length / 2, xy[0]!, xy[1]!),
    );
    const depth = around ? around.depth + 1 : 0;
    const isFilled = depth === 0 || (style === 0 && depth % 2 === 0);
    const isHole = depth % 2 === 1 && (style === 0 || (style === 1 && depth === 1));
    if (isFilled) areas.push({ ring, holes: [] });
    else if (isHole && around) areas[around.area]?.holes.push(ring);
    placed.push({ xy, depth, area: isFilled ? areas.length - 1 : (around?.area ?? -1) });
  }
  return areas;
}

function areaOf(ring: readonly V3[]): number {
  // Measured from a corner: large coordinates would lose the digits of a small area.
  const [ox = 0, oy = 0] = ring[0] ?? [];
  let sum = 0;
  for (let at = 0; at + 1 < ring.length; at += 1) {
    const [a, b] = [ring[at]!, ring[at + 1]!];
    sum += (a[0] - ox) * (b[1] - oy) - (b[0] - ox) * (a[1] - oy);
  }
  return sum / 2;
}
