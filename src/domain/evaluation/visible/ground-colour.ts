// The colour of the ground beside a module: where a module is missing, its place has the same one.
import type { Geometry } from "../../component/component-index.ts";
import { freeSides } from "../ground-beside.ts";
import { medianOf } from "../../median.ts";
import type { ToPixel } from "../raster-survey.ts";
import type { Colour } from "./visible-pattern.ts";
import type { VisibleBlock } from "./visible-block.ts";

/** Metres from the edge to the strip of ground, and across the strip. */
const [APART_M, STRIP_M] = [0.15, 0.45];
/** Pixels at the edge that are left out: they are blurred. */
const APART_PIXELS = 2;
/** Samples across and along a strip. */
const [ACROSS, ALONG] = [5, 12];
const LEAST_SAMPLES = 12;
const FULL = 255;

/** Metres around a module that are read. */
export const GROUND_COLOUR_M = APART_M + STRIP_M + 0.1;

/**
 * Answers for a row the median of each channel (0 to 1, as stored) in the strips beside its free sides; null where
 * nothing of the ground is beside it, as inside of a table.
 */
export function groundColours(
  geometry: Geometry,
): (row: number, block: VisibleBlock, toPixel: ToPixel, pixel_m: number) => Colour | null {
  const sidesOf = freeSides(geometry);
  return (row, block, toPixel, pixel_m) => {
    const begin = Math.max(APART_M, APART_PIXELS * pixel_m);
    const channels: [number[], number[], number[]] = [[], [], []];
    for (const { reach, at } of sidesOf(row, begin, begin + STRIP_M)) {
      for (let sample = 0; sample < ACROSS * ALONG; sample++) {
        const out = begin + (((sample % ACROSS) + 0.5) / ACROSS) * STRIP_M;
        const along = ((2 * (Math.floor(sample / ACROSS) + 0.5)) / ALONG - 1) * reach;
        const [x, y] = toPixel(...at(out, along));
        const [column, line] = [Math.floor(x) - block.column, Math.floor(y) - block.row];
        if (column < 0 || line < 0 || column >= block.width || line >= block.height) continue;
        const place = line * block.width + column;
        if (!block.isValid(place)) continue;
        for (const [channel, values] of channels.entries())
          values.push(block.bands[channel]![place]! / FULL);
      }
    }
    const [red, green, blue] = channels;
    if (red.length < LEAST_SAMPLES) return null;
    return [medianOf(red), medianOf(green), medianOf(blue)];
  };
}
