// World files (".tfw") beside a raster: six lines that say where its pixels lie, and no reference system.
import { inverse, type Affine } from "./raster.ts";

/** Letters of a file that can be one; each number has at most some twenty. */
export const MOST_WORLD_BYTES = 1000;

/**
 * The world file of a raster among others, by the names that programs use: "map.tfw", "map.tifw", "map.wld". Case does
 * not matter.
 */
export function worldFileOf<File extends { readonly name: string }>(
  raster: string,
  files: readonly File[],
): File | null {
  const [, stem, extension] = /^(.*)\.([^.]+)$/.exec(raster.toLowerCase()) ?? [];
  if (stem === undefined || extension === undefined) return null;
  const short = `${extension[0]}${extension.at(-1)}w`;
  for (const one of [short, `${extension}w`, "wld"]) {
    const found = files.find(({ name }) => name.toLowerCase() === `${stem}.${one}`);
    if (found) return found;
  }
  return null;
}

/**
 * From pixels to the map. The file states the middle of the first pixel, the answer its corner.
 * @returns null for a text that is no world file
 */
export function readWorldFile(text: string): Affine | null {
  const lines = text.trim().split(/\s+/);
  const numbers = lines.map(Number);
  if (lines.length !== 6 || !numbers.every(Number.isFinite)) return null;
  const [a = 0, d = 0, b = 0, e = 0, c = 0, f = 0] = numbers;
  const affine: Affine = [a, b, c - (a + b) / 2, d, e, f - (d + e) / 2];
  return inverse(affine) ? affine : null;
}
