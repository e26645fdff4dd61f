// The ground beside a module in a raster: how much warmer the module is right at its edge, and how rough the ground is.
//
// Where a module is missing, the picture of the ground goes on through its place: no step at the edge, and the
// roughness of the ground. Strips right beside the edge are compared, because the ground differs from place to place.
import type { Geometry } from "../component/component-index.ts";
import { medianOf } from "../median.ts";
import { nearbyOf, type Nearby } from "./place/place-window.ts";
import type { PixelBlock, ZonePixels } from "./zonal-statistics.ts";

/** In K as measured. */
export type GroundBeside = {
  /** Of the module over the ground right beside it: mean over the sides with ground. */
  readonly step_k: number;
  /** Of that ground over the ground half a metre further: what the ground differs by itself, mean over the sides. */
  readonly uneven_k: readonly number[];
  /** Median difference of two pixels of the ground that lie beside each other. */
  readonly rough_k: number;
};

/** Metres, and pixels, at the edge that are left out: they are blurred. */
const EDGE_M = 0.1;
const EDGE_PIXELS = 2;
/** Metres across each strip, and between the two strips of ground. */
const STRIP_M = 0.45;
const APART_M = 0.1;
/** Part of the side that is used; its corners are those of the neighbours, too. */
const ALONG = 0.8;
/** Metres around a component that are its own. */
const OWN_M = 0.05;
/** Pixels of each strip. */
const LEAST_PIXELS = 12;
/** Metres around a module that are read. */
export const GROUND_MARGIN_M = EDGE_M + 2 * STRIP_M + APART_M + 0.2;

/** From the plant plane to pixels, and pixels in a metre. */
type Place = {
  readonly toPixel: (x: number, y: number) => readonly [column: number, row: number];
  readonly pixel_m: number;
};

/** A side of a component, with nothing of the plant beside it. */
export type FreeSide = {
  /** Of the ends of the long axis, or of the long sides. */
  readonly isEnd: boolean;
  /** Metres along the side that are used, to both sides of its middle. */
  readonly reach: number;
  /** A place so many metres outside of the side and along it, on the plant plane. */
  at(out: number, along: number): readonly [x: number, y: number];
};

/** Answers for a row the sides beside which nothing else lies between so many metres. */
export function freeSides(
  geometry: Geometry,
): (row: number, begin: number, end: number) => FreeSide[] {
  let nearby: Nearby | null = null;
  const { centreX, centreY, length, width, rotation, count } = geometry;
  const isTaken = (row: number, x: number, y: number, others: readonly number[]) =>
    others.some((other) => {
      if (other === row) return false;
      const [dx, dy] = [x - centreX[other]!, y - centreY[other]!];
      const [cos, sin] = [Math.cos(rotation[other]!), Math.sin(rotation[other]!)];
      return (
        Math.abs(dx * cos + dy * sin) < length[other]! / 2 + OWN_M &&
        Math.abs(dy * cos - dx * sin) < width[other]! / 2 + OWN_M
      );
    });
  return (row, begin, end) => {
    nearby ??= nearbyOf(
      geometry,
      Array.from({ length: count }, (_, at) => at).filter((at) => length[at]! > 0),
      Math.max(1, 2 * length[row]!),
    );
    const [x, y] = [centreX[row]!, centreY[row]!];
    const others = nearby.around(x, y, length[row]! * 1.5 + GROUND_MARGIN_M);
    const [cos, sin] = [Math.cos(rotation[row]!), Math.sin(rotation[row]!)];
    const sides = [
      [cos, sin, length[row]! / 2, width[row]!, true],
      [-cos, -sin, length[row]! / 2, width[row]!, true],
      [-sin, cos, width[row]! / 2, length[row]!, false],
      [sin, -cos, width[row]! / 2, length[row]!, false],
    ] as const;
    return sides.flatMap(([ux, uy, half, across, isEnd]) => {
      const at = (out: number, along: number) =>
        [x + (half + out) * ux - along * uy, y + (half + out) * uy + along * ux] as const;
      const reach = (ALONG * across) / 2;
      const isFree = [begin, (begin + end) / 2, end].every((out) =>
        [-reach, 0, reach].every((along) => !isTaken(row, ...at(out, along), others)),
      );
      return isFree ? [{ isEnd, reach, at }] : [];
    });
  };
}

