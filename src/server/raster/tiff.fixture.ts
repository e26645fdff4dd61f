// GeoTIFF files for tests, written without the library that reads them: valid layouts, and files with false metadata.
import { deflateSync } from "node:zlib";
import type { Affine, RasterSample } from "../../domain/raster/raster.ts";

export type TiffPicture = {
  readonly width: number;
  readonly height: number;
  readonly bands?: number;
  readonly sample?: RasterSample;
  readonly value: (column: number, row: number, band: number) => number;
  /** Columns and rows of a tile; without it strips of `strip` rows. */
  readonly tile?: readonly [number, number];
  readonly strip?: number;
  readonly isPlanar?: boolean;
  readonly isDeflated?: boolean;
  readonly nodata?: number;
  /** XML, as GDAL writes it. */
  readonly metadata?: string;
  /** Tags that are written instead of the true ones; null leaves one out. */
  readonly lies?: Readonly<Record<number, readonly number[] | string | null>>;
};

type FileOptions = {
  readonly isBig?: boolean;
  readonly isBigEndian?: boolean;
  readonly epsg?: number;
  readonly citation?: string;
  readonly to_map?: Affine;
  readonly isPoint?: boolean;
  /** The last directory points back to the first. */
  readonly isCircular?: boolean;
};

const samples: Record<RasterSample, readonly [bytes: number, format: number]> = {
  uint8: [1, 1],
  uint16: [2, 1],
  int16: [2, 2],
  uint32: [4, 1],
  int32: [4, 2],
  float32: [4, 3],
  float64: [8, 3],
};

const geographic = (epsg: number) => epsg >= 4000 && epsg < 5000;

/** The first picture is the raster, the others are its overviews. */
export function tiffOf(pictures: readonly TiffPicture[], options: FileOptions = {}): Uint8Array {
  const { isBig = false, isBigEndian = false } = options;
  const isLittle = !isBigEndian;
  const head = isBig ? 16 : 8;
  const parts: Uint8Array[] = [];
  let at = head;
  const add = (bytes: Uint8Array) => {
    const begin = at;
    parts.push(bytes);
    at += bytes.length;
    return begin;
  };
  const directories: { entries: Entry[]; at: number }[] = [];
  for (const [index, picture] of pictures.entries()) {
    const blocks = blocksOf(picture, isLittle).map((bytes) => [add(bytes), bytes.length] as const);
    const entries = entriesOf(picture, blocks, index, options);
    for (const entry of entries) {
      const room = isBig ? 8 : 4;
      const bytes = valueBytes(entry, isLittle);
      entry.inline = bytes.length <= room ? padded(bytes, room) : word(add(bytes), isBig, isLittle);
    }
    directories.push({ entries, at });
    at += (isBig ? 8 : 2) + entries.length * (isBig ? 20 : 12) + (isBig ? 8 : 4);
    parts.push(new Uint8Array(at - directories.at(-1)!.at));
  }
  const file = new Uint8Array(at);
  const view = new DataView(file.buffer);
  file.set(isLittle ? [0x49, 0x49] : [0x4d, 0x4d]);
  view.setUint16(2, isBig ? 43 : 42, isLittle);
  if (isBig) view.setUint16(4, 8, isLittle);
  file.set(word(directories[0]!.at, isBig, isLittle), isBig ? 8 : 4);
  let from = head;
  for (const part of parts) {
    file.set(part, from);
    from += part.length;
  }
  for (const [index, { entries, at: begin }] of directories.entries()) {
    if (isBig) view.setBigUint64(begin, BigInt(entries.length), isLittle);
    else view.setUint16(begin, entries.length, isLittle);
    let place = begin + (isBig ? 8 : 2);
    for (const { tag, type, count, inline } of entries) {
      view.setUint16(place, tag, isLittle);
      view.setUint16(place + 2, type, isLittle);
      if (isBig) view.setBigUint64(place + 4, BigInt(count), isLittle);
      else view.setUint32(place + 4, count, isLittle);
      file.set(inline!, place + (isBig ? 12 : 8));
      place += isBig ? 20 : 12;
    }
    const next = directories[index + 1]?.at ?? (options.isCircular ? directories[0]!.at : 0);
    file.set(word(next, isBig, isLittle), place);
  }
  return file;
}

type Entry = {
  readonly tag: number;
  readonly type: number;
  readonly count: number;
  readonly values: readonly number[] | string;
  inline?: Uint8Array;
};

const [ASCII, SHORT, LONG, DOUBLE] = [2, 3, 4, 12];

