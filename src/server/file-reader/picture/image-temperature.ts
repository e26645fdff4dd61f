// The temperatures of one radiometric image.
import type { Grid } from "../../../domain/image/measure.ts";
import { thermometerOf } from "../../../domain/image/planck.ts";
import { radiometryOf } from "./radiometry-reader.ts";

/**
 * Null for a camera whose maker publishes no formula.
 * @param emissivity in place of that of the file; 1 gives the apparent temperature
 * @throws FILE_REFUSED for a file without temperatures, or with broken ones
 */
export async function temperaturesOf(
  jpeg: Uint8Array,
  name: string,
  emissivity: number | null,
): Promise<Grid | null> {
  const { width, height, exact, counts } = await radiometryOf(jpeg, name);
  if (!exact) return null;
  const { planck, surroundings } = exact;
  const around = emissivity === null ? surroundings : { ...surroundings, emissivity };
  const celsius = thermometerOf(planck, around);
  // Counts are 16 bits: each is converted once.
  const known = new Float32Array(65_536).fill(Infinity);
  const values = Float32Array.from(counts, (count) => {
    if (known[count] === Infinity) known[count] = celsius(count);
    return known[count]!;
  });
  return { width, height, values };
}
