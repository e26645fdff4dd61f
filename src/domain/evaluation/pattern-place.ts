// Where the pattern of a plant's components fits a picture best: each shift of the pattern is compared with the picture.
import { visitZone, windowOf, type PixelWindow } from "./zone.ts";

/** Numbers for the columns and for the rows of a picture: pixels of a cell, or cells of a distance. */
export type Cells = readonly [across: number, down: number];

export type Grid = {
  readonly width: number;
  readonly height: number;
  readonly values: Float32Array;
};

/** Means of `size` pixels; NaN where none has a value, and in `pad` cells around. */
export function shrunk(
  values: ArrayLike<number>,
  { width, height }: PixelWindow,
  size: Cells,
  pad: Cells,
): Grid {
  const [across, down] = [Math.floor(width / size[0]), Math.floor(height / size[1])];
  const [columns, lines] = [across + 2 * pad[0], down + 2 * pad[1]];
  const means = new Float32Array(columns * lines).fill(NaN);
  for (let line = 0; line < down; line++) {
    for (let column = 0; column < across; column++) {
      let [sum, count] = [0, 0];
      for (let y = line * size[1]; y < (line + 1) * size[1]; y++) {
        for (let x = column * size[0]; x < (column + 1) * size[0]; x++) {
          const value = values[y * width + x]!;
          if (Number.isNaN(value)) continue;
          sum += value;
          count += 1;
        }
      }
      if (count > 0) means[(line + pad[1]) * columns + column + pad[0]] = sum / count;
    }
  }
  return { width: columns, height: lines, values: means };
}

/** A ring in pixels of the raster as one in cells of the window's grid. */
export function inCells(
  ring: Float64Array,
  window: PixelWindow,
  size: Cells,
  pad: Cells,
): Float64Array {
  const from = [window.column, window.row];
  return ring.map((value, at) => (value - from[at % 2]!) / size[at % 2]! + pad[at % 2]!);
}

/** Each cell is sampled this many times along each side. */
const PARTS = 4;

/**
 * Share of each cell that the rings cover. Gaps between modules are narrower than a pixel: by the middle of each pixel
 * alone they would be there or not by chance, and the pattern along a row with them.
 */
function coverOf(rings: readonly Float64Array[], { width, height }: Grid): Float32Array {
  const cover = new Float32Array(width * height);
  const fine = { width: width * PARTS, height: height * PARTS };
  for (const ring of rings) {
    const own = ring.map((value) => value * PARTS);
    const around = windowOf(own, fine);
    if (!around) continue;
    visitZone(own, around, 0, (column, row) => {
      cover[Math.floor(row / PARTS) * width + Math.floor(column / PARTS)]! += PARTS ** -2;
    });
  }
  return cover;
}

/** Cells of the pattern, and of the ground, that are compared: more do not make the place more certain. */
const MOST_CELLS = 20_000;
/** Share of the best correlation from which another place is nearly as good. */
const NEARLY = 0.985;

/** Evenly spread; an odd step does not meet the same column in each row. */
function sampled(cells: readonly number[]): number[] {
  const step = Math.ceil(cells.length / MOST_CELLS);
  const odd = step % 2 === 0 ? step + 1 : step;
  return Array.from({ length: Math.floor(cells.length / odd) }, (_, at) => cells[at * odd]!);
}

/** Cells by which the pattern is moved, and the correlation there. */
export type Place = { readonly across: number; readonly down: number; readonly score: number };

/**
 * The shift up to `reach` cells at which the rings, in cells, fit the picture best.
 * @param isOther whether so many cells away is another place, not the same peak
 */
export function bestPlace(
  picture: Grid,
  rings: readonly Float64Array[],
  reach: Cells,
  isOther: (across: number, down: number) => boolean,
): { readonly best: Place | null; readonly isAmbiguous: boolean } {
  const score = correlations(picture, coverOf(rings, picture), reach);
  const places: Place[] = [];
  for (let down = -reach[1]; down <= reach[1]; down++) {
    for (let across = -reach[0]; across <= reach[0]; across++) {
      places.push({ across, down, score: score(across, down) });
    }
  }
  places.sort((a, b) => b.score - a.score);
  const first = places[0];
  if (!first) return { best: null, isAmbiguous: false };
  const { across, down } = first;
  const second = places.find((one) => isOther(one.across - across, one.down - down));
  const at = (x: number, y: number) =>
    Math.abs(x) > reach[0] || Math.abs(y) > reach[1] ? NaN : score(x, y);
  const best = {
    score: first.score,
    across: across + vertex(at(across - 1, down), first.score, at(across + 1, down)),
    down: down + vertex(at(across, down - 1), first.score, at(across, down + 1)),
  };
  return { best, isAmbiguous: second !== undefined && second.score >= NEARLY * first.score };
}

/** Place of the top of the parabola through three values beside each other. */
function vertex(before: number, top: number, after: number): number {
  const bend = before - 2 * top + after;
  const place = (before - after) / (2 * bend);
  return Number.isFinite(place) && bend < 0 ? Math.max(-0.5, Math.min(0.5, place)) : 0;
}

/**
 * Pearson's correlation of the picture with the pattern moved by so many cells, without its sign: modules may be warmer
 * or colder than the ground. The rim of `reach` cells is left out.
 */
function correlations(
  { width, height, values }: Grid,
  cover: Float32Array,
  reach: Cells,
): (across: number, down: number) => number {
  const inside: number[] = [];
  const outside: number[] = [];
  for (let row = reach[1]; row < height - reach[1]; row++) {
    for (let column = reach[0]; column < width - reach[0]; column++) {
      const at = row * width + column;
      (cover[at]! >= 0.5 ? inside : outside).push(at);
    }
  }
  // One in so many cells of the ground is enough.
  const every = Math.max(1, Math.floor(outside.length / Math.max(1, inside.length)));
  const ground = outside.filter((_, at) => at % every === 0);
  const cells = Int32Array.from([...sampled(inside), ...sampled(ground)]);
  const covers = Float64Array.from(cells, (at) => cover[at]!);
  return (across, down) => {
    const offset = down * width + across;
    let [count, sum, square, covered, coveredSquare, both] = [0, 0, 0, 0, 0, 0];
    for (let k = 0; k < cells.length; k++) {
      const value = values[cells[k]! + offset]!;
      if (Number.isNaN(value)) continue;
      const share = covers[k]!;
      count += 1;
      sum += value;
      square += value * value;
      covered += share;
      coveredSquare += share * share;
      both += share * value;
    }
    const spread = (count * square - sum ** 2) * (count * coveredSquare - covered ** 2);
    return spread > 0 ? Math.abs(count * both - sum * covered) / Math.sqrt(spread) : 0;
  };
}
