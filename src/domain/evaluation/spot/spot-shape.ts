// Whether a hot spot has the shape of cells, or that of a reflection of the sun.
//
// A hot cell fills a square of the grid of cells, or half of one. A reflection of the sun is a disc anywhere on the
// glass, also one as large as a cell or larger. Both are fitted to the pixels around the spot, blurred as in the whole survey; the
// likelier one counts. A camera from above cannot know more: the angle of the sun to each pixel is not in a mosaic.
import { likeliest, PARTS, placesOf, type SurveyModel } from "./spot-restore.ts";
import type { SpotPatch } from "./spot-patch.ts";
import { cellShapes, discsOf, fittedShapes, LARGEST_M, type Shape } from "./spot-template.ts";

/** Logarithm of how much likelier a disc must be: cells are not quite evenly warm. Our limit. */
const LIKELIER = 12;
/** Metres by which the grid of cells is moved, up to half a cell. */
const ANYWHERE = [-0.09, -0.06, -0.03, 0, 0.03, 0.06, 0.09] as const;

/** Metres of a pixel from which one that lies half a pixel beside its place hides the shape; at 3 cm it does not. */
const SHAPE_LOST_M = 0.035;

/** Whether pixels say nothing of the shape of a spot that is no larger than a reflection. */
export const hasLostShapes = ({
  is_nearest,
  pixel_m2,
}: {
  readonly is_nearest?: boolean | undefined;
  readonly pixel_m2: number;
}): boolean => is_nearest === true && pixel_m2 > SHAPE_LOST_M ** 2;

/** Numbers of the spots of a module that are discs, see `SpotPatch.isHot`. */
export function roundSpots(patch: SpotPatch, likely: readonly SurveyModel[]): Set<number> {
  const spots = new Set(patch.isHot);
  spots.delete(0);
  const round = new Set<number>();
  for (const spot of spots) {
    const part = partOf(patch, spot);
    const isRound = hasLostShapes({ ...part, pixel_m2: part.pixel_m ** 2 })
      ? !isLarge(part)
      : roundness(part, likely) > LIKELIER;
    if (isRound) round.add(spot);
  }
  return round;
}

/** True for a spot that is warm over more than the largest reflection; what is half as warm as its peak counts. */
function isLarge({ values, isHot, pixel_m }: SpotPatch): boolean {
  const hot = values.filter((_, at) => isHot[at] !== 0);
  const half = hot.reduce((most, one) => Math.max(most, one), 0) / 2;
  const area = hot.reduce((sum, one) => sum + (one >= half ? pixel_m ** 2 : 0), 0);
  return area > Math.PI * (LARGEST_M + pixel_m / 2) ** 2;
}

/** Logarithm of how much likelier a disc is than cells; `LIKELIER` or less where it is not clearly so. */
export function roundness(patch: SpotPatch, likely: readonly SurveyModel[]): number {
  const { blur } = likeliest(likely);
  // Reflections among the spots may hide whether the cells are whole or half ones.
  const cells = (offsets?: readonly number[]) =>
    Math.max(
      ...PARTS.flatMap((parts) => placesOf(patch, { parts, blur }, offsets)).map(({ log }) => log),
    );
  const shape = (shapes: readonly Shape[]) => likeliest(fittedShapes(patch, blur, shapes)).log;
  const disc = shape(discsOf(patch));
  const more = disc - cells();
  if (more <= LIKELIER) return more;
  // The plant does not state its cells: none that a module may have must fit as well, wherever it lies.
  const whole = disc - shape(cellShapes(patch)) + LIKELIER;
  return whole <= LIKELIER ? whole : Math.min(more, whole, disc - cells(ANYWHERE));
}

/** Pixels beside a spot that belong to it, in pixels. */
const REACH = 4;

/** The pixels of one spot and those around it; those of other spots are left out. */
function partOf(patch: SpotPatch, spot: number): SpotPatch {
  const { isHot, u, v, pixel_m } = patch;
  const own = [...isHot.keys()].filter((at) => isHot[at] === spot);
  return kept(patch, (at) => {
    if (isHot[at] !== 0) return isHot[at] === spot;
    return own.some((one) => Math.hypot(u[one]! - u[at]!, v[one]! - v[at]!) <= REACH * pixel_m);
  });
}

/** The pixels around the spots of a module without those of some of them; null where none is left. */
export function withoutSpots(patch: SpotPatch, spots: ReadonlySet<number>): SpotPatch | null {
  const { isHot, u, v, pixel_m } = patch;
  if ([...isHot].every((spot) => spot === 0 || spots.has(spot))) return null;
  const taken = [...isHot.keys()].filter((at) => spots.has(isHot[at]!));
  return kept(
    patch,
    (at) =>
      !taken.some((one) => Math.hypot(u[one]! - u[at]!, v[one]! - v[at]!) <= REACH * pixel_m) ||
      (isHot[at] !== 0 && !spots.has(isHot[at]!)),
  );
}

function kept(patch: SpotPatch, isIn: (at: number) => boolean): SpotPatch {
  const { values, u, v, isHot } = patch;
  const at = [...isHot.keys()].filter(isIn);
  const numbers = (from: Float32Array) => Float32Array.from(at, (one) => from[one]!);
  return {
    ...patch,
    values: numbers(values),
    u: numbers(u),
    v: numbers(v),
    isHot: Uint8Array.from(at, (one) => isHot[one]!),
  };
}
