// Parts of a component that something covers: areas, not the lines of the gaps between its cells.
import type { ZonePixels } from "../zonal-statistics.ts";

type Pixels = Pick<ZonePixels, "columns" | "rows">;

/** Pixels of a bright gap between two cells, which divides a shadow. */
const GAP_PIXELS = 2;
const beside = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const;
/** Lines of one or two pixels, and where they cross, have no room for a square of three pixels. */
const around = [...beside, [1, 1], [1, -1], [-1, 1], [-1, -1]] as const;

/**
 * The areas of these pixels, the largest first, as places in `pixels`: what is left of them after a square of
 * three by three pixels has erased what it does not fit into (opening; Serra, Image Analysis and Mathematical Morphology, 1982).
 * Beyond the edge of the component they are taken to go on.
 * @param isBridged joins parts that a gap between two cells divides
 */
export function areasOf(
  { columns, rows }: Pixels,
  isIn: (at: number) => boolean,
  isBridged = false,
): number[][] {
  const own = Array.from(columns.keys()).filter(isIn);
  if (own.length === 0) return [];
  const grid = gridOf({ columns, rows });
  const mask = new Uint8Array(grid.at.length);
  for (const index of own) mask[grid.place(columns[index]!, rows[index]!)] = 1;
  const whole = isBridged ? bridged(mask, grid) : mask;
  const isThere = (place: number) => whole[place] === 1;
  const isSolid = (place: number) =>
    isThere(place) &&
    around.every(([x, y]) => {
      const next = place + x + y * grid.width;
      return grid.at[next]! < 0 || isThere(next);
    });
  const opened = new Uint8Array(whole.length);
  for (let place = 0; place < whole.length; place++) {
    if (!isSolid(place)) continue;
    opened[place] = 1;
    for (const [x, y] of around) {
      const next = place + x + y * grid.width;
      if (isThere(next)) opened[next] = 1;
    }
  }
  return partsOf(opened, grid)
    .map((part) => part.map((place) => grid.at[place]!).filter((index) => isIn(index)))
    .filter((part) => part.length > 0)
    .toSorted((a, b) => b.length - a.length);
}

/** Number of the pixel at each place of the smallest rectangle, with an edge of enough places; -1 where there is none. */
function gridOf({ columns, rows }: Pixels) {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const [at, column] of columns.entries()) {
    const row = rows[at]!;
    [left, right] = [Math.min(left, column), Math.max(right, column)];
    [top, bottom] = [Math.min(top, row), Math.max(bottom, row)];
  }
  const width = right - left + 1 + 2 * GAP_PIXELS;
  const height = bottom - top + 1 + 2 * GAP_PIXELS;
  const place = (column: number, row: number) =>
    (row - top + GAP_PIXELS) * width + column - left + GAP_PIXELS;
  const at = new Int32Array(width * height).fill(-1);
  for (const [index, column] of columns.entries()) at[place(column, rows[index]!)] = index;
  return { width, at, place };
}

type PixelGrid = ReturnType<typeof gridOf>;

function bridged(mask: Uint8Array, { at, width }: PixelGrid): Uint8Array {
  const reaches = (place: number, step: number) => {
    for (let far = 1; far <= GAP_PIXELS; far++) if (mask[place + far * step] === 1) return true;
    return false;
  };
  return mask.map((own, place) => {
    if (own === 1 || at[place]! < 0) return own;
    const isBetween = [1, width].some((step) => reaches(place, step) && reaches(place, -step));
    return isBetween ? 1 : 0;
  });
}

/** Places that touch each other at their sides. */
function partsOf(mask: Uint8Array, { width }: PixelGrid): number[][] {
  const open = mask.slice();
  const parts: number[][] = [];
  for (const [first, isOpen] of mask.entries()) {
    if (isOpen === 0 || open[first] === 0) continue;
    open[first] = 0;
    const part = [first];
    for (const place of part) {
      for (const [x, y] of beside) {
        const next = place + x + y * width;
        if (open[next] !== 1) continue;
        open[next] = 0;
        part.push(next);
      }
    }
    parts.push(part);
  }
  return parts;
}
