// A raster with a number for "no data" that it does not state: the program that made it filled the outside, or a merge of
// two files has the number of one and the outside of the other.
import type { Raster } from "../../domain/raster/raster.ts";
import { celsiusOf, type TemperatureScale } from "../../domain/raster/temperature.ts";

/** Squares along the rim that are read: on each side, and pixels of each. */
const ON_SIDE = 16;
const SIDE = 16;
/** Squares that have one number alone, from which it is no temperature: a corner is filled in some. */
const LEAST_SQUARES = 3;
/** °C that no surface in the sun has. */
const POSSIBLE_C = [-40, 150] as const;

/** Whether a number of the file may stand for nothing: 0, or one that is no temperature. */
const mayFill = (scale: TemperatureScale) => {
  const celsius = celsiusOf(scale);
  return (value: number) =>
    value === 0 || celsius(value) <= POSSIBLE_C[0] || celsius(value) >= POSSIBLE_C[1];
};

/**
 * Whether all pixels of a component have one number that may stand for nothing: then nothing was seen there.
 * @param values °C
 */
export function isFilled(values: ArrayLike<number>, scale: TemperatureScale): boolean {
  const first = values[0] ?? NaN;
  const isNothing =
    first === celsiusOf(scale)(0) || first <= POSSIBLE_C[0] || first >= POSSIBLE_C[1];
  return isNothing && Array.from(values).every((one) => one === first);
}

/**
 * The number of the file that fills its outside: 0, or one that is no temperature, beside the one that it states. Null
 * where the picture reaches the rim: no picture has the same number in a whole square.
 */
export async function fillOf(
  raster: Pick<Raster, "width" | "height" | "read">,
  scale: TemperatureScale,
): Promise<number | null> {
  const { width, height } = raster;
  if (width < SIDE || height < SIDE) return null;
  const isFill = mayFill(scale);
  const [right, bottom] = [width - SIDE, height - SIDE];
  const places = Array.from({ length: ON_SIDE }, (_, at) => at / (ON_SIDE - 1)).flatMap(
    (part): [number, number][] => [
      [part * right, 0],
      [part * right, bottom],
      [0, part * bottom],
      [right, part * bottom],
    ],
  );
  const squares = new Map<number, number>();
  for (const [column, row] of places) {
    const window = { column: Math.floor(column), row: Math.floor(row), width: SIDE, height: SIDE };
    const values = await raster.read(window, 0);
    const [first] = values;
    if (first === undefined || !isFill(first)) continue;
    if (values.every((value) => value === first)) squares.set(first, (squares.get(first) ?? 0) + 1);
  }
  const [most] = [...squares].toSorted(([, a], [, b]) => b - a);
  return most && most[1] >= LEAST_SQUARES ? most[0] : null;
}
