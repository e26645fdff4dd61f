// Temperature excess of hot cells, restored from blur. Spots that may be reflections of the sun are flagged.
import type { EvaluationSettings } from "../evaluation-settings.ts";
import type { MeasuredModule, ModulePattern } from "../module/module-pattern.ts";
import { COVERAGE } from "../tube/tube-heat.ts";
import { onGrid } from "./spot-place.ts";
import {
  likeliest,
  restoreSpots,
  surveyModels,
  type CellModel,
  type RestoredSpot,
} from "./spot-restore.ts";
import { mayBeBoth, roundSpots, withoutSpots } from "./spot-shape.ts";

export type HotCells = {
  /** What the hot cells of the modules have of warmth, by row; null where nothing of the spots is left. */
  readonly spots: Map<number, RestoredSpot | null>;
  /** Modules with a spot that has the shape of a reflection of the sun. */
  readonly reflecting: Set<number>;
  /** What the spots show of blur and cells; null where there are too few of them. */
  readonly cells: CellModel | null;
};

/** Modules with spots that show blur and cells. Our limit. */
const LEAST_SPOTS = 8;

export function hotCells(
  measured: readonly MeasuredModule[],
  { blur_pixels }: EvaluationSettings,
): HotCells {
  const all = measured.flatMap(({ row, pattern: { patch, is_weak, warm_substrings } }) =>
    patch ? [{ row, patch, is_weak, isOnWarm: warm_substrings > 0 }] : [],
  );
  const hot = all.filter(({ is_weak }) => !is_weak);
  const weak = all.filter(({ is_weak }) => is_weak);
  const seen = hot.map(({ patch }) => patch);
  const patches = seen.map((patch) => onGrid(patch, blur_pixels));
  const likely = surveyModels(patches, blur_pixels);
  const round = patches.map((patch, at) =>
    roundSpots(patch, likely, blur_pixels, hot[at]!.isOnWarm),
  );
  const left = patches.map((patch, at) => {
    if (round[at]!.size === 0) return patch;
    const rest = withoutSpots(seen[at]!, round[at]!);
    return rest && onGrid(rest, blur_pixels);
  });
  const cells = left.filter((patch) => patch !== null);
  // Reflections say nothing of the blur and of the cells.
  const isSame = cells.length === patches.length;
  const models = isSame ? likely : surveyModels(cells, blur_pixels);
  const restored = restoreSpots(cells, models, blur_pixels);
  const of = new Map(cells.map((patch, at) => [patch, restored[at]!]));
  const spots = new Map<number, RestoredSpot | null>(
    hot.map(({ row }, at) => [row, left[at] ? of.get(left[at])! : null]),
  );
  const reflecting = new Set(hot.flatMap(({ row }, at) => (round[at]!.size > 0 ? [row] : [])));
  // Weak spots say little of blur and cells: they count only where there are no others.
  const weakPatches = weak.map(({ patch }) => onGrid(patch, blur_pixels));
  const weakModels = models.length > 0 ? models : surveyModels(weakPatches, blur_pixels);
  for (const [at, spot] of restoreSpots(weakPatches, weakModels, blur_pixels).entries()) {
    const isRound = roundSpots(weakPatches[at]!, weakModels, blur_pixels).size > 0;
    spots.set(weak[at]!.row, isRound ? null : spot);
    // Where no shape is seen, a weak spot may be a cell that is hotter than it looks.
    if (isRound && mayBeBoth(weakPatches[at]!, weakModels, blur_pixels))
      reflecting.add(weak[at]!.row);
  }
  return {
    spots,
    reflecting,
    cells: cells.length >= LEAST_SPOTS ? likeliest(models) : null,
  };
}

/** Standard uncertainties below which the warmth of a cell may be noise. Our limit. */
const SIGNIFICANT = 3;

/**
 * The pattern with what its hot cells have; without spots where they may be reflections. A cell that is less warm than
 * a hotspot for sure, or that may be none at all, is no hotspot, and as warm as it is.
 */
export function withCells(
  pattern: ModulePattern,
  spot: RestoredSpot | null | undefined,
  least_k: number,
): ModulePattern {
  if (spot === undefined) return pattern;
  if (spot === null) return { ...pattern, spots: 0, spot_k: 0, hot_cells: 0 };
  const { peak_k, standard_k, cells } = spot;
  // A spot that was not hot as it is seen must be a hotspot; one that was must not be.
  const reach = pattern.is_weak ? -standard_k : COVERAGE * standard_k;
  if (peak_k < SIGNIFICANT * standard_k || peak_k + reach < least_k)
    return { ...pattern, spot_k: peak_k, spots: 0, hot_cells: 0 };
  return { ...pattern, spot_k: peak_k, hot_cells: cells };
}
