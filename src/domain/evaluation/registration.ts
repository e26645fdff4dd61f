// Where a raster really lies: the pattern of the plant's rows is looked for around the place that the file states.
import type { Geometry } from "../component/component-index.ts";
import { rectangleRing } from "../geometry/rectangle.ts";
import type { SurveyRaster, ToPixel } from "./raster-survey.ts";
import { fitSimilarity, type Similarity } from "./similarity.ts";
import { visitZone, windowOf, type PixelWindow } from "./zone.ts";

export type Registration = {
  /** Shift in metres on the plant plane, turn in milliradians, scale: what the raster is moved by. */
  readonly shift_m: readonly [x: number, y: number];
  readonly turn_mrad: number;
  readonly scale: number;
  /** Root of the mean square distance in metres of the blocks from the common movement, and before any. */
  readonly residual_m: number;
  readonly before_m: number;
  readonly blocks: number;
  /** The next place is nearly as good, so components may be mistaken for their neighbours. */
  readonly is_ambiguous: boolean;
};

/** Metres that a raster may lie beside its place. */
const REACH_M = 3.3;
/** Cells of the search in metres. */
const CELL_M = 0.3;
const BLOCK_COMPONENTS = 160;
const MOST_BLOCKS = 9;
/** Correlation of pattern and picture below which there is no pattern. */
const LEAST_CORRELATION = 0.3;
/** Share of the best correlation from which another place is nearly as good. */
const NEARLY = 0.985;
/** Part of a component's short side from which another place is not the same: the next component lies there. */
const APART = 0.9;
/** A larger residual means that the blocks contradict each other. */
const MOST_RESIDUAL_M = 0.3;

type Block = {
  readonly x: number;
  readonly y: number;
  readonly dx: number;
  readonly dy: number;
  readonly isAmbiguous: boolean;
};

/** Null where no pattern is found: the raster is then used where its file says. */
export async function registerRaster(
  raster: SurveyRaster,
  geometry: Geometry,
  toPixel: ToPixel,
): Promise<{ readonly registration: Registration; readonly toPixel: ToPixel } | null> {
  const blocks: Block[] = [];
  for (const rows of blocksOf(geometry)) {
    const found = await locate(raster, geometry, rows, toPixel);
    if (found) blocks.push(found);
  }
  if (blocks.length === 0) return null;
  const fit: Similarity = fitSimilarity(blocks);
  if (fit.residual > MOST_RESIDUAL_M) return null;
  const ambiguous = blocks.filter(({ isAmbiguous }) => isAmbiguous).length;
  const registration = {
    shift_m: [fit.dx, fit.dy] as const,
    turn_mrad: fit.turn * 1000,
    scale: fit.scale,
    residual_m: fit.residual,
    before_m: fit.before,
    blocks: blocks.length,
    is_ambiguous: 2 * ambiguous > blocks.length,
  };
  return { registration, toPixel: (x, y) => toPixel(...fit.moved(x, y)) };
}

/** Rows of neighbours, spread over the plant. */
function blocksOf({ count, length }: Geometry): number[][] {
  const rows: number[] = [];
  for (let row = 0; row < count; row++) if (length[row]! > 0) rows.push(row);
  const blocks = Math.min(MOST_BLOCKS, Math.max(1, Math.floor(rows.length / BLOCK_COMPONENTS)));
  return Array.from({ length: blocks }, (_, block) => {
    const from = Math.floor((block * rows.length) / blocks);
    return rows.slice(
      from,
      Math.min(from + BLOCK_COMPONENTS, Math.floor(((block + 1) * rows.length) / blocks)),
    );
  });
}

