// Groups components so that each group is read from the raster with one window of bounded size.
import type { PixelWindow } from "./zone.ts";

export type ZoneBatch = { readonly window: PixelWindow; readonly rows: readonly number[] };

/** Largest window of a group in pixels: 16 MB of float32. */
export const BATCH_PIXELS = 4_000_000;

function joinedWindow(a: PixelWindow, b: PixelWindow): PixelWindow {
  const [column, row] = [Math.min(a.column, b.column), Math.min(a.row, b.row)];
  const width = Math.max(a.column + a.width, b.column + b.width) - column;
  const height = Math.max(a.row + a.height, b.row + b.height) - row;
  return { column, row, width, height };
}

/**
 * Rows with a window, in their order (neighbours in it are neighbours on the ground). A group that a row would
 * make larger than `most` pixels ends before it; a row that is larger alone is a group of its own.
 */
export function* zoneBatches(
  windows: Iterable<PixelWindow | null>,
  most = BATCH_PIXELS,
): Generator<ZoneBatch> {
  let window: PixelWindow | null = null;
  let rows: number[] = [];
  let row = -1;
  for (const next of windows) {
    row += 1;
    if (!next) continue;
    const joined: PixelWindow = window ? joinedWindow(window, next) : next;
    if (window && joined.width * joined.height > most) {
      yield { window, rows };
      rows = [];
      window = next;
    } else window = joined;
    rows.push(row);
  }
  if (window) yield { window, rows };
}
