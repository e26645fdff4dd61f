// What lies on the ground of a plant, seen from straight above: shapes of colours that are painted row by row.

/** Metres east and north of the plant's middle. */
export type Box = {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
};

/** Red, green and blue of 8 bits each: 0xrrggbb. */
export type Colour = number;

/** Something on the ground. Shapes are painted in their order, each over those before it. */
export type Shape = {
  readonly box: Box;
  /** The colour at a place, over what lies below. @param sub metres of a sample, for lines thinner than one */
  at(east: number, north: number, below: Colour, sub: number): Colour;
};

export type Scenery = {
  /** What is painted. */
  readonly box: Box;
  /** The bare ground. */
  ground(east: number, north: number): Colour;
  readonly shapes: readonly Shape[];
};

export const rgb = (red: number, green: number, blue: number): Colour =>
  (byte(red) << 16) | (byte(green) << 8) | byte(blue);

const byte = (level: number) => (level <= 0 ? 0 : level >= 255 ? 255 : level | 0);

/** `share` (0 to 1) of the upper colour over the lower one. */
export function mixed(lower: Colour, upper: Colour, share: number): Colour {
  if (share <= 0) return lower;
  if (share >= 1) return upper;
  const part = (shift: number) => {
    const from = (lower >> shift) & 255;
    return (from + (((upper >> shift) & 255) - from) * share) << shift;
  };
  return (part(16) & 0xff0000) | (part(8) & 0xff00) | (part(0) & 0xff);
}

/** The colour with all parts times `share`: less than 1 is darker. */
export const shaded = (colour: Colour, share: number): Colour =>
  rgb(((colour >> 16) & 255) * share, ((colour >> 8) & 255) * share, (colour & 255) * share);

/** The part of a sample that a line covers whose middle is `away` metres from the sample's. */
export function lineShare(away: number, width: number, sub: number): number {
  const share = ((width + sub) / 2 - away) / Math.max(sub, 1e-9);
  return Math.max(0, Math.min(share, 1, width / sub));
}

/** A box grown by so many metres on each side. */
export const grown = ({ west, south, east, north }: Box, by: number): Box => ({
  west: west - by,
  south: south - by,
  east: east + by,
  north: north + by,
});

/** Around its middle, by the lengths of its sides. */
export const boxAround = (east: number, north: number, across: number, along: number): Box => ({
  west: east - across / 2,
  south: north - along / 2,
  east: east + across / 2,
  north: north + along / 2,
});

/** @param boxes at least one */
export function around(boxes: readonly Box[]): Box {
  const all = (side: keyof Box) => boxes.map((box) => box[side]);
  const [west, south] = [Math.min(...all("west")), Math.min(...all("south"))];
  return { west, south, east: Math.max(...all("east")), north: Math.max(...all("north")) };
}

/** Share of the light that reaches ground in shadow: the rest of the sky. */
const SHADOW = 0.52;
/** Metres to the east and to the north that the shadow of a height of a metre is long: the sun of a clear afternoon. */
const SHADOW_PER_M = [0.34, 0.62] as const;

/** The shadow of a flat thing at so many metres above the ground. */
export function shadowOf({ west, south, east, north }: Box, height_m: number): Shape {
  const [aside, up] = SHADOW_PER_M.map((metres) => metres * height_m) as [number, number];
  const box = { west: west + aside, south: south + up, east: east + aside, north: north + up };
  return { box, at: (_east, _north, below) => shaded(below, SHADOW) };
}

/** A box of one colour. */
export const plain = (box: Box, colour: Colour): Shape => ({ box, at: () => colour });

/** The side of a sample is half a pixel: a pixel is the mean of four. */
const SAMPLES = 2;
/** Levels of a colour: soil is not known finer, and files of it stay small. */
const LEVEL = 6;
const MOST_LEVEL = Math.floor(255 / LEVEL);

export type Painted = { readonly width: number; readonly height: number; readonly pixel_m: number };

/** Whole pixels that cover the box; the upper left corner is that of the box. */
export function paintedSize({ box }: Scenery, pixel_m: number): Painted {
  const width = Math.ceil((box.east - box.west) / pixel_m);
  return { width, height: Math.ceil((box.north - box.south) / pixel_m), pixel_m };
}

/** Pixels of `count` rows from `row`, red, green and blue of each, from the north-west. */
export function paintRows(
  { box, ground, shapes }: Scenery,
  { width, pixel_m }: Painted,
  row: number,
  count: number,
): Uint8Array {
  const sub = pixel_m / SAMPLES;
  const [columns, lines] = [width * SAMPLES, count * SAMPLES];
  const top = box.north - row * pixel_m;
  const samples = new Int32Array(columns * lines);
  for (let line = 0; line < lines; line += SAMPLES) {
    const north = top - (line / SAMPLES + 0.5) * pixel_m;
    for (let column = 0; column < columns; column += SAMPLES) {
      const colour = ground(box.west + (column / SAMPLES + 0.5) * pixel_m, north);
      const at = line * columns + column;
      samples.fill(colour, at, at + SAMPLES);
    }
    samples.copyWithin((line + 1) * columns, line * columns, (line + 1) * columns);
  }
  for (const shape of shapes) {
    const first = Math.max(0, Math.round((shape.box.west - box.west) / sub));
    const last = Math.min(columns, Math.round((shape.box.east - box.west) / sub));
    const upper = Math.max(0, Math.round((top - shape.box.north) / sub));
    const lower = Math.min(lines, Math.round((top - shape.box.south) / sub));
    for (let line = upper; line < lower; line++) {
      const north = top - (line + 0.5) * sub;
      for (let column = first; column < last; column++) {
        const at = line * columns + column;
        samples[at] = shape.at(box.west + (column + 0.5) * sub, north, samples[at]!, sub);
      }
    }
  }
  return pixelsOf(samples, width, count);
}

/** The means of the samples of each pixel, in few levels. */
function pixelsOf(samples: Int32Array, width: number, count: number): Uint8Array {
  const columns = width * SAMPLES;
  const pixels = new Uint8Array(width * count * 3);
  for (let line = 0; line < count; line++) {
    for (let column = 0; column < width; column++) {
      const at = line * SAMPLES * columns + column * SAMPLES;
      const four = [
        samples[at]!,
        samples[at + 1]!,
        samples[at + columns]!,
        samples[at + columns + 1]!,
      ];
      for (let band = 0; band < 3; band++) {
        const shift = 16 - 8 * band;
        let sum = 0;
        for (const colour of four) sum += (colour >> shift) & 255;
        pixels[(line * width + column) * 3 + band] =
          Math.min(MOST_LEVEL, Math.round(sum / 4 / LEVEL)) * LEVEL;
      }
    }
  }
  return pixels;
}
