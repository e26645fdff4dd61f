// A raster with a number for "no data" that it does not state: the program that made it filled the outside, or a merge of
// two files has the number of one and the outside of the other.
import type { Raster } from "../../domain/raster/raster.ts";
import { celsiusOf, type TemperatureScale } from "../../domain/raster/temperature.ts";

/** Squares along the rim that are read: on each side, and pixels of each. */
const ON_SIDE = 16;
const SIDE = 16;
/** Squares that have one number alone, from which it is no temperature: a filled corner has some. */
const LEAST_SQUARES = 3;
/**
 * °C beyond which no surface of a plant in the sun is, and no thermal camera for plants measures. A tube without glass
 * may have the highest number of its camera alone, which is a temperature.
 */
const POSSIBLE_C = [-40, 600] as const;
/** Numbers at the end of what a sample can hold: with a whole square of them nothing was measured. */
const ends: Readonly<Partial<Record<Raster["sample"], readonly number[]>>> = {
  uint8: [255],
  uint16: [65_535],
  int16: [-32_768, 32_767],
};

const isImpossible = (celsius: number) => celsius <= POSSIBLE_C[0] || celsius >= POSSIBLE_C[1];

/**
 * Which numbers of a window stand for nothing, wherever they lie: the one that fills the outside, those that are no
 * temperature, and a 0 among decimals that lies in a square of four. Noise makes no two pixels alike to the last bit.
 * @param width of the window in pixels
 */
export function nothingIn(
  numbers: Float32Array | Float64Array,
  width: number,
  { sample }: Pick<Raster, "sample">,
  scale: TemperatureScale,
  fill: number | null,
): (at: number) => boolean {
  const celsius = celsiusOf(scale);
  const isDecimal = sample === "float32" || sample === "float64";
  const isInSquare = (at: number) =>
    [-1, 1].some((aside) => {
      const column = (at % width) + aside;
      if (column < 0 || column >= width || numbers[at + aside] !== 0) return false;
      const isBelow = (row: number) => numbers[at + row] === 0 && numbers[at + row + aside] === 0;
      return isBelow(width) || isBelow(-width);
    });
  return (at) => {
    const one = numbers[at]!;
    return one === fill || isImpossible(celsius(one)) || (isDecimal && one === 0 && isInSquare(at));
  };
}

/**
 * The number of the file that fills its outside, or a corner of it: 0, one that is no temperature, or the highest of
 * whole numbers, beside the one that the file states. Null where the picture reaches the rim: no picture has the same
 * number in whole squares.
 */
export async function fillOf(
  raster: Pick<Raster, "width" | "height" | "sample" | "read">,
  scale: TemperatureScale,
): Promise<number | null> {
  const { width, height, sample } = raster;
  if (width < SIDE || height < SIDE) return null;
  const celsius = celsiusOf(scale);
  const mayFill = (value: number) =>
    value === 0 || isImpossible(celsius(value)) || (ends[sample]?.includes(value) ?? false);
  const [right, bottom] = [width - SIDE, height - SIDE];
  const places = Array.from({ length: ON_SIDE }, (_, at) => at / (ON_SIDE - 1)).flatMap(
    (part): [number, number][] => [
      [part * right, 0],
      [part * right, bottom],
      [0, part * bottom],
      [right, part * bottom],
    ],
  );
  const squares = new Map<number, Set<string>>();
  for (const [left, top] of places) {
    const window = { column: Math.floor(left), row: Math.floor(top), width: SIDE, height: SIDE };
    const values = await raster.read(window, 0);
    const [first] = values;
    if (first === undefined || !mayFill(first)) continue;
    if (!values.every((value) => value === first)) continue;
    const own = squares.get(first) ?? new Set();
    squares.set(first, own);
    // The square in a corner is on two sides.
    own.add(`${window.column} ${window.row}`);
  }
  const [most] = [...squares].toSorted(([, a], [, b]) => b.size - a.size);
  return most && most[1].size >= LEAST_SQUARES ? most[0] : null;
}
