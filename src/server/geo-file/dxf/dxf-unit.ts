// The unit that a drawing states ($INSUNITS of its header), beside that of the reference system next to it.
// Source: Autodesk, DXF reference, HEADER section.
import { placesApart } from "../../../domain/geometry/ground-distance.ts";
import { systemFrom } from "../system/system.ts";

/** Symbol and metres. */
const units: Readonly<Record<number, readonly [symbol: string, metres: number]>> = {
  1: ["in", 0.0254],
  2: ["ft", 0.3048],
  4: ["mm", 0.001],
  5: ["cm", 0.01],
  6: ["m", 1],
  7: ["km", 1000],
  10: ["yd", 0.9144],
  21: ["ft (US)", 1200 / 3937],
};
/** A grid may be scaled by some thousandths; metres and feet differ by far more. */
const SAME_UNIT = 0.05;
/** Units of a system in degrees are no lengths. */
const LONGEST_UNIT_M = 2000;
const STEP = 100;

/**
 * The symbol of the stated unit where the system counts in another one; null where they agree, or one is not known.
 * @param stated code of the header
 * @param system as the file beside the drawing says it
 * @param place x, y of the drawing
 */
export function otherUnit(
  stated: number,
  system: string,
  [x = 0, y = 0]: ArrayLike<number> & Iterable<number>,
): string | null {
  const unit = Object.hasOwn(units, stated) ? units[stated] : undefined;
  const known = unit && systemFrom(system);
  if (!unit || !known) return null;
  const metres = placesApart(known.toLonLat(x, y), known.toLonLat(x + STEP, y)) / STEP;
  if (!(metres > 0 && metres < LONGEST_UNIT_M)) return null;
  return Math.abs(metres / unit[1] - 1) > SAME_UNIT ? unit[0] : null;
}