/** Answers for a row what lies beside it; null where no side has ground, as inside of a table. */
export function groundsBeside(
  geometry: Geometry,
): (row: number, block: PixelBlock, place: Place) => GroundBeside | null {
  const sidesOf = freeSides(geometry);
  return (row, block, place) => {
    const begin = Math.max(EDGE_M, EDGE_PIXELS * place.pixel_m);
    const [steps, uneven, rough]: [number[], number[], number[]] = [[], [], []];
    for (const { reach, at } of sidesOf(row, begin, begin + 2 * STRIP_M + APART_M)) {
      const strip = (from: number, steps_k?: number[]) =>
        valuesOf(block, place, at, [from, from + STRIP_M], reach, steps_k);
      const inside = strip(-begin - STRIP_M);
      const ground = strip(begin, rough);
      const further = strip(begin + STRIP_M + APART_M, rough);
      if (Math.min(inside.length, ground.length, further.length) < LEAST_PIXELS) continue;
      steps.push(medianOf(inside) - medianOf(ground));
      uneven.push(medianOf(ground) - medianOf(further));
    }
    if (steps.length === 0) return null;
    const step_k = steps.reduce((sum, one) => sum + one, 0) / steps.length;
    return { step_k, uneven_k: uneven, rough_k: medianOf(rough) };
  };
}

/** Pixels of a strip along one side; the differences to the pixels beside them go into `steps`. */
export function valuesOf(
  block: PixelBlock,
  { toPixel, pixel_m }: Place,
  at: (out: number, along: number) => readonly [number, number],
  [from, to]: readonly [number, number],
  reach: number,
  steps?: number[],
): number[] {
  const values: number[] = [];
  // The strip is small: in pixels it is a parallelogram.
  const [column, line] = toPixel(...at(from, -reach));
  const [outColumn, outLine] = toPixel(...at(to, -reach));
  const [alongColumn, alongLine] = toPixel(...at(from, reach));
  const rows = Math.max(1, Math.round((to - from) / pixel_m));
  const columns = Math.max(1, Math.round((2 * reach) / pixel_m));
  for (let i = 0; i < rows; i++) {
    for (let k = 0; k < columns; k++) {
      const [out, along] = [(i + 0.5) / rows, (k + 0.5) / columns];
      const px = Math.floor(column + out * (outColumn - column) + along * (alongColumn - column));
      const py = Math.floor(line + out * (outLine - line) + along * (alongLine - line));
      const [c, r] = [px - block.column, py - block.row];
      if (c < 0 || r < 0 || c >= block.width || r >= block.height) continue;
      const value = block.values[r * block.width + c]!;
      if (!Number.isFinite(value)) continue;
      values.push(value);
      const next = c + 1 < block.width ? block.values[r * block.width + c + 1]! : NaN;
      if (steps && Number.isFinite(next)) steps.push(Math.abs(next - value));
    }
  }
  return values;
}

/** Median difference in K of two pixels of a component that lie beside each other; NaN without a pair. */
export function roughnessOf({ values, columns, rows }: ZonePixels): number {
  const steps = new Float64Array(values.length);
  let count = 0;
  for (let at = 1; at < values.length; at++) {
    if (columns[at]! !== columns[at - 1]! + 1 || rows[at]! !== rows[at - 1]!) continue;
    steps[count] = Math.abs(values[at]! - values[at - 1]!);
    count += 1;
  }
  return medianOf(steps.subarray(0, count));
}
