// Whether the pixels of a raster were taken from the nearest pixel of another one.
//
// A program that warps a picture so repeats some of its pixels, and each lies up to half a pixel beside its place. The
// shape of a spot of three pixels is then lost: reflections of the sun fitted cells better than discs. Noise makes
// neighbours differ, so repeated pixels are seen. In numbers with few decimals neighbours are equal by chance as often
// as pixels two apart are. Where a lens or a mean has made neighbours alike, they also differ by less than those do;
// where pixels are repeated, the others differ as much as ever.
import type { PixelBlock } from "../zonal-statistics.ts";

/** Part of the neighbours along one axis that are repeated, in numbers with all and with few decimals. Our limits. */
const LEAST_REPEATED = { fine: 0.015, coarse: 0.03 } as const;
/** Neighbours of an axis that say something. */
const LEAST_PAIRS = 2000;
/** Smaller differences in K are none: converted temperatures differ in their last digits. */
const EQUAL_K = 1e-5;
/** Pixels that are as warm as one so far away are no repetition: a picture is even outside of its rim. */
const LONGEST_RUN = 4;
/** Differences are counted to so many K, up to so many steps. */
const STEP_K = 1e-3;
const MOST_STEPS = 2000;
/** Part of the pixels two apart that are equal, from which the numbers have few decimals. */
const COARSE = 0.005;

/**
 * Of neighbours, or of pixels two apart: how many differ by so many steps; the first number counts the equal ones.
 * `even`: those that are left out because all around is as warm.
 */
type Counts = { pairs: number; even: number; readonly steps: Uint32Array };

/** Counts neighbours in parts of a raster. */
export function repeatedPixels() {
  const counts = (): Counts => ({ pairs: 0, even: 0, steps: new Uint32Array(MOST_STEPS + 1) });
  const axes = [0, 1].map((axis) => ({ axis, next: counts(), second: counts() }));
  return {
    add({ width, height, values }: PixelBlock): void {
      for (const { axis, next, second } of axes) {
        const [beside, lines] = axis === 0 ? [1, height] : [width, width];
        const last = (axis === 0 ? width : height) - LONGEST_RUN;
        for (let line = 0; line < lines; line++) {
          const start = axis === 0 ? line * width : line;
          for (let k = 0; k < last; k++) {
            const at = start + k * beside;
            if (values[at + LONGEST_RUN * beside] === values[at]) {
              next.even += 1;
              continue;
            }
            count(next, values[at + beside]! - values[at]!);
            count(second, values[at + 2 * beside]! - values[at]!);
          }
        }
      }
    },
    isNearest: () => axes.some(isRepeated),
  };
}

function count(counts: Counts, apart: number): void {
  const size = Math.abs(apart);
  if (!(size < Infinity)) return;
  counts.pairs += 1;
  const step = size < EQUAL_K ? 0 : Math.max(1, Math.round(size / STEP_K));
  if (step <= MOST_STEPS) counts.steps[step]! += 1;
}

function isRepeated({ next, second }: { readonly next: Counts; readonly second: Counts }): boolean {
  if (next.pairs < LEAST_PAIRS || second.pairs < LEAST_PAIRS) return false;
  // A picture without noise shows no repetition.
  if (next.even > next.pairs) return false;
  const [equal, chance] = [next.steps[0]! / next.pairs, second.steps[0]! / second.pairs];
  const repeated = (equal - chance) / (1 - chance);
  if (chance < COARSE) return repeated >= LEAST_REPEATED.fine;
  // The smaller half of what pixels two apart differ by.
  let [most, own, others] = [0, 0, 0];
  const half = (second.pairs - second.steps[0]!) / 2;
  while (others < half && most < MOST_STEPS) {
    most += 1;
    others += second.steps[most]!;
    own += next.steps[most]!;
  }
  const isAsEver = own / next.pairs <= (1 - repeated / 2) * (others / second.pairs);
  return repeated >= LEAST_REPEATED.coarse && isAsEver;
}
