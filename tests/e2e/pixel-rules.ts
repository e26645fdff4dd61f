// What must hold for the pixels of a picture of the plant, whatever is in it.
import { differenceCiede2000 } from "culori";
import sharp from "sharp";

export type Pixels = { readonly data: Uint8Array; readonly width: number; readonly height: number };
export type Rgb = readonly [red: number, green: number, blue: number];

export async function pixelsOf(picture: Uint8Array): Promise<Pixels> {
  const { data, info } = await sharp(picture)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data: new Uint8Array(data), width: info.width, height: info.height };
}

export function colourAt({ data, width }: Pixels, x: number, y: number): Rgb {
  const at = (y * width + x) * 3;
  return [data[at]!, data[at + 1]!, data[at + 2]!];
}

/** The largest difference of a channel, 0 to 255. */
export const apart = (a: Rgb, b: Rgb): number =>
  Math.max(...a.map((level, channel) => Math.abs(level - b[channel]!)));

const difference = differenceCiede2000();
const asCulori = ([r, g, b]: Rgb) => ({ mode: "rgb", r: r / 255, g: g / 255, b: b / 255 }) as const;

/** ΔE 2000 of two colours. */
export const deltaE = (a: Rgb, b: Rgb): number => difference(asCulori(a), asCulori(b));

const around = [-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dx) => [dx, dy] as const));
const neighbours = around.filter(([dx, dy]) => dx !== 0 || dy !== 0);

/** Grey levels: a speck differs from all neighbours by more, and they differ from each other by less. */
const [SPECK, ALIKE] = [16, 8];

/** Pixels that are unlike all their neighbours, which are all alike. */
export function specks(picture: Pixels): (readonly [x: number, y: number])[] {
  const found: (readonly [number, number])[] = [];
  for (let y = 1; y < picture.height - 1; y += 1)
    for (let x = 1; x < picture.width - 1; x += 1) {
      const own = colourAt(picture, x, y);
      const first = colourAt(picture, x - 1, y - 1);
      const isSpeck = neighbours.every(([dx, dy]) => {
        const near = colourAt(picture, x + dx, y + dy);
        return apart(near, own) > SPECK && apart(near, first) < ALIKE;
      });
      if (isSpeck) found.push([x, y]);
    }
  return found;
}

export type Edges = {
  /** Pixels that lie between two colours. */
  readonly count: number;
  /** Of those, which have neither of the two. */
  readonly mixed: number;
  /** Of those, which are no mixture of what is around them and of what lies below. */
  readonly wrong: readonly string[];
};

/** Grey levels by which both sides of an edge differ at least, and which rounding may add. */
const [EDGE, ROUNDING] = [24, 3];
/** Share of a component's colour that its dark rim on the map keeps, at least. */
const RIM = 0.55;

/**
 * Looks at each pixel with one colour on its left, or above it, and another on the other side. Between two components
 * lies a gap that may be narrower than a pixel: what lies below it is the third colour that may be mixed in. A component
 * that is large enough has a dark rim of one pixel on the map.
 * @param without the same place without the plant
 */
export function edges(picture: Pixels, without: Pixels): Edges {
  let [count, mixed] = [0, 0];
  const wrong: string[] = [];
  const look = (x: number, y: number, dx: number, dy: number) => {
    const [a2, a, own, b, b2] = [-2, -1, 0, 1, 2].map((step) =>
      colourAt(picture, x + step * dx, y + step * dy),
    ) as [Rgb, Rgb, Rgb, Rgb, Rgb];
    if (apart(a, a2) > 0 || apart(b, b2) > 0 || apart(a, b) < EDGE) return;
    count += 1;
    const isSide = apart(own, a) <= ROUNDING || apart(own, b) <= ROUNDING;
    if (!isSide) mixed += 1;
    // At a corner a third component is near.
    const colours = [...neighbours.map(([i, j]) => colourAt(picture, x + i, y + j)), a, b];
    colours.push(colourAt(without, x, y));
    const isBetween = own.every((level, channel) => {
      const sides = colours.map((colour) => colour[channel]!);
      return level >= RIM * Math.min(...sides) - ROUNDING && level <= Math.max(...sides) + ROUNDING;
    });
    if (!isBetween) wrong.push(`${x},${y}: ${own} between ${a} and ${b} over ${colours.at(-1)}`);
  };
  for (let y = 2; y < picture.height - 2; y += 1)
    for (let x = 2; x < picture.width - 2; x += 1) {
      look(x, y, 1, 0);
      look(x, y, 0, 1);
    }
  return { count, mixed, wrong };
}

/** Whether a colour is another one under a shadow, or in a little more light: all channels have nearly one share of it. */
function isShadeOf(colour: Rgb, other: Rgb): boolean {
  const shares = colour.map((level, channel) => level / Math.max(1, other[channel]!));
  return Math.max(...shares) < 1.04 && Math.max(...shares) - Math.min(...shares) < 0.06;
}

function mostFrequent(picture: Pixels): Rgb {
  const counts = new Map<string, number>();
  for (let y = 0; y < picture.height; y += 1)
    for (let x = 0; x < picture.width; x += 1) {
      const key = colourAt(picture, x, y).join();
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  const [[key] = [""]] = [...counts].toSorted(([, a], [, b]) => b - a);
  return key.split(",").map(Number) as [number, number, number];
}

/**
 * Pixels that are like all their neighbours and no shade of the same place without the plant: faces of components.
 */
export function faces(picture: Pixels, without: Pixels): (readonly [x: number, y: number])[] {
  const found: (readonly [number, number])[] = [];
  const ground = mostFrequent(without);
  for (let y = 1; y < picture.height - 1; y += 1)
    for (let x = 1; x < picture.width - 1; x += 1) {
      const own = colourAt(picture, x, y);
      if (isShadeOf(own, ground)) continue;
      if (isShadeOf(own, colourAt(without, x, y))) continue;
      const isFlat = neighbours.every(
        ([dx, dy]) => apart(own, colourAt(picture, x + dx, y + dy)) === 0,
      );
      if (isFlat) found.push([x, y]);
    }
  return found;
}

/** The colours of the faces of components, with their numbers of pixels. */
export function flatColours(picture: Pixels, without: Pixels): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [x, y] of faces(picture, without)) {
    const key = colourAt(picture, x, y).join();
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}
