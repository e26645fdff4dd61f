// Whether a hot spot has the shape of cells, or that of a reflection of the sun.
//
// A hot cell fills a square of the grid of cells, or half of one. A reflection of the sun is a disc anywhere on the
// glass, also one as large as a cell or larger. Both are fitted to the pixels around the spot, blurred as in the whole survey; the
// likelier one counts. A camera from above cannot know more: the angle of the sun to each pixel is not in a mosaic.
import type { ComponentType } from "../../component/component.ts";
import { likeliest, PARTS, placesOf, type SurveyModel } from "./spot-restore.ts";
import { spreadsOf, type EdgeBlur, type SpotPatch } from "./spot-patch.ts";
import { cellShapes, discsOf, fittedShapes, LARGEST_M, type Shape } from "./spot-template.ts";

/** Logarithm of how much likelier a disc must be: cells are not quite evenly warm. Our limit. */
const LIKELIER = 12;
/**
 * In a blurred picture disc and cell differ by less than that, so a cell must be likelier by this. Metres from which a
 * picture is blurred so, and from which it shows no shapes: the blur is then nearly as wide as a reflection. Our limits.
 */
const UNLIKELIER = -4;
const [BLURRED_M, NO_SHAPE_M] = [0.048, 0.058] as const;
/** Metres by which the grid of cells is moved, up to half a cell. */
const ANYWHERE = [-0.09, -0.06, -0.03, 0, 0.03, 0.06, 0.09] as const;

/** Metres of a pixel from which one that lies half a pixel beside its place hides the shape; at 3 cm it does not. */
const SHAPE_LOST_M = 0.035;
/** Metres of a pixel from which a reflection of 15 cm has two pixels. */
const PIXEL_LOST_M = 0.075;

/** Whether pixels say nothing of the shape of a spot that is no larger than a reflection. */
export function hasLostShapes({ is_nearest, pixel_m2, blur }: Sharp): boolean {
  const pixel_m = Math.sqrt(pixel_m2);
  const isBeside = is_nearest === true && pixel_m > SHAPE_LOST_M;
  return isBeside || pixel_m > PIXEL_LOST_M || seenFor(pixel_m, blur?.pixels ?? 0) > NO_SHAPE_M;
}

/** Names the rasters in which hot cells and reflections look alike. Absorber tubes have no cells. */
export function filesWithLostShapes(type: ComponentType) {
  const files = new Set<string>();
  return {
    visit(file: string, one: Sharp): void {
      if (type === "module" && hasLostShapes(one)) files.add(file);
    },
    files: (): string[] => [...files],
  };
}

type Sharp = {
  readonly is_nearest?: boolean | undefined;
  readonly pixel_m2: number;
  readonly blur?: EdgeBlur | undefined;
};

/** Standard deviation in metres of what a pixel sees. */
const seenFor = (pixel_m: number, blur: number) => spreadsOf({ pixel_m, blur_ratio: 1 }, blur)[0];

/**
 * Numbers of the spots of a module that are discs or may be, see `SpotPatch.isHot`.
 * @param blur_pixels as the edges of the modules show it: discs alone look sharper than they are
 * @param isOnWarm on a module with a warm substring: its sides hide the shape
 */
export function roundSpots(
  patch: SpotPatch,
  likely: readonly SurveyModel[],
  blur_pixels: number,
  isOnWarm = false,
): Set<number> {
  const spots = new Set(patch.isHot);
  spots.delete(0);
  const round = new Set<number>();
  if (spots.size === 0) return round;
  const isBlurred = mayBeBoth(patch, likely, blur_pixels);
  const size = sizeOf(patch, likely, blur_pixels);
  const isLost = isOnWarm || hasLostShapes(size);
  // Soil at an edge then looks like a group of cells.
  const isDull = seenFor(patch.pixel_m, size.blur.pixels) > NO_SHAPE_M;
  for (const spot of spots) {
    const part = partOf(patch, spot);
    const isRound = isLost ? isDull || !isLarge(part) : isDisc(part, likely, isBlurred);
    if (isRound) round.add(spot);
  }
  return round;
}

/** Whether what is no cell for sure may be one, because the picture is blurred or its pixels show no shapes. */
export function mayBeBoth(
  patch: SpotPatch,
  likely: readonly SurveyModel[],
  blur_pixels: number,
): boolean {
  const size = sizeOf(patch, likely, blur_pixels);
  return hasLostShapes(size) || seenFor(patch.pixel_m, size.blur.pixels) > BLURRED_M;
}

const sizeOf = (
  { is_nearest, pixel_m }: SpotPatch,
  likely: readonly SurveyModel[],
  blur_pixels: number,
) => ({
  is_nearest,
  pixel_m2: pixel_m ** 2,
  blur: { pixels: Math.max(blur_pixels, likeliest(likely).blur), ratio: 1 },
});

/** True for a spot that is warm over more than the largest reflection; what is half as warm as its peak counts. */
function isLarge({ values, isHot, pixel_m }: SpotPatch): boolean {
  const hot = values.filter((_, at) => isHot[at] !== 0);
  const half = hot.reduce((most, one) => Math.max(most, one), 0) / 2;
  const area = hot.reduce((sum, one) => sum + (one >= half ? pixel_m ** 2 : 0), 0);
  return area > Math.PI * (LARGEST_M + pixel_m / 2) ** 2;
}

/** Whether a disc is likelier than cells; in a blurred picture whether it may be one. */
function isDisc(patch: SpotPatch, likely: readonly SurveyModel[], isBlurred: boolean): boolean {
  const { blur } = likeliest(likely);
  const least = isBlurred ? UNLIKELIER : LIKELIER;
  // Reflections among the spots may hide whether the cells are whole or half ones.
  const cells = (offsets?: readonly number[]) =>
    Math.max(
      ...PARTS.flatMap((parts) => placesOf(patch, { parts, blur }, offsets)).map(({ log }) => log),
    );
  const shape = (shapes: readonly Shape[]) => likeliest(fittedShapes(patch, blur, shapes)).log;
  const disc = shape(discsOf(patch));
  if (disc - cells() <= least) return false;
  // The plant does not state its cells: none that a module may have must fit as well, wherever it lies.
  if (disc - shape(cellShapes(patch)) <= Math.min(0, least)) return false;
  return disc - cells(ANYWHERE) > least;
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
