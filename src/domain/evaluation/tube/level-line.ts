// Whether whole lines of tubes lie on another temperature level than others, as where two rasters of another hour meet
// between them: along no line there is a step then.
//
// Lines are compared at like fluids only. Wrong conditions make tubes of one fluid wrong alike, whatever their line.
import { lowerMedianOf, medianOf } from "../../median.ts";
import { BEYOND, MOST_FLUID_K, WITHIN, type LevelTube } from "./level-step.ts";

/** Tubes of a line that are compared, and of one fluid in it, so that a few faulty ones do not count. Our limits. */
const [LEAST_OF_LINE, LEAST_OF_FLUID] = [12, 5] as const;
/** Part of them that agree with their middle: faulty ones differ among themselves. Our limit. */
const LEAST_ALIKE = 0.6;
/** K by which the parts of the scale are moved: one of them has the end of a line and the beginning of the next one. */
const BEGINS = [0, 2, 4, 6, 8] as const;

/**
 * Share of the tubes that lie in lines on another level than most of them. Lines whose fluid is stated as one number are
 * not compared: what it is at each tube is not known, and two lines of a loop differ by it.
 * @param lines tubes by line
 * @param relative_k standard uncertainty in K of a camera between two places of an image
 */
export function shareInOtherLines(
  lines: readonly (readonly LevelTube[])[],
  relative_k: number,
): number {
  const known = lines.flatMap((own) => {
    const fluids = own.map(({ fluid }) => fluid);
    const reach =
      fluids.reduce((most, one) => Math.max(most, one), -Infinity) - Math.min(...fluids);
    if (own.length < LEAST_OF_LINE || !(reach > MOST_FLUID_K)) return [];
    const bins = BEGINS.map((begin) =>
      Map.groupBy(own, ({ fluid }) => `${begin} ${Math.floor((fluid - begin) / MOST_FLUID_K)}`),
    );
    const levels = bins
      .flatMap((all) => [...all])
      .flatMap(([bin, all]) => {
        // Both lines at the same fluid: what wrong conditions make changes with it.
        const [begin = 0, part = 0] = bin.split(" ").map(Number);
        const fluid = begin + (part + 0.5) * MOST_FLUID_K;
        const level = levelOf(all, relative_k) ?? levelBeside(own, fluid, relative_k);
        return level === null ? [] : [[bin, level] as const];
      });
    return [{ count: own.length, levels }];
  });
  const byFluid = Map.groupBy(
    known.flatMap(({ levels }) => levels),
    ([bin]) => bin,
  );
  const heights = known.flatMap(({ count, levels }) => {
    const over = levels.flatMap(([bin, level]) => {
      const others = byFluid.get(bin)!;
      return others.length > 1 ? [level - lowerMedianOf(others.map(([, one]) => one))] : [];
    });
    return over.length > 0 ? [{ count, height: medianOf(over) }] : [];
  });
  const compared = heights.reduce((sum, { count }) => sum + count, 0);
  const near = (height: number) =>
    heights.reduce(
      (sum, one) => sum + (Math.abs(one.height - height) <= BEYOND * relative_k ? one.count : 0),
      0,
    );
  const most = heights.reduce((best, { height }) => Math.max(best, near(height)), 0);
  const all = lines.reduce((sum, { length }) => sum + length, 0);
  return all === 0 ? 0 : (compared - most) / all;
}

/** The middle of what tubes of one fluid show; null where too few agree. */
function levelOf(tubes: readonly LevelTube[], relative_k: number): number | null {
  if (tubes.length < LEAST_OF_FLUID) return null;
  const level = medianOf(tubes.map(({ miss_k }) => miss_k));
  const sigma = Math.hypot(relative_k, medianOf(tubes.map(({ noise_k }) => noise_k)));
  const alike = tubes.filter(({ miss_k }) => Math.abs(miss_k - level) <= WITHIN * sigma);
  return alike.length >= LEAST_ALIKE * tubes.length ? level : null;
}

/** K of fluid to both sides from which the level at one fluid is taken. Over that, what wrong conditions make is straight. */
const BESIDE_K = 30;
/** Of those tubes, how far two lie apart at least that give a line: closer ones give any slope. */
const FAR_SHARE = 0.5;

/**
 * The level of a line at a fluid at which too few of its tubes agree, as where its end is faulty: that of the straight
 * line with the least median distance to those beside it (Rousseeuw 1984), which nearly half of them cannot change.
 * Null where too few agree with it.
 */
function levelBeside(
  tubes: readonly LevelTube[],
  fluid: number,
  relative_k: number,
): number | null {
  const near = tubes
    .filter((one) => Math.abs(one.fluid - fluid) <= BESIDE_K)
    .toSorted((one, other) => one.fluid - other.fluid);
  if (near.length < LEAST_OF_LINE) return null;
  const far = Math.ceil(FAR_SHARE * near.length);
  let best = { distance: Infinity, slope: 0, level: NaN };
  const awayBy = (slope: number, level: number) =>
    near.map((one) => Math.abs(one.miss_k - level - slope * (one.fluid - fluid)));
  for (let at = 0; at + far < near.length; at++) {
    for (const other of near.slice(at + far)) {
      const one = near[at]!;
      const apart = other.fluid - one.fluid;
      if (!(apart > 0)) continue;
      const slope = (other.miss_k - one.miss_k) / apart;
      const level = one.miss_k + slope * (fluid - one.fluid);
      const distance = medianOf(awayBy(slope, level));
      if (distance < best.distance) best = { distance, slope, level };
    }
  }
  const sigma = Math.hypot(relative_k, medianOf(near.map(({ noise_k }) => noise_k)));
  const alike = awayBy(best.slope, best.level).filter((away) => away <= WITHIN * sigma);
  return alike.length >= LEAST_ALIKE * near.length ? best.level : null;
}
