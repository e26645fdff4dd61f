// Modules side by side that are warm together with the ground beside them.
//
// An open string warms its modules and not the ground. Where an image of a mosaic reads too high, or a cloud has cooled
// the rest, the ground beside is warmer by as much as the modules. Such runs were called open strings, and sure.
import { medianOf } from "../../median.ts";
import type { Modules } from "../substring/string-run.ts";
import type { MeasuredModule } from "./module-pattern.ts";

/** Modules with ground beside them whose median counts: the ground differs by itself from place to place. Our limit. */
const LEAST_RUN = 5;
/** Others nearby, as many as have a reference in common, with which the ground of a run is compared. */
const NEARBY = 64;
/** As far as the nearest are looked for at first. */
const CLOSE_M = 60;
/** Of the warmth of the modules, what the ground has of it where it is nearer to all of it than to none. */
const NEARER = 0.5;

/**
 * Answers for modules side by side whether the ground beside them is as much warmer than that beside others as they are.
 * @param overOf K of a module over its reference, as measured
 * @param warm_k K as measured that an open module is warmer
 */
export function groundAsWarm(
  measured: readonly MeasuredModule[],
  overOf: (row: number) => number,
  warm_k: number,
  { x, y }: Pick<Modules, "x" | "y">,
): (run: readonly number[]) => boolean {
  // Against the reference of the module: where that changes from image to image, the ground does so, too.
  const ground = new Map<number, number>();
  for (const { row, ground: beside } of measured) {
    const over = beside ? overOf(row) - beside.step_k : NaN;
    if (!Number.isNaN(over)) ground.set(row, over);
  }
  const others = [...ground.keys()].filter((row) => Math.abs(overOf(row)) < warm_k);
  return (run) => {
    const known = run.filter((row) => ground.has(row));
    if (Math.min(known.length, others.length) < LEAST_RUN) return false;
    const [middleX, middleY] = [x, y].map((at) => medianOf(known.map((row) => at[row]!)));
    const own = new Set(known);
    const distance = (row: number) => Math.hypot(x[row]! - middleX!, y[row]! - middleY!);
    // A plant has a hundred thousand of them, and many runs: those far away are seldom sorted.
    const close = others.filter((row) => !own.has(row) && distance(row) <= CLOSE_M);
    const all = close.length >= NEARBY ? close : others.filter((row) => !own.has(row));
    const nearby = all
      .map((row) => [distance(row), row] as const)
      .toSorted(([one], [other]) => one - other)
      .slice(0, NEARBY);
    const groundOf = (rows: readonly number[]) => medianOf(rows.map((row) => ground.get(row)!));
    const over_k = groundOf(known) - groundOf(nearby.map(([, row]) => row));
    return over_k >= NEARER * medianOf(known.map(overOf));
  };
}
