// Files beside a raster that say where it lies: a world file (".tfw") has the place of its pixels and no reference
// system, ".prj" has the reference system as WKT, ".aux.xml" of GDAL may have both.
import { inverse, type Affine } from "./raster.ts";

/** Letters of a definition of a reference system, and of the notes of GDAL. */
export const MOST_SYSTEM_BYTES = 64 * 1024;

/** Files of one upload that belong to a raster; null for one that is not there. */
export type BesideFiles<File> = {
  readonly world: File | null;
  readonly prj: File | null;
  readonly aux: File | null;
};

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

/** The files of a raster among others. "map.prj" and "map.tif.prj" are both written; case does not matter. */
export function filesBeside<File extends { readonly name: string }>(
  raster: string,
  files: readonly File[],
): BesideFiles<File> {
  const whole = raster.toLowerCase();
  const stem = whole.replace(/\.[^.]+$/, "");
  const find = (ending: string) =>
    files.find(({ name }) => name.toLowerCase() === `${whole}${ending}`) ??
    files.find(({ name }) => name.toLowerCase() === `${stem}${ending}`) ??
    null;
  return { world: worldFileOf(raster, files), prj: find(".prj"), aux: find(".aux.xml") };
}

/** True for a file that may say where a raster beside it lies. */
export function isBesideFile(name: string): boolean {
  return /\.(?:prj|aux\.xml|wld|[a-z]{2,4}w)$/i.test(name);
}

/** What GDAL's notes say of the place of a raster: its reference system as text, and its six numbers. */
export type AuxPlace = { readonly system: string | null; readonly affine: Affine | null };

const entities: Readonly<Record<string, string>> = {
  quot: '"',
  apos: "'",
  lt: "<",
  gt: ">",
  amp: "&",
};

export function readAuxFile(text: string): AuxPlace {
  const inside = (element: string) =>
    new RegExp(`<${element}(?:\\s[^>]*)?>([^<]*)</${element}>`).exec(text)?.[1]?.trim() ?? "";
  const system = inside("SRS").replaceAll(
    /&(quot|apos|lt|gt|amp);/g,
    (_, name: string) => entities[name]!,
  );
  const numbers = inside("GeoTransform").split(",").map(Number);
  const isPlace = numbers.length === 6 && numbers.every(Number.isFinite);
  const [c = 0, a = 0, b = 0, f = 0, d = 0, e = 0] = numbers;
  const affine: Affine = [a, b, c, d, e, f];
  return {
    system: system === "" ? null : system,
    affine: isPlace && inverse(affine) ? affine : null,
  };
}
