// Where a raster really lies: the pattern of the plant's rows is looked for around the place that the file states.
import type { Geometry } from "../component/component-index.ts";
import { rectangleRing } from "../geometry/rectangle.ts";
import type { SurveyRaster, ToPixel } from "./raster-survey.ts";
import { bestPlace, inCells, shrunk, type Cells, type Place } from "./pattern-place.ts";
import { fitSimilarity, type Similarity } from "./similarity.ts";
import { windowOf, type PixelWindow } from "./zone.ts";

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
  const [ax, ay, bx, by] = [east[0] - column, east[1] - line, north[0] - column, north[1] - line];
  // A raster of slanted images has pixels that are longer one way than the other.
  const perMetre: Cells = [Math.hypot(ax, bx), Math.hypot(ay, by)];
  const step = each((axis) => Math.max(1, Math.round(CELL_M * perMetre[axis])));
  const reach = each((axis) => Math.ceil((REACH_M * perMetre[axis]) / step[axis]));
  const rings = rows.map((row) => ringOf(geometry, row, toPixel));
  const margin = each((axis) => reach[axis] * step[axis]);
  const window = windowAround(rings, margin, raster);
  if (!window || window.width * window.height > MOST_PIXELS) return null;
  const pixels = await raster.read(window, 0);
  const apart = APART * geometry.width[rows[0]!]!;
  const matched = (size: Cells, at: readonly Float64Array[], most: Cells) =>
    bestPlace(
      shrunk(pixels, window, size, most),
      at.map((ring) => inCells(ring, window, size, most)),
      most,
      (across, down) =>
        Math.hypot((across * size[0]) / perMetre[0], (down * size[1]) / perMetre[1]) > apart,
    );
  const { best: coarse, isAmbiguous } = matched(step, rings, reach);
  if (!coarse || coarse.score < LEAST_CORRELATION || isAtRim(coarse, reach)) return null;
  const [nearX, nearY] = [coarse.across * step[0], coarse.down * step[1]];
  const near = rings.map((ring) => ring.map((value, at) => value + (at % 2 === 0 ? nearX : nearY)));
  const { best: fine } = matched([1, 1], near, step);
  const [across, down] = [nearX + (fine?.across ?? 0), nearY + (fine?.down ?? 0)];
  // From pixels back to metres: the inverse of the plane's image.
  const area = ax * by - ay * bx;
  const dx = (across * by - down * bx) / area;
  const dy = (ax * down - ay * across) / area;
  return { x, y, dx, dy, isAmbiguous };
}

const each = (value: (axis: 0 | 1) => number): Cells => [value(0), value(1)];

/**
 * The best place at the rim of the search is no peak: the correlation still grows beyond it. So it is along a row of
 * modules without gaps, of which neither end is in the block.
 */
const isAtRim = ({ across, down }: Place, reach: Cells) =>
  Math.abs(across) > reach[0] - 1 || Math.abs(down) > reach[1] - 1;

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
  margin: Cells,
  raster: SurveyRaster,
): PixelWindow | null {
  const all = rings.flatMap((ring) => [...ring]);
  const xs = all.filter((_, at) => at % 2 === 0);
  const ys = all.filter((_, at) => at % 2 === 1);
  const least = (values: number[]) => values.reduce((a, b) => Math.min(a, b), Infinity);
  const most = (values: number[]) => values.reduce((a, b) => Math.max(a, b), -Infinity);
  const [left, right] = [least(xs) - margin[0], most(xs) + margin[0]];
  const [top, bottom] = [least(ys) - margin[1], most(ys) + margin[1]];
  return windowOf([left, top, right, top, right, bottom, left, bottom], raster);
}
