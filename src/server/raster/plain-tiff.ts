// Writes a BigTIFF row by row, as the input of the pyramid where the file itself cannot be one.
import { open } from "node:fs/promises";
import { promisify } from "node:util";
import { deflate } from "node:zlib";
import type { Affine } from "../../domain/raster/raster.ts";

type PlainTiff = {
  readonly width: number;
  readonly height: number;
  readonly bands: number;
  /** uint8 for pictures, float32 for measured values. */
  readonly sample: "uint8" | "float32";
  /** Rows of a strip. */
  readonly rows: number;
  /** Bytes packed without loss: smaller, and slower to write. Else they are written as they are. */
  readonly isPacked?: boolean;
  /** Code of a projected reference system, and where the pixels lie in it; north is up. */
  readonly place?: { readonly epsg: number; readonly to_map: Affine };
};

const [SHORT, LONG, DOUBLE, LONG8] = [3, 4, 12, 16];
const HEAD = 16;
const MIN_IS_BLACK = 1;
const RGB = 2;
/** Tags 259 and 317: the format of zlib, and differences between neighbours of a row. */
const [DEFLATE, HORIZONTAL] = [8, 2];

const packed = promisify(deflate);

/**
 * The differences of each byte from the one of the same band to its left, packed.
 * @param stride bytes of a row
 */
function packedRows(pixels: Uint8Array, stride: number, bands: number): Promise<Uint8Array> {
  const differences = Uint8Array.from(pixels);
  for (let row = 0; row < pixels.length; row += stride)
    for (let at = row + bands; at < row + stride; at++)
      differences[at] = pixels[at]! - pixels[at - bands]!;
  return packed(differences);
}

/**
 * @param rowsOf the pixels of the rows from `row`, band by band for each pixel, little-endian
 * @throws RangeError for measured values that are to be packed
 */
export async function writePlainTiff(
  path: string,
  { width, height, bands, sample, rows, place, isPacked = false }: PlainTiff,
  rowsOf: (row: number, count: number) => Promise<Uint8Array>,
): Promise<void> {
  if (isPacked && sample !== "uint8") throw new RangeError("only pictures are packed");
  const file = await open(path, "w");
  try {
    const bytes = sample === "uint8" ? 1 : 4;
    const stride = width * bands * bytes;
    const [places, sizes]: [number[], number[]] = [[], []];
    let end = HEAD;
    for (let row = 0; row < height; row += rows) {
      const pixels = await rowsOf(row, Math.min(rows, height - row));
      const strip = isPacked ? await packedRows(pixels, stride, bands) : pixels;
      await file.write(strip, 0, strip.length, end);
      places.push(end);
      sizes.push(strip.length);
      end += strip.length;
    }
    // A directory begins at an even place.
    end += end % 2;
    const head = new DataView(new ArrayBuffer(HEAD));
    head.setUint16(0, 0x4949, true);
    head.setUint16(2, 43, true);
    head.setUint16(4, 8, true);
    head.setBigUint64(8, BigInt(end), true);
    await file.write(new Uint8Array(head.buffer), 0, HEAD, 0);
    const every = (value: number) => Array.from({ length: bands }, () => value);
    const directory = directoryOf(end, [
      [256, LONG, [width]],
      [257, LONG, [height]],
      [258, SHORT, every(8 * bytes)],
      [259, SHORT, [isPacked ? DEFLATE : 1]],
      [262, SHORT, [bands >= 3 ? RGB : MIN_IS_BLACK]],
      [273, LONG8, places],
      [277, SHORT, [bands]],
      [278, LONG, [rows]],
      [279, LONG8, sizes],
      [284, SHORT, [1]],
      ...(isPacked ? ([[317, SHORT, [HORIZONTAL]]] as const) : []),
      // A fourth band is opacity that the colours were not multiplied with.
      ...(bands === 4 ? ([[338, SHORT, [2]]] as const) : []),
      [339, SHORT, every(sample === "uint8" ? 1 : 3)],
      ...(place ? placeTags(place) : []),
    ]);
    await file.write(directory, 0, directory.length, end);
  } finally {
    await file.close();
  }
}

/** ModelPixelScale, ModelTiepoint and the GeoKeys: a projected system whose pixels are areas. */
function placeTags({ epsg, to_map }: NonNullable<PlainTiff["place"]>): Tag[] {
  const [a, , c, , e, f] = to_map;
  return [
    [33550, DOUBLE, [a, -e, 0]],
    [33922, DOUBLE, [0, 0, 0, c, f, 0]],
    [34735, SHORT, [1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, epsg]],
  ];
}

type Tag = readonly [tag: number, type: number, values: readonly number[]];

function directoryOf(at: number, entries: readonly Tag[]): Uint8Array {
  const size = { [SHORT!]: 2, [LONG!]: 4, [DOUBLE!]: 8, [LONG8!]: 8 };
  const tableBytes = 8 + entries.length * 20 + 8;
  const far = entries.reduce((sum, [, type, values]) => {
    const bytes = size[type]! * values.length;
    return sum + (bytes > 8 ? bytes : 0);
  }, 0);
  const view = new DataView(new ArrayBuffer(tableBytes + far));
  view.setBigUint64(0, BigInt(entries.length), true);
  let free = tableBytes;
  for (const [index, [tag, type, values]] of entries.entries()) {
    const place = 8 + 20 * index;
    view.setUint16(place, tag, true);
    view.setUint16(place + 2, type, true);
    view.setBigUint64(place + 4, BigInt(values.length), true);
    const bytes = size[type]! * values.length;
    let to = place + 12;
    if (bytes > 8) {
      view.setBigUint64(place + 12, BigInt(at + free), true);
      to = free;
      free += bytes;
    }
    for (const value of values) {
      if (type === SHORT) view.setUint16(to, value, true);
      else if (type === LONG) view.setUint32(to, value, true);
      else if (type === DOUBLE) view.setFloat64(to, value, true);
      else view.setBigUint64(to, BigInt(value), true);
      to += size[type]!;
    }
  }
  return new Uint8Array(view.buffer);
}
