// Whether tubes that follow each other step from one temperature level to another, as at a seam of a raster.
//
// A fault makes single tubes warmer, and wrong conditions make a tube of a hotter fluid more wrong than one of a colder
// fluid. Neither makes several tubes, which agree among themselves, differ as one from those beside them with hardly
// another fluid. So this needs no fit: a fit to two levels lies on one of them, between them, or is none.
import type { Geometry } from "../../component/component-index.ts";
import { medianOf } from "../../median.ts";

export type LevelTube = {
  /** K that it shows above an intact tube in the stated conditions. */
  readonly miss_k: number;
  /** Standard uncertainty of it by noise, K. */
  readonly noise_k: number;
  /** °C. */
  readonly fluid: number;
};

/** Tubes that are asked together, and how many of them agree: a faulty one among many, or few between faulty ones. Our limits. */
const GROUPS = [
  [3, 3],
  [5, 4],
] as const;
/** Tubes without agreement between two levels, beyond which the second is no neighbour of the first. */
const MOST_BETWEEN = 8;
/** Neighbours with fluids further apart (K) are of two loops: what wrong conditions make of both differs. */
export const MOST_FLUID_K = 10;
/** K: a warmer group has lost its vacuum. Our limit. */
const MOST_STEP_K = 10;
/** Standard uncertainties by which tubes of one level differ from its middle, and two levels from each other. */
export const [WITHIN, BEYOND] = [1.5, 3] as const;

/** Tubes whose middles lie so far apart across themselves (m) are of two lines. Lines are three mirrors apart or more. */
const LINE_M = 1;
/** Lines whose directions differ by less are parallel: fields have few directions. Degrees. */
const DIRECTION_DEG = 2;

type Placed = Pick<Geometry, "centreX" | "centreY" | "rotation">;

/** The same tubes by line, each in the order in which they lie along it. */
export function linesOf<Tube extends { readonly row: number }>(
  tubes: readonly Tube[],
  { centreX, centreY, rotation }: Placed,
): Tube[][] {
  const fields = Map.groupBy(tubes, ({ row }) => {
    const degrees = (((rotation[row]! * 180) / Math.PI) % 180) + 180;
    return Math.round(degrees / DIRECTION_DEG) % (180 / DIRECTION_DEG);
  });
  return [...fields].flatMap(([direction, own]) => {
    const angle = (direction * DIRECTION_DEG * Math.PI) / 180;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const placed = own
      .map((tube) => {
        const [x, y] = [centreX[tube.row]!, centreY[tube.row]!];
        return { tube, along: x * cos + y * sin, across: y * cos - x * sin };
      })
      .toSorted((one, next) => one.across - next.across);
    let line = 0;
    const lined = placed.map((one, at) => {
      if (at > 0 && one.across - placed[at - 1]!.across > LINE_M) line += 1;
      return { ...one, line };
    });
    const ordered = lined.toSorted((one, next) => one.line - next.line || one.along - next.along);
    return [...Map.groupBy(ordered, (one) => one.line).values()].map((all) =>
      all.map(({ tube }) => tube),
    );
  });
}

/**
 * Share of the tubes that lie on another level than most of those that follow each other with them.
 * @param tubes line after line
 * @param relative_k standard uncertainty in K of a camera between two places of an image
 */
export function shareOnOtherLevel(tubes: readonly LevelTube[], relative_k: number): number {
  let [start, other] = [0, 0];
  for (let at = 1; at <= tubes.length; at++) {
    const step_k = at < tubes.length ? tubes[at]!.fluid - tubes[at - 1]!.fluid : Infinity;
    if (Math.abs(step_k) <= MOST_FLUID_K) continue;
    const run = tubes.slice(start, at);
    other += Math.max(...GROUPS.map((group) => otherIn(run, group, relative_k)));
    start = at;
  }
  return tubes.length === 0 ? 0 : other / tubes.length;
}

/** How many of a run of tubes lie on another level than most of it. */
function otherIn(
  run: readonly LevelTube[],
  [together, agreeing]: readonly [number, number],
  relative_k: number,
): number {
  let last: { readonly level: number; readonly at: number } | null = null;
  let step = 0;
  const heights = new Map<number, number>();
  for (let at = 0; at + together <= run.length; at++) {
    const own = run.slice(at, at + together);
    const sigma = Math.hypot(relative_k, medianOf(own.map(({ noise_k }) => noise_k)));
    const level = medianOf(own.map(({ miss_k }) => miss_k));
    const alike = own.filter(({ miss_k }) => Math.abs(miss_k - level) <= WITHIN * sigma);
    if (alike.length < agreeing) continue;
    const [by, apart] = last ? [level - last.level, at - last.at] : [0, 0];
    const isStep = Math.abs(by) > BEYOND * sigma && Math.abs(by) <= MOST_STEP_K;
    if (isStep && apart <= together + MOST_BETWEEN) step += by;
    last = { level, at };
    for (let tube = at; tube < at + together; tube++)
      if (!heights.has(tube) || isStep) heights.set(tube, step);
  }
  // Two heights that differ by less than a step are one level. Their number is that of the steps, and not of the tubes.
  const counts = new Map<number, number>();
  for (const height of heights.values()) counts.set(height, (counts.get(height) ?? 0) + 1);
  const near = (height: number) =>
    [...counts]
      .filter(([one]) => Math.abs(one - height) <= BEYOND * relative_k)
      .reduce((sum, [, count]) => sum + count, 0);
  return heights.size - Math.max(0, ...[...counts.keys()].map(near));
}
