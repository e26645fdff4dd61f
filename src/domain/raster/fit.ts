// Whether an orthomosaic lies where the plant's components are, and how it would have to be moved.
import { z } from "zod";
import type { Refusal } from "../error.ts";
import { inverse, toMap, type Affine } from "./raster.ts";

const number = z.number();
const affineShape = z.tuple([number, number, number, number, number, number]);

/** A movement of the whole raster onto the components, found by the pattern of their rows. */
export const fitShape = z.object({
  /** Metres to the east and to the north, at the middle of the compared places. */
  shift_m: z.tuple([number, number]),
  /** Thousandths of a radian, counter-clockwise. */
  turn_mrad: number,
  /** 1 changes nothing. */
  scale: number,
  /** Root of the mean square distance in metres of the compared places that remains after the movement. */
  residual_m: number,
  /** The same before the movement; null of checks by earlier versions. */
  before_m: number.nullable(),
  /** Places that were compared. */
  blocks: number.int(),
  /** Another place is nearly as good: the rows beside it, for example. */
  is_ambiguous: z.boolean(),
  component_type: z.enum(["module", "mirror", "sce", "absorber_tube"]),
  twin_version: number.int(),
  /** Of the moved raster, see `Affine`. */
  to_map: affineShape,
  /** Of the moved raster: west, south, east, north in degrees. */
  bounds: z.tuple([number, number, number, number]),
});
export type Fit = z.infer<typeof fitShape>;

/** Types that a raster is compared with, the most visible first. */
export const fittedTypes = fitShape.shape.component_type.options;

/** The place that the file states, or the one that the check proposes. */
export const placementIds = ["stated", "proposed"] as const;
export type PlacementId = (typeof placementIds)[number];

/** What of an orthomosaic decides whether it can be moved. */
export type FitFacts = {
  readonly state: string;
  readonly fit: Fit | null;
  readonly placement: PlacementId;
};

/** Why the place cannot be checked, or null. */
export function fitRefusal({ state }: Pick<FitFacts, "state">): Refusal | null {
  return state === "ready" ? null : { reason: "orthomosaic_not_ready" };
}

/** Why the orthomosaic cannot be put there, or null. */
export function placementRefusal({ state, fit }: FitFacts, to: PlacementId): Refusal | null {
  if (state !== "ready") return { reason: "orthomosaic_not_ready" };
  return to === "proposed" && fit === null ? { reason: "orthomosaic_fit_missing" } : null;
}

/** "+0.84 m E, -0.31 m N, 0.2 mrad, × 1.0003": the same in all languages, for the history. */
export function movementWords({ shift_m: [east, north], turn_mrad, scale }: Fit): string {
  const signed = (value: number) => `${value < 0 ? "-" : "+"}${Math.abs(value).toFixed(2)} m`;
  return `${signed(east)} E, ${signed(north)} N, ${turn_mrad.toFixed(2)} mrad, × ${scale.toFixed(5)}`;
}

type Point = readonly [x: number, y: number];

/**
 * The affine image of pixels in which three pixels have the given coordinates.
 * Null if the pixels lie on a line.
 */
export function affineThrough(
  pixels: readonly [Point, Point, Point],
  places: readonly [Point, Point, Point],
): Affine | null {
  const from = ([o, u, v]: readonly [Point, Point, Point]): Affine => [
    u[0] - o[0],
    v[0] - o[0],
    o[0],
    u[1] - o[1],
    v[1] - o[1],
    o[1],
  ];
  const back = inverse(from(pixels));
  if (!back) return null;
  const onto = from(places);
  const at = (column: number, row: number) => toMap(onto, ...toMap(back, column, row));
  const [c, f] = at(0, 0);
  const [ac, df] = at(1, 0);
  const [bc, ef] = at(0, 1);
  return [ac - c, bc - c, c, df - f, ef - f, f];
}
