// Draws small images: grids of temperatures or colours, and their encoding.
import sharp from "sharp";
import { paletteTexture } from "../domain/result-file/thermal-image.ts";
import { encodeIndexedPng } from "../server/file-reader/picture/indexed-png.ts";
import { gaussian, textureNoise } from "./random.ts";

export const IMAGE_WIDTH = 320;
export const IMAGE_HEIGHT = 256;

export type DrawnImage = {
  readonly bytes: Buffer;
  readonly contentType: "image/png" | "image/jpeg";
  readonly width: number;
  readonly height: number;
  /** °C of the darkest and the brightest pixel of a thermal image; null for a visible one. */
  readonly scale: readonly [min: number, max: number] | null;
};

/** Temperatures in °C, row by row from the top. */
export type ThermalGrid = Float32Array;

const drifts = new Map<number, Float32Array>();

/** Slow noise in [-1, 1] over the image. Cached for eight seeds, because drawing is slow. */
function driftOf(seed: number): Float32Array {
  const which = Math.abs(seed) % 8;
  const known = drifts.get(which);
  if (known !== undefined) return known;
  const drift = new Float32Array(IMAGE_WIDTH * IMAGE_HEIGHT);
  eachPixel([0, 0, IMAGE_WIDTH, IMAGE_HEIGHT], (at, x, y) => {
    drift[at] = textureNoise(which, x, y, 37);
  });
  drifts.set(which, drift);
  return drift;
}

/** A thermal grid at one temperature that drifts slowly by up to `roughness` K. */
export function thermalGrid(seed: number, temperature: number, roughness: number): ThermalGrid {
  return driftOf(seed).map((drift) => temperature + drift * roughness);
}

/** Calls `draw` for every pixel of a rectangle, which can extend beyond the image. */
export function eachPixel(
  [left, top, right, bottom]: readonly [number, number, number, number],
  draw: (at: number, x: number, y: number) => void,
): void {
  const [x0, x1] = [Math.max(0, Math.round(left)), Math.min(IMAGE_WIDTH, Math.round(right))];
  const [y0, y1] = [Math.max(0, Math.round(top)), Math.min(IMAGE_HEIGHT, Math.round(bottom))];
  for (let y = y0; y < y1; y++) for (let x = x0; x < x1; x++) draw(y * IMAGE_WIDTH + x, x, y);
}

/** Adds a Gaussian spot of `excess` K with a standard deviation of `radius` pixels. */
export function addSpot(
  grid: ThermalGrid,
  x: number,
  y: number,
  radius: number,
  excess: number,
): void {
  const extent = radius * 3;
  eachPixel([x - extent, y - extent, x + extent, y + extent], (at, px, py) => {
    const distance = ((px - x) ** 2 + (py - y) ** 2) / (2 * radius * radius);
    grid[at] = (grid[at] ?? 0) + excess * Math.exp(-distance);
  });
}

/** 256 RGB entries. */
export const ironPalette = paletteTexture("iron").filter((_, at) => at % 4 < 3);

/** A PNG in iron colours; palette entry 0 is `scale[0]`, entry 255 `scale[1]`, linear between. */
export function encodeThermal(grid: ThermalGrid, seed: number): DrawnImage {
  const [low, high] = scaleOf(grid);
  const entries = new Uint8Array(grid.length);
  for (let at = 0; at < grid.length; at++) {
    const noisy = (grid[at] ?? 0) + textureNoise(seed, at * 7.31, 0, 1) * 0.15;
    const share = Math.min(1, Math.max(0, (noisy - low) / (high - low)));
    entries[at] = Math.round(share * 255);
  }
  return {
    bytes: encodeIndexedPng(entries, IMAGE_WIDTH, IMAGE_HEIGHT, ironPalette),
    contentType: "image/png",
    width: IMAGE_WIDTH,
    height: IMAGE_HEIGHT,
    scale: [low, high],
  };
}

/** The scale that a camera would choose: the extremes rounded to half degrees, at least 12 K apart. */
function scaleOf(grid: ThermalGrid): [number, number] {
  let low = Infinity;
  let high = -Infinity;
  for (let at = 0; at < grid.length; at++) {
    const temperature = grid[at] ?? 0;
    if (temperature < low) low = temperature;
    if (temperature > high) high = temperature;
  }
  const min = Math.floor(low * 2) / 2;
  return [min, Math.max(min + 12, Math.ceil(high * 2) / 2)];
}

/** Colours 0 to 255, three per pixel, row by row from the top. */
export type ColourGrid = Uint8ClampedArray;
export type Colour = readonly [red: number, green: number, blue: number];

const grounds = new Map<number, ColourGrid>();

/** Dry ground: sand with stones and slowly changing tone. Cached for eight seeds, because drawing is slow. */
export function groundGrid(seed: number): ColourGrid {
  const which = Math.abs(seed) % 8;
  const known = grounds.get(which);
  if (known !== undefined) return known.slice();
  const grid = new Uint8ClampedArray(IMAGE_WIDTH * IMAGE_HEIGHT * 3);
  eachPixel([0, 0, IMAGE_WIDTH, IMAGE_HEIGHT], (at, x, y) => {
    const slow = textureNoise(which, x, y, 60) * 14 + textureNoise(which + 1, x, y, 7) * 9;
    const tone = slow + gaussian(which, at) * 4;
    paint(grid, at, [172 + tone, 148 + tone, 118 + tone * 0.9]);
  });
  grounds.set(which, grid);
  return grid.slice();
}

/** Paints a pixel; `cover` is the opacity, 0 to 1. */
export function paint(grid: ColourGrid, at: number, colour: Colour, cover = 1): void {
  const first = at * 3;
  const rest = 1 - cover;
  grid[first] = (grid[first] ?? 0) * rest + colour[0] * cover;
  grid[first + 1] = (grid[first + 1] ?? 0) * rest + colour[1] * cover;
  grid[first + 2] = (grid[first + 2] ?? 0) * rest + colour[2] * cover;
}

/** A JPEG of the colours. */
export async function encodeColours(grid: ColourGrid): Promise<DrawnImage> {
  const raw = { width: IMAGE_WIDTH, height: IMAGE_HEIGHT, channels: 3 } as const;
  const bytes = await sharp(Buffer.from(grid.buffer), { raw }).jpeg({ quality: 82 }).toBuffer();
  return {
    bytes,
    contentType: "image/jpeg",
    width: IMAGE_WIDTH,
    height: IMAGE_HEIGHT,
    scale: null,
  };
}
