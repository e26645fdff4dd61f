// A raster that states no number for "no data", and has one all the same: the program that made it filled the outside.
import type { Raster } from "../../domain/raster/raster.ts";
import { celsiusOf, type TemperatureScale } from "../../domain/raster/temperature.ts";

/** Squares along the rim that are read: on each side, and pixels of each. */
const ON_SIDE = 16;
const SIDE = 16;
/** Squares that have one number alone, and their share of all, from which it is no temperature. */
const LEAST = { squares: 3, share: 0.1 } as const;
/** °C that no surface outdoors has. */
const IMPOSSIBLE_C = -100;

/**
 * The number of the file that fills its outside: 0, or one that is no temperature. Null where the file states one itself,
 * and where the picture reaches the rim: no picture has the same number in a whole square.
 */
export async function fillOf(
  raster: Pick<Raster, "width" | "height" | "nodata" | "read">,
  scale: TemperatureScale,
): Promise<number | null> {
  const { width, height, nodata } = raster;
  if (nodata !== null || width < SIDE || height < SIDE) return null;
  const celsius = celsiusOf(scale);
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
    if (first === undefined || !(first === 0 || celsius(first) <= IMPOSSIBLE_C)) continue;
    if (values.every((value) => value === first)) squares.set(first, (squares.get(first) ?? 0) + 1);
  }
  const [most] = [...squares].toSorted(([, a], [, b]) => b - a);
  if (!most || most[1] < LEAST.squares || most[1] < LEAST.share * places.length) return null;
  return most[0];
}
