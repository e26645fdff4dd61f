// A raster with a number for "no data" that it does not state: the program that made it filled the outside, or a merge of
// two files has the number of one and the outside of the other.
import type { ComponentType } from "../../../domain/component/component.ts";
import type { Raster } from "../../../domain/raster/raster.ts";
import { celsiusOf, type TemperatureScale } from "../../../domain/raster/temperature.ts";

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
 * °C from which the highest number of a sample, and a number that fills whole squares, is none of a module: cells that
 * break down reach 150 to 200 °C, and no plastic lasts beyond. Tubes without glass are as hot as their fluid.
 */
const HOTTEST_MODULE_C = 200;
const isFillOf = (celsius: number, type: ComponentType | null) =>
  isImpossible(celsius) || (type === "module" && celsius >= HOTTEST_MODULE_C);

/** Steps in which programs round decimals: hundredths, or multiples of them. */
const STEP = 0.01;
/** Numbers of the file beside 0 that show whether the picture goes through it. */
const BESIDE_ZERO = 1;

/**
 * Whether 0 is a number like others: as many beside it as a frozen surface has, and all rounded to steps. DJI's
 * exports have tenths of a degree, so pixels of 0.0 °C lie side by side.
 */
function isZeroMeasured(numbers: Float32Array | Float64Array): boolean {
  let [zeros, beside, rounded] = [0, 0, 0];
  for (const one of numbers) {
    if (one === 0) zeros += 1;
    else if (Math.abs(one) <= BESIDE_ZERO) {
      beside += 1;
      const steps = one / STEP;
      if (Math.abs(steps - Math.round(steps)) < 0.001) rounded += 1;
    }
  }
  return beside * 4 >= zeros && beside > 0 && rounded >= 0.99 * beside;
}

/** Pixels of the number that hang together with the rim of the window, sides touching. */
function fromRim(
  numbers: Float32Array | Float64Array,
  width: number,
  fill: number,
): (at: number) => boolean {
  const reached = new Uint8Array(numbers.length);
  const open: number[] = [];
  const reach = (at: number) => {
    if (numbers[at] !== fill || reached[at] === 1) return;
    reached[at] = 1;
    open.push(at);
  };
  const height = numbers.length / width;
  for (let row = 0; row < height; row++) {
    const isEnd = row === 0 || row === height - 1;
    for (let column = 0; column < width; column += isEnd ? 1 : Math.max(1, width - 1))
      reach(row * width + column);
  }
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (at % width > 0) reach(at - 1);
    if (at % width < width - 1) reach(at + 1);
    if (at >= width) reach(at - width);
    if (at + width < numbers.length) reach(at + width);
  }
  return (at) => reached[at] === 1;
}

/**
 * Which numbers of a window stand for nothing: the one that fills the outside and those that are no temperature,
 * wherever they lie, and a 0 among decimals that lies in a square of four. Noise makes no two pixels alike to the last
 * bit, but rounding does. A highest number that may be a temperature stands for nothing only where it comes in from the
 * rim of the window: within, it is a spot that the sample cannot tell from hotter ones.
 * @param type what is measured; null where it is not known
 * @param width of the window in pixels
 */
export function nothingIn(
  numbers: Float32Array | Float64Array,
  width: number,
  { sample }: Pick<Raster, "sample">,
  scale: TemperatureScale,
  fill: number | null,
  type: ComponentType | null = null,
): (at: number) => boolean {
  const celsius = celsiusOf(scale);
  // Whether the outside has it or not: holes between the pictures of a mosaic have it, too.
  const none = (ends[sample] ?? []).filter((one) => isFillOf(celsius(one), type));
  const isDecimal = (sample === "float32" || sample === "float64") && !isZeroMeasured(numbers);
  const mayBeHot = fill !== null && (ends[sample]?.includes(fill) ?? false) && !none.includes(fill);
  const isFill = mayBeHot ? fromRim(numbers, width, fill) : (at: number) => numbers[at] === fill;
  const isInSquare = (at: number) =>
    [-1, 1].some((aside) => {
      const column = (at % width) + aside;
      if (column < 0 || column >= width || numbers[at + aside] !== 0) return false;
      const isBelow = (row: number) => numbers[at + row] === 0 && numbers[at + row + aside] === 0;
      return isBelow(width) || isBelow(-width);
    });
  return (at) => {
    const one = numbers[at]!;
    return (
      isFill(at) ||
      isImpossible(celsius(one)) ||
      none.includes(one) ||
      (isDecimal && one === 0 && isInSquare(at))
    );
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
  type: ComponentType | null = null,
): Promise<number | null> {
  const { width, height, sample } = raster;
  if (width < SIDE || height < SIDE) return null;
  const celsius = celsiusOf(scale);
  const mayFill = (value: number) =>
    value === 0 || isFillOf(celsius(value), type) || (ends[sample]?.includes(value) ?? false);
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
