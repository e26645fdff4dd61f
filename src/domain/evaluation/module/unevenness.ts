// How far the temperatures of one survey differ from place to place though the modules do not: pictures that do not
// agree where they meet, and lenses that are warmer in their middle. It is measured in the survey itself.
import type { Geometry } from "../../component/component-index.ts";
import { medianOf } from "../../median.ts";

/** Modules beside each other whose mean counts: their own differences are small in it. */
const WINDOW = 5;
/** Windows of one table or tracker, and pairs of them in the survey, with which it can be measured. */
const LEAST_OF_PARENT = 3;
const LEAST = 60;
/** Pairs that lie so many metres apart, or so much of the table, are seldom in one picture. */
const FAR_M = 20;
const FAR_SHARE = 0.5;
/** No camera is evener (K). Our limit. */
const LEAST_K = 0.05;
/** Variance of normally distributed values over the square of their median absolute deviation. */
const MAD_SQUARE = 1.4826 ** 2;

/**
 * Standard uncertainty in K of the camera between two places of a table: how far the means of modules that lie beside
 * each other differ along it, beyond what the modules differ by themselves.
 * @param rows healthy modules
 * @param over K over the reference by row
 * @returns null where there are too few
 */
export function unevennessOf(
  { parent, centreX, centreY }: Pick<Geometry, "parent" | "centreX" | "centreY">,
  rows: readonly number[],
  over: (row: number) => number,
): number | null {
  const [between, within]: [number[], number[]] = [[], []];
  for (const [, own] of Map.groupBy(rows, (row) => parent[row]!)) {
    const windows = windowsOf(own).map((all) => {
      const mean = meanOf(all.map(over));
      const square = all.reduce((sum, row) => sum + (over(row) - mean) ** 2, 0);
      within.push(square / (all.length - 1));
      return { mean, at: all[WINDOW >> 1]! };
    });
    const [first, last] = [windows[0], windows.at(-1)];
    if (!first || !last || windows.length < LEAST_OF_PARENT) continue;
    const far = Math.min(FAR_M, FAR_SHARE * away(first.at, last.at));
    for (const [i, one] of windows.entries()) {
      for (const other of windows.slice(i + 1))
        if (away(one.at, other.at) >= far) between.push(Math.abs(one.mean - other.mean));
    }
  }
  if (between.length < LEAST) return null;
  const own = medianOf(within) / MEDIAN_OF_VARIANCE;
  // A difference of two places has the variance of both.
  const variance = (MAD_SQUARE * medianOf(between) ** 2) / 2 - own / WINDOW;
  return Math.max(LEAST_K, Math.sqrt(Math.max(0, variance)));

  /** Modules of a table in the order along it, by windows. */
  function windowsOf(all: readonly number[]): number[][] {
    const first = all[0]!;
    const far = (from: number) =>
      all.reduce((best, row) => (away(from, row) > away(from, best) ? row : best), from);
    const end = far(far(first));
    const ordered = all.toSorted((a, b) => away(end, a) - away(end, b) || a - b);
    const count = Math.floor(ordered.length / WINDOW);
    return Array.from({ length: count }, (_, at) => ordered.slice(at * WINDOW, (at + 1) * WINDOW));
  }

  function away(a: number, b: number): number {
    return Math.hypot(centreX[a]! - centreX[b]!, centreY[a]! - centreY[b]!);
  }
}

/** Median over mean of the variance of five values (chi squared with four degrees of freedom: 3.357 / 4). */
const MEDIAN_OF_VARIANCE = 0.839;

const meanOf = (values: readonly number[]) =>
  values.reduce((sum, one) => sum + one, 0) / values.length;