function entriesOf(
  picture: TiffPicture,
  blocks: readonly (readonly [number, number])[],
  index: number,
  options: FileOptions,
): Entry[] {
  const { width, height, bands = 1, sample = "uint8", tile, strip = height } = picture;
  const [bytes, format] = samples[sample];
  const { epsg = 32633, to_map = [1, 0, 500_000, 0, -1, 4_649_900], citation = "" } = options;
  const [a, b, c, d, e, f] = to_map;
  const isTurned = b !== 0 || d !== 0;
  const every = (value: number) => Array.from({ length: bands }, () => value);
  const isKnown = epsg !== 0;
  const all: (readonly [tag: number, type: number, values: readonly number[] | string])[] = [
    [254, LONG, [index > 0 ? 1 : 0]],
    [256, LONG, [width]],
    [257, LONG, [height]],
    [258, SHORT, every(8 * bytes)],
    [259, SHORT, [picture.isDeflated ? 8 : 1]],
    [262, SHORT, [bands >= 3 ? 2 : 1]],
    [277, SHORT, [bands]],
    [284, SHORT, [picture.isPlanar ? 2 : 1]],
    ...(tile
      ? ([
          [322, LONG, [tile[0]]],
          [323, LONG, [tile[1]]],
        ] as const)
      : ([[278, LONG, [strip]]] as const)),
    [tile ? 324 : 273, LONG, blocks.map(([offset]) => offset)],
    [tile ? 325 : 279, LONG, blocks.map(([, length]) => length)],
    ...(bands === 4 || bands === 2 ? ([[338, SHORT, [2]]] as const) : []),
    [339, SHORT, every(format)],
    ...(index > 0
      ? []
      : ([
          ...(isTurned
            ? ([[34264, DOUBLE, [a, b, 0, c, d, e, 0, f, 0, 0, 0, 0, 0, 0, 0, 1]]] as const)
            : ([
                [33550, DOUBLE, [a, -e, 0]],
                [33922, DOUBLE, [0, 0, 0, c, f, 0]],
              ] as const)),
          [
            34735,
            SHORT,
            [1, 1, 0, 3, 1024, 0, 1, geographic(epsg) ? 2 : 1, 1025, 0, 1, options.isPoint ? 2 : 1]
              .concat(geographic(epsg) ? [2048, 0, 1, epsg] : [3072, 0, 1, isKnown ? epsg : 32767])
              .concat(citation === "" ? [] : [3073, 34737, citation.length + 1, 0])
              .map((value, at) => (at === 3 && citation !== "" ? 4 : value)),
          ],
          ...(citation === "" ? [] : ([[34737, ASCII, `${citation}|`]] as const)),
        ] as const)),
    ...(picture.metadata === undefined ? [] : ([[42112, ASCII, picture.metadata]] as const)),
    ...(picture.nodata === undefined ? [] : ([[42113, ASCII, String(picture.nodata)]] as const)),
  ];
  const lies = picture.lies ?? {};
  return all
    .filter(([tag]) => lies[tag] !== null)
    .map(([tag, type, values]) => [tag, type, lies[tag] ?? values] as const)
    .toSorted(([one], [two]) => one - two)
    .map(([tag, type, values]) => ({
      tag,
      type,
      count: typeof values === "string" ? values.length + 1 : values.length,
      values,
    }));
}

function blocksOf(picture: TiffPicture, isLittle: boolean): Uint8Array[] {
  const { width, height, bands = 1, sample = "uint8", tile, strip = height } = picture;
  const [across, down] = tile ?? [width, strip];
  const planes = picture.isPlanar ? bands : 1;
  const perPixel = picture.isPlanar ? 1 : bands;
  const [bytes] = samples[sample];
  const result: Uint8Array[] = [];
  for (let plane = 0; plane < planes; plane++) {
    for (let top = 0; top < height; top += down) {
      for (let left = 0; left < width; left += across) {
        const rows = tile ? down : Math.min(down, height - top);
        const block = new DataView(new ArrayBuffer(across * rows * perPixel * bytes));
        for (let at = 0; at < across * rows * perPixel; at++) {
          const pixel = Math.floor(at / perPixel);
          const [column, row] = [left + (pixel % across), top + Math.floor(pixel / across)];
          if (column >= width || row >= height) continue;
          const band = picture.isPlanar ? plane : at % perPixel;
          write(block, at * bytes, sample, picture.value(column, row, band), isLittle);
        }
        const plain = new Uint8Array(block.buffer);
        result.push(picture.isDeflated ? new Uint8Array(deflateSync(plain)) : plain);
      }
    }
  }
  return result;
}

function write(view: DataView, at: number, sample: RasterSample, value: number, isLittle: boolean) {
  if (sample === "uint8") view.setUint8(at, value);
  else if (sample === "uint16") view.setUint16(at, value, isLittle);
  else if (sample === "int16") view.setInt16(at, value, isLittle);
  else if (sample === "uint32") view.setUint32(at, value, isLittle);
  else if (sample === "int32") view.setInt32(at, value, isLittle);
  else if (sample === "float32") view.setFloat32(at, value, isLittle);
  else view.setFloat64(at, value, isLittle);
}

function valueBytes({ type, values }: Entry, isLittle: boolean): Uint8Array {
  if (typeof values === "string") return new TextEncoder().encode(`${values}\0`);
  const size = type === SHORT ? 2 : type === DOUBLE ? 8 : 4;
  const view = new DataView(new ArrayBuffer(size * values.length));
  for (const [index, value] of values.entries()) {
    if (type === SHORT) view.setUint16(index * 2, value, isLittle);
    else if (type === DOUBLE) view.setFloat64(index * 8, value, isLittle);
    else view.setUint32(index * 4, value, isLittle);
  }
  return new Uint8Array(view.buffer);
}

const padded = (bytes: Uint8Array, length: number) => {
  const result = new Uint8Array(length);
  result.set(bytes);
  return result;
};

function word(value: number, isBig: boolean, isLittle: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(isBig ? 8 : 4));
  if (isBig) view.setBigUint64(0, BigInt(value), isLittle);
  else view.setUint32(0, value, isLittle);
  return new Uint8Array(view.buffer);
}
