// A tile as bytes: a picture for RGB, hundredths of a degree for temperatures.
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import sharp from "sharp";
import { TILE_SIDE } from "../../domain/raster/orthomosaic.ts";
import { tileValue } from "../../domain/raster/temperature.ts";
import type { TilePixels } from "./tile.ts";

const gzipped = promisify(gzip);
const PIXELS = TILE_SIDE * TILE_SIDE;
const CLEAR = 0;
const OPAQUE = 255;

/** Red, green, blue and opacity of each pixel, row by row from the north. `nodata` in all bands is clear. */
export function tileColours(tile: TilePixels | null, nodata: number | null): Uint8Array {
  const pixels = new Uint8Array(4 * PIXELS);
  if (!tile) return pixels;
  const { bands, source } = tile;
  const hasColours = bands.length >= 3;
  const [red, green, blue] = hasColours
    ? [bands[0]!, bands[1]!, bands[2]!]
    : [bands[0]!, bands[0]!, bands[0]!];
  const opacity = bands.length === 4 ? bands[3]! : bands.length === 2 ? bands[1]! : null;
  for (let at = 0; at < PIXELS; at++) {
    const from = source[at]!;
    if (from < 0) continue;
    const [r, g, b] = [red[from]!, green[from]!, blue[from]!];
    const isNone = nodata !== null && r === nodata && g === nodata && b === nodata;
    pixels[4 * at] = r;
    pixels[4 * at + 1] = g;
    pixels[4 * at + 2] = b;
    pixels[4 * at + 3] = isNone ? CLEAR : opacity ? opacity[from]! : OPAQUE;
  }
  return pixels;
}

/**
 * WebP. Without loss where the pixels are those of the file; those of overviews are means already, and cost a
 * fifth with a loss that is not seen.
 */
export async function tilePicture(pixels: Uint8Array, isFull: boolean): Promise<Uint8Array> {
  const raw = { width: TILE_SIDE, height: TILE_SIDE, channels: 4 } as const;
  return sharp(pixels, { raw })
    .webp(isFull ? { lossless: true, effort: 0 } : { quality: 82, effort: 1 })
    .toBuffer();
}

/** uint16 little-endian, see `tileValue`, row by row from the north. */
export function tileTemperatures(tile: TilePixels | null): Uint8Array {
  const view = new DataView(new ArrayBuffer(2 * PIXELS));
  if (tile) {
    const band = tile.bands[0]!;
    for (let at = 0; at < PIXELS; at++) {
      const from = tile.source[at]!;
      if (from >= 0) view.setUint16(2 * at, tileValue(band[from]!), true);
    }
  }
  return new Uint8Array(view.buffer);
}

export const packed = (bytes: Uint8Array): Promise<Uint8Array> => gzipped(bytes, { level: 1 });
