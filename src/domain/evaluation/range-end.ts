// Where a camera's range ended: a plateau of equal highest values. What is warmer than that reads the same.
import { z } from "zod";
import { medianOf } from "../median.ts";

/** Pixels of a component that a plateau has at least: the top of a hot cell is one or two. Our limit. */
const LEAST_PIXELS = 6;
/**
 * Times as many as have the next lower value in the same component, and as usual components have of their own highest
 * value: in numbers that are rounded to tenths, some are equal by chance. Our limit.
 */
const TIMES_AS_MANY = 3;

/** A file in which the range of the camera ended. */
export const rangeEndShape = z.object({
  file: z.string(),
  /** Highest value of the components in °C. */
  celsius: z.number(),
  /** Those that reach it. */
  components: z.number(),
});
export type RangeEnd = Readonly<z.infer<typeof rangeEndShape>>;

type Top = {
  readonly row: number;
  readonly file: string;
  /** °C. */
  readonly highest: number;
  /** Pixels with this value, and with the next lower one. */
  readonly equal: number;
  readonly next: number;
};

/** Collects the highest values of components; those at the end of the range are known when all were visited. */
export function rangeEnds(): {
  /**
   * @param look of several looks that count, the later one of the same name replaces the earlier
   * @param celsius pixels of the component
   */
  visit(row: number, file: string, look: string, celsius: ArrayLike<number>): void;
  /** Rows of the components that reach the end, and the files. */
  found(): { readonly rows: ReadonlySet<number>; readonly files: readonly RangeEnd[] };
} {
  const tops = new Map<string, Top>();
  return {
    visit(row, file, look, celsius) {
      tops.set(`${row} ${look}`, { row, file, ...topOf(celsius) });
    },
    found() {
      const rows = new Set<number>();
      const files: RangeEnd[] = [];
      for (const [file, own] of Map.groupBy(tops.values(), (one) => one.file)) {
        const celsius = own.reduce((most, { highest }) => Math.max(most, highest), -Infinity);
        const below = own.filter(({ highest }) => highest < celsius).map(({ equal }) => equal);
        const usual = below.length > 0 ? medianOf(below) : 0;
        const there = own.filter(
          ({ highest, equal, next }) =>
            highest === celsius &&
            equal >= LEAST_PIXELS &&
            equal > TIMES_AS_MANY * Math.max(usual, next),
        );
        if (there.length === 0) continue;
        const reached = new Set(there.map(({ row }) => row));
        for (const row of reached) rows.add(row);
        files.push({ file, celsius, components: reached.size });
      }
      return { rows, files };
    },
  };
}

function topOf(values: ArrayLike<number>): Pick<Top, "highest" | "equal" | "next"> {
  let [highest, equal, second, next] = [-Infinity, 0, -Infinity, 0];
  for (let at = 0; at < values.length; at++) {
    const value = values[at]!;
    if (value > highest) [second, next, highest, equal] = [highest, equal, value, 1];
    else if (value === highest) equal += 1;
    else if (value > second) [second, next] = [value, 1];
    else if (value === second) next += 1;
  }
  return { highest, equal, next };
}
