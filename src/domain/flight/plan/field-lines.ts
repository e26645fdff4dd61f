// Lines over an area without components: which direction and position of the lines is flown fastest.
import { turned, type Region, type Spot } from "../ground/flight-ground.ts";
import { cellsOf } from "./flight-cells.ts";
import { lineTime, wayTime, type Motion } from "../time/flight-motion.ts";
import { coverageClass, gapsFilled, sidesOf } from "./field-gaps.ts";
import type { CameraView } from "./online-view.ts";
import {
  edgesOf,
  rowsOver,
  spanOf,
  stripsOver,
  type Strip,
  type StripSettings,
} from "./flight-strips.ts";

/** Parallel lines; the strips lie in the plane turned by `direction` (radians from east), or by one of their own. */
export type Field = {
  readonly direction: number;
  readonly strips: readonly Strip[];
  /** Part of an area (0 to 1) that the photos are not counted on to show; absent over components, each of which is listed. */
  readonly unseen?: number;
  /** Of a camera that is tilted along these lines; absent: that of the flight type. */
  readonly view?: CameraView;
};

/** Where the camera looks over lines of a direction (radians from east). */
export type ViewOver = (direction: number) => CameraView;

/** Metres along the lines from what is photographed to the drone. */
export const shiftAlong = ({ east_m, north_m }: CameraView, direction: number) =>
  east_m * Math.cos(direction) + north_m * Math.sin(direction);

const DEGREE = Math.PI / 180;
/** Degrees between the directions that are tried besides those of the edges. */
const SWEEP = 5;
const MOST_EDGES = 12;
const PHASES = [0, 0.2, 0.4, 0.6, 0.8, 1];
/** Kept of each direction, so that several directions are compared. */
const PHASES_KEPT = 2;

/** Directions worth a look, 0 to pi: those of the longest edges and a sweep. */
function directionsOf(region: Region): number[] {
  const angles = edgeAngles(region).slice(0, MOST_EDGES);
  for (let degrees = 0; degrees < 180; degrees += SWEEP) angles.push(degrees * DEGREE);
  return distinctOf(angles, angles.length);
}

/** The first directions (radians) that are more than half a degree from all before them, as many as are asked for. */
function distinctOf(angles: readonly number[], most: number): number[] {
  const distinct: number[] = [];
  for (const angle of angles) {
    if (distinct.length === most) break;
    if (distinct.every((other) => Math.abs(other - angle) > DEGREE / 2)) distinct.push(angle);
  }
  return distinct;
}

/** Directions of the longest edges, radians from east, 0 to pi: each once, however many edges have it. */
export function edgeDirections(region: Region, most: number): number[] {
  return distinctOf(edgeAngles(region), most);
}

/** Directions of all edges, radians from east, 0 to pi, the longest edge first. */
const edgeAngles = (region: Region) =>
  region
    .flatMap((ring) =>
      ring.map(([x, y], i) => {
        const [nextX, nextY] = ring[(i + 1) % ring.length]!;
        const angle = (Math.atan2(nextY - y, nextX - x) + Math.PI) % Math.PI;
        return { length: Math.hypot(nextX - x, nextY - y), angle };
      }),
    )
    .toSorted((a, b) => b.length - a.length)
    .map(({ angle }) => angle);

/**
 * The work of trying lines over an area, in steps: for each direction, the rows by the corners that each of them is cut with.
 * @param directions as of `fieldsOver`
 */
export function workOf(
  field: Region,
  inner: Region,
  directions: readonly number[] | null,
  { spacing }: StripSettings,
): number {
  const corners = [...field, ...inner].reduce((sum, ring) => sum + ring.length, 0);
  return (directions ?? directionsOf(inner)).reduce((sum, angle) => {
    const [low, high] = spanOf(turned(field, angle));
    return sum + corners * (1 + Math.ceil((high - low) / spacing));
  }, 0);
}

/**
 * The most promising lines: those that leave least unseen, and of these the best estimate first.
 * @param direction radians from east, one or several; null: all directions are tried
 */
export function fieldsOver(
  field: Region,
  inner: Region,
  direction: number | readonly number[] | null,
  motion: Motion,
  settings: StripSettings,
  viewOver: ViewOver,
): (Field & Estimated)[] {
  const directions = direction === null ? directionsOf(inner) : [direction].flat();
  const tried = directions.flatMap((angle) => {
    const target = turned(field, angle);
    const span = spanOf(target);
    const view = viewOver(angle);
    const shift = shiftAlong(view, angle);
    // Lines are laid where their photos show the ground, inside the free ground as it is seen from there.
    const free = turned(inner, angle).map((ring) => ring.map(([x, y]): Spot => [x - shift, y]));
    const [targetEdges, freeEdges] = [edgesOf(target), edgesOf(free)];
    const sides = sidesOf(target, targetEdges, settings);
    const phases = PHASES.map((phase) => {
      const rows = rowsOver(span, phase, settings);
      const lines = stripsOver(targetEdges, freeEdges, rows, settings);
      const { strips: seen, unseen } = gapsFilled(
        lines,
        rows,
        targetEdges,
        freeEdges,
        settings,
        sides,
      );
      const seconds = estimateOf(seen, motion, settings.spacing);
      if (shift === 0) return { direction: angle, strips: seen, unseen, seconds };
      const strips = seen.map((strip) => {
        return { ...strip, from: strip.from + shift, to: strip.to + shift };
      });
      return { direction: angle, strips, unseen, seconds, view };
    });
    return phases.toSorted(byCoverage).slice(0, PHASES_KEPT);
  });
  return tried.filter(({ strips }) => strips.length > 0).toSorted(byCoverage);
}

/** What lines leave unseen of an area, and seconds that they are estimated to take. */
export type Estimated = { readonly unseen?: number; readonly seconds: number };

/** By what is seen first, then by the time that it takes. */
export function byCoverage(a: Estimated, b: Estimated): number {
  return coverageClass(a.unseen ?? 0) - coverageClass(b.unseen ?? 0) || a.seconds - b.seconds;
}

/** Seconds for lines, their turns, and a way between cells. */
export function estimateOf(strips: readonly Strip[], motion: Motion, spacing: number): number {
  const lines = strips.reduce((sum, { from, to }) => sum + lineTime(motion, to - from), 0);
  const mean = strips.reduce((sum, { from, to }) => sum + to - from, 0) / (strips.length || 1);
  const turn = wayTime(motion, [
    [0, 0],
    [mean, 0],
    [mean, spacing],
    [0, spacing],
  ]);
  const between = (cellsOf(strips).length * mean) / 2 / motion.transit;
  return lines + strips.length * turn + between;
}