/** Finds the components of a block in the raster. */
async function locate(
  raster: SurveyRaster,
  geometry: Geometry,
  rows: readonly number[],
  toPixel: ToPixel,
): Promise<Block | null> {
  let [x, y] = [0, 0];
  for (const row of rows) {
    x += geometry.centreX[row]! / rows.length;
    y += geometry.centreY[row]! / rows.length;
  }
  const [column, line] = toPixel(x, y);
  const [east, north] = [toPixel(x + 1, y), toPixel(x, y + 1)];
  const perMetre = Math.hypot(east[0] - column, east[1] - line);
  const step = Math.max(1, Math.round(CELL_M * perMetre));
  const reach = Math.ceil((REACH_M * perMetre) / step);
  const rings = rows.map((row) => ringOf(geometry, row, toPixel));
  const window = windowAround(rings, reach * step, raster);
  if (!window || window.width * window.height > MOST_PIXELS) return null;
  const pixels = await raster.read(window, 0);
  const apart = APART * geometry.width[rows[0]!]!;
  const matched = (size: number, at: readonly Float64Array[], most: number) => {
    const picture = shrunk(pixels, window, size, most);
    return search(
      picture,
      maskOf(at, window, size, picture, most),
      most,
      (apart * perMetre) / size,
    );
  };
  const { best: coarse, isAmbiguous } = matched(step, rings, reach);
  if (!coarse || coarse.score < LEAST_CORRELATION || isAtRim(coarse, reach)) return null;
  const [nearX, nearY] = [coarse.across * step, coarse.down * step];
  const near = rings.map((ring) => ring.map((value, at) => value + (at % 2 === 0 ? nearX : nearY)));
  const { best: fine } = matched(1, near, step);
  const [across, down] = [nearX + (fine?.across ?? 0), nearY + (fine?.down ?? 0)];
  // From pixels back to metres: the inverse of the plane's image.
  const [ax, ay, bx, by] = [east[0] - column, east[1] - line, north[0] - column, north[1] - line];
  const area = ax * by - ay * bx;
  const dx = (across * by - down * bx) / area;
  const dy = (ax * down - ay * across) / area;
  return { x, y, dx, dy, isAmbiguous };
}

/**
 * The best place at the rim of the search is no peak: the correlation still grows beyond it. So it is along a row of
 * modules without gaps, of which neither end is in the block.
 */
const isAtRim = ({ across, down }: Place, reach: number) =>
  Math.max(Math.abs(across), Math.abs(down)) > reach - 1;

const MOST_PIXELS = 16_000_000;

function ringOf(geometry: Geometry, row: number, toPixel: ToPixel): Float64Array {
  const corners = rectangleRing({
    centreX: geometry.centreX[row]!,
    centreY: geometry.centreY[row]!,
    length: geometry.length[row]!,
    width: geometry.width[row]!,
    rotation: geometry.rotation[row]!,
  });
  const ring = new Float64Array(corners.length);
  for (let k = 0; k < corners.length; k += 2) ring.set(toPixel(corners[k]!, corners[k + 1]!), k);
  return ring;
}

function windowAround(
  rings: readonly Float64Array[],
  margin: number,
  raster: SurveyRaster,
): PixelWindow | null {
  const all = rings.flatMap((ring) => [...ring]);
  const xs = all.filter((_, at) => at % 2 === 0);
  const ys = all.filter((_, at) => at % 2 === 1);
  const least = (values: number[]) => values.reduce((a, b) => Math.min(a, b), Infinity) - margin;
  const most = (values: number[]) => values.reduce((a, b) => Math.max(a, b), -Infinity) + margin;
  const [left, top, right, bottom] = [least(xs), least(ys), most(xs), most(ys)];
  return windowOf([left, top, right, top, right, bottom, left, bottom], raster);
}

type Grid = { readonly width: number; readonly height: number; readonly values: Float32Array };

/** Means of `step` by `step` pixels; NaN where none has a value, and in `pad` cells around. */
function shrunk(
  values: ArrayLike<number>,
  { width, height }: PixelWindow,
  step: number,
  pad: number,
): Grid {
  const [across, down] = [Math.floor(width / step), Math.floor(height / step)];
  const [columns, lines] = [across + 2 * pad, down + 2 * pad];
  const means = new Float32Array(columns * lines).fill(NaN);
  for (let line = 0; line < down; line++) {
    for (let column = 0; column < across; column++) {
      let [sum, count] = [0, 0];
      for (let y = line * step; y < (line + 1) * step; y++) {
        for (let x = column * step; x < (column + 1) * step; x++) {
          const value = values[y * width + x]!;
          if (Number.isNaN(value)) continue;
          sum += value;
          count += 1;
        }
      }
      if (count > 0) means[(line + pad) * columns + column + pad] = sum / count;
    }
  }
  return { width: columns, height: lines, values: means };
}

