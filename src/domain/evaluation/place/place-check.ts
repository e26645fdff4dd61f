// Whether the common movement holds in all parts of a raster: a mosaic may jump within itself.
//
// Where the pictures of a mosaic were joined wrongly, a part of it lies tens of centimetres beside the rest. A fit with
// rejection finds the place of the rest, and the windows in that part contradict it. The jump lies somewhere between
// both, and a window that sees it agrees with its larger part. So smaller windows are read there, and a component is
// sure only where a window that agrees is closer by far.
import { LEAST_REJECTED_M, type PlaceFit } from "./place-fit.ts";
import { LEAST_VALUES, readLook, type Look, type LookInput } from "./place-look.ts";
import { missesOf } from "./place-miss.ts";
import type { Sign } from "./place-search.ts";
import { spreadOver, type Point } from "./place-window.ts";
import { movedBy } from "./pose.ts";

/** Middles of windows on the plant plane: those that agree on the movement, and those that do not. */
export type Windows = { readonly agreed: readonly Point[]; readonly strayed: readonly Point[] };

/** Windows that are read besides those of the fit: at most so many, more would slow an evaluation down. */
const USUAL = { most: 200, apart_m: 25, half_m: 10 } as const;
/** Smaller ones, as far around a window that does not agree: they show where the jump lies. */
const CLOSE = { most: 400, apart_m: 5, half_m: 4, around_m: 40 } as const;
/** Metres around a window that are read, and pixels by which it is moved. */
const MARGIN_M = 0.6;
const REACH = 4;
/** Robust residuals of the fit that a window may lie beside it. */
const MOST_RESIDUALS = 5;

/** A movement that was found, the windows of its fit, the sign of the pattern and the blur of the picture. */
type Found = {
  readonly fit: Pick<PlaceFit, "pose" | "residual" | "agreed">;
  readonly looks: readonly Look[];
  readonly middle: Point;
  readonly sign: Sign;
  readonly blur: number | null;
};

/**
 * Compares the movement with windows between those of the fit.
 * @param candidates rows of components in the raster; `taken` are those whose windows the fit has
 */
export async function windowsOf(
  input: LookInput,
  candidates: readonly number[],
  taken: readonly number[],
  { fit, looks, middle, sign, blur }: Found,
): Promise<Windows> {
  const { centreX, centreY } = input.geometry;
  const moved = movedBy(fit.pose, middle);
  const most = Math.max(LEAST_REJECTED_M, MOST_RESIDUALS * fit.residual);
  const placeAt = (row: number): Point => [centreX[row]!, centreY[row]!];
  const compare = async (rows: readonly number[], half_m: number): Promise<Windows> => {
    const [agreed, strayed]: [Point[], Point[]] = [[], []];
    for (const own of rows.map(placeAt)) {
      const look = await readLook(input, own, moved(...own), MARGIN_M, LEAST_VALUES[0], half_m);
      if (!look) continue;
      const [miss] = missesOf(input, [look], fit.pose, middle, sign, REACH, blur).misses;
      const isThere = miss !== undefined && Math.hypot(miss.east, miss.north) <= most;
      (isThere ? agreed : strayed).push(own);
    }
    return { agreed, strayed };
  };
  const between = spreadOver(input.geometry, candidates, USUAL.most, taken, USUAL.apart_m);
  const usual = await compare(between, USUAL.half_m);
  const isAgreed = (look: Look) => fit.agreed.has(look);
  const agreed = [...looks.filter(isAgreed).map((one) => one.middle), ...usual.agreed];
  const strayed = [
    ...looks.filter((look) => !isAgreed(look)).map((one) => one.middle),
    ...usual.strayed,
  ];
  if (strayed.length === 0) return { agreed, strayed };
  const isClose = ([x, y]: Point) => nearest(strayed, x, y) <= CLOSE.around_m;
  const around = candidates.filter((row) => isClose(placeAt(row)));
  const close = spreadOver(input.geometry, around, CLOSE.most, [], CLOSE.apart_m);
  const small = await compare(close, CLOSE.half_m);
  // A window beside one that does not agree may see both sides of the jump, and agree with the larger one.
  const isWhole = (one: Point) => nearest(small.strayed, ...one) > 2 * CLOSE.half_m;
  const whole = small.agreed.filter(isWhole);
  const isRefuted = (one: Point) => nearest(whole, ...one) <= CLOSE.apart_m;
  return {
    agreed: [...agreed.filter((one) => !isClose(one)), ...whole],
    strayed: [...strayed.filter((one) => !isRefuted(one)), ...small.strayed],
  };
}

/** Distance to a window that agrees, as a part of that to one that does not, up to which a place is sure; less metres. */
const NEARER = { part: 0.4, metres: 1.5 } as const;

/** Whether what lies there is closer to windows that agree, by far. */
export function isAgreedAt({ agreed, strayed }: Windows, x: number, y: number): boolean {
  if (strayed.length === 0) return true;
  return nearest(agreed, x, y) <= NEARER.part * nearest(strayed, x, y) - NEARER.metres;
}

function nearest(points: readonly Point[], x: number, y: number): number {
  let best = Infinity;
  for (const [px, py] of points) best = Math.min(best, (px - x) ** 2 + (py - y) ** 2);
  return Math.sqrt(best);
}
