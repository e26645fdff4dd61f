// The corners of one object of a drawing, in its own plane, with curves as lines.
import { arcEnd, bulgedLine, circleArc, ellipseArc, splineLine, type Corner } from "./dxf-curve.ts";
import { halfAxes, inPlane, scaleOf, type Place } from "./dxf-place.ts";
import { numberOf, numbersOf, pointOf, pointsOf, type DxfObject, type V3 } from "./dxf-raw.ts";

export type Outline = {
  readonly points: readonly V3[];
  /** True where they enclose an area; the first one is the last one then. */
  readonly isArea: boolean;
  /** From the plane of the points into the drawing. */
  readonly place: Place;
};

/** Bits of code 70 of a POLYLINE and of a VERTEX. */
const CLOSED = 1;
const IN_SPACE = 8;
const MESH = 16 + 64;
const FRAME_OF_SPLINE = 16;
/** Ends of a curve that are nearer than this many times the error are one. */
const SAME = 2;

/**
 * @param parts the vertices of a POLYLINE
 * @returns null for an object without an outline, and for one that is not whole
 */
export function outlineOf(
  object: DxfObject,
  parts: readonly DxfObject[],
  around: Place,
  most: number,
): Outline | null {
  const flat = () => inPlane(object, around);
  const errorIn = (place: Place) => most / scaleOf(place);
  switch (object.type) {
    case "LINE":
      return lineOf([pointOf(object, 10), pointOf(object, 11)], around);
    case "POINT":
      return lineOf([pointOf(object, 10)], around);
    case "LWPOLYLINE": {
      const place = flat();
      return bulged(lightCorners(object), numberOf(object, 70), place, errorIn(place));
    }
    case "POLYLINE": {
      const flags = numberOf(object, 70);
      if ((flags & MESH) !== 0) return null;
      const place = (flags & IN_SPACE) === 0 ? flat() : around;
      return bulged(cornersOf(object, parts), flags, place, errorIn(place));
    }
    case "3DFACE":
      return areaOf(
        [10, 11, 12, 13].map((code) => pointOf(object, code)),
        around,
      );
    case "SOLID":
    case "TRACE":
      // Its third and fourth corner are stored crosswise.
      return areaOf(
        [10, 11, 13, 12].map((code) => pointOf(object, code)),
        flat(),
      );
    case "CIRCLE":
    case "ARC":
      return circleOf(object, flat(), errorIn(flat()));
    case "ELLIPSE":
      return ellipseOf(object, around, errorIn(around));
    case "SPLINE":
      return splineOf(object, around, errorIn(around));
    default:
      return null;
  }
}

const isFound = (points: readonly (V3 | null)[]): points is readonly V3[] =>
  points.every((point) => point !== null);
const isSame = (a: V3, b: V3) => a[0] === b[0] && a[1] === b[1] && a[2] === b[2];

function lineOf(points: readonly (V3 | null)[], place: Place): Outline | null {
  return isFound(points) ? { points, isArea: false, place } : null;
}

/** Corners that repeat the one before them, as those of triangles do, are left out. */
function areaOf(stated: readonly (V3 | null)[], place: Place): Outline | null {
  const given = stated.filter((point) => point !== null);
  const points = given.filter((point, at) => at === 0 || !isSame(point, given[at - 1]!));
  const [first] = points;
  if (points.length < 3 || !first) return null;
  return {
    points: isSame(first, points.at(-1)!) ? points : [...points, first],
    isArea: true,
    place,
  };
}

function bulged(
  corners: readonly Corner[],
  flags: number,
  place: Place,
  error: number,
): Outline | null {
  const [first, last] = [corners[0], corners.at(-1)];
  if (!first || !last) return null;
  const endsAtFirst = corners.length > 3 && isSame(first.at, last.at);
  const isMarked = (flags & CLOSED) !== 0 && !endsAtFirst;
  const points = bulgedLine(corners, isMarked, error);
  const isArea = (isMarked || endsAtFirst) && points.length > 3;
  return { points, isArea, place };
}

function lightCorners({ codes, values, ...object }: DxfObject): Corner[] {
  const z = numberOf({ codes, values, ...object }, 38);
  const corners: { at: [number, number, number]; bulge: number }[] = [];
  for (const [at, code] of codes.entries()) {
    const value = Number(values[at]);
    const last = corners.at(-1);
    if (code === 10) corners.push({ at: [value, NaN, z], bulge: 0 });
    else if (last && code === 20) last.at[1] = value;
    else if (last && code === 42) last.bulge = value;
  }
  return corners;
}

function cornersOf(polyline: DxfObject, parts: readonly DxfObject[]): Corner[] {
  const isInSpace = (numberOf(polyline, 70) & IN_SPACE) !== 0;
  const elevation = numberOf(polyline, 30);
  return parts.flatMap((vertex): Corner[] => {
    // The frame that a spline was fitted to is no part of it.
    if (vertex.type !== "VERTEX" || (numberOf(vertex, 70) & FRAME_OF_SPLINE) !== 0) return [];
    const [x, y, z] = pointOf(vertex, 10) ?? [NaN, NaN, NaN];
    return [{ at: [x, y, isInSpace ? z : elevation], bulge: isInSpace ? 0 : numberOf(vertex, 42) }];
  });
}

const radians = (degrees: number) => (degrees * Math.PI) / 180;

function circleOf(object: DxfObject, place: Place, error: number): Outline | null {
  const [center, radius] = [pointOf(object, 10), numberOf(object, 40)];
  if (center === null || !(radius > 0)) return null;
  const isArea = object.type === "CIRCLE";
  const from = isArea ? 0 : radians(numberOf(object, 50));
  const to = isArea ? 2 * Math.PI : arcEnd(from, radians(numberOf(object, 51)));
  return closed(circleArc(center, radius, from, to, error), isArea, place);
}

function ellipseOf(object: DxfObject, place: Place, error: number): Outline | null {
  const [center, major] = [pointOf(object, 10), pointOf(object, 11)];
  const ratio = numberOf(object, 40);
  if (center === null || major === null || !(ratio > 0) || Math.hypot(...major) === 0) return null;
  const from = numberOf(object, 41);
  const to = arcEnd(from, numberOf(object, 42, 2 * Math.PI));
  const isArea = Math.abs(to - from - 2 * Math.PI) < 1e-6;
  const axes = halfAxes(object, major, ratio);
  return closed(ellipseArc(center, axes, from, to, error), isArea, place);
}

/** An area ends exactly where it begins. */
function closed(points: V3[], isArea: boolean, place: Place): Outline {
  if (isArea) points[points.length - 1] = points[0]!;
  return { points, isArea, place };
}

/** A spline that states points to fit alone has no curve that all programs agree on. */
function splineOf(object: DxfObject, place: Place, error: number): Outline | null {
  const points = splineLine(
    {
      degree: numberOf(object, 71, 3),
      knots: numbersOf(object, 40),
      points: pointsOf(object, 10),
      weights: numbersOf(object, 41),
    },
    error,
  );
  if (points === null) return null;
  const [first, last] = [points[0]!, points.at(-1)!];
  const gap = Math.hypot(first[0] - last[0], first[1] - last[1]);
  return closed(points, points.length > 3 && gap <= SAME * error, place);
}