function maskOf(
  rings: readonly Float64Array[],
  window: PixelWindow,
  step: number,
  { width, height }: Grid,
  pad: number,
): Uint8Array {
  const mask = new Uint8Array(width * height);
  for (const ring of rings) {
    const own = ring.map(
      (value, at) => (value - (at % 2 === 0 ? window.column : window.row)) / step + pad,
    );
    const around = windowOf(own, { width, height });
    if (around) visitZone(own, around, 0, (column, row) => void (mask[row * width + column] = 1));
  }
  return mask;
}

/** Cells of the pattern, and of the ground, that are compared: more do not make the place more certain. */
const MOST_CELLS = 20_000;

/** Evenly spread; an odd step does not meet the same column in each row. */
function sampled(cells: readonly number[]): Int32Array {
  const step = Math.ceil(cells.length / MOST_CELLS);
  const odd = step % 2 === 0 ? step + 1 : step;
  return Int32Array.from({ length: Math.floor(cells.length / odd) }, (_, at) => cells[at * odd]!);
}

type Place = { readonly across: number; readonly down: number; readonly score: number };

/** Correlation of the mask with the picture for each shift up to `reach` cells. */
function search(picture: Grid, mask: Uint8Array, reach: number, apart: number) {
  const score = correlations(picture, mask, reach);
  const places: Place[] = [];
  for (let down = -reach; down <= reach; down++) {
    for (let across = -reach; across <= reach; across++) {
      places.push({ across, down, score: score(across, down) });
    }
  }
  places.sort((a, b) => b.score - a.score);
  const first = places[0];
  if (!first) return { best: null, isAmbiguous: false };
  const isOther = ({ across, down }: Place) =>
    Math.hypot(across - first.across, down - first.down) > apart;
  const second = places.find(isOther);
  const { across, down } = first;
  const at = (x: number, y: number) =>
    Math.abs(x) > reach || Math.abs(y) > reach ? NaN : score(x, y);
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
 * Pearson's correlation of the picture with the mask moved by so many cells, without its sign: modules may be warmer
 * or colder than the ground. The rim of `reach` cells is left out.
 */
function correlations(
  { width, height, values }: Grid,
  mask: Uint8Array,
  reach: number,
): (across: number, down: number) => number {
  const inside: number[] = [];
  const outside: number[] = [];
  for (let row = reach; row < height - reach; row++) {
    for (let column = reach; column < width - reach; column++) {
      const at = row * width + column;
      (mask[at] === 1 ? inside : outside).push(at);
    }
  }
  // One in so many cells of the ground is enough.
  const every = Math.max(1, Math.floor(outside.length / Math.max(1, inside.length)));
  const ground = outside.filter((_, at) => at % every === 0);
  const groups = [sampled(inside), sampled(ground)];
  return (across, down) => {
    const offset = down * width + across;
    const [modules, rest] = groups.map((cells) => {
      let [count, sum, square] = [0, 0, 0];
      for (const at of cells) {
        const value = values[at + offset]!;
        if (Number.isNaN(value)) continue;
        count += 1;
        sum += value;
        square += value * value;
      }
      return { count, sum, square };
    });
    if (!modules || !rest || modules.count === 0 || rest.count === 0) return 0;
    const count = modules.count + rest.count;
    const mean = (modules.sum + rest.sum) / count;
    const variance = (modules.square + rest.square) / count - mean ** 2;
    const share = modules.count / count;
    const between = modules.sum / modules.count - rest.sum / rest.count;
    return variance > 0 ? Math.abs(between) * Math.sqrt((share * (1 - share)) / variance) : 0;
  };
}
