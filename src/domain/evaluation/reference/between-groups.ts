// Variance between groups of components, such as tables, pooled over the plant.
import { medianOf } from "../../median.ts";
import { MAD_TO_SIGMA } from "../zonal-statistics.ts";

/** Healthy components of a group whose median counts, and degrees of freedom of all groups. */
const LEAST_OF_GROUP = 4;
const LEAST_FREEDOM = 6;

export type GroupSpread = {
  /** Square of the standard deviation between groups in K²; 0 where there are too few. */
  readonly between: number;
  /** Of the components inside of a group. */
  readonly within: number;
};

/**
 * How much groups differ, in K. They do so in the whole plant alike: a few around each component show it roughly, all of
 * them together well. It is the variance about the mean of the few: their differences from their own median would be too
 * small, because one of them is that median. What their medians differ by because they are those of a few components is
 * no difference of groups, and is taken off.
 */
export function betweenGroups() {
  let [squares, byChance, freedom] = [0, 0, 0];
  const away: number[] = [];
  return {
    add(groups: readonly (readonly number[])[]) {
      const counted = groups.filter(({ length }) => length >= LEAST_OF_GROUP);
      if (counted.length < 2) return;
      const medians = counted.map(medianOf);
      const mean = medians.reduce((sum, one) => sum + one, 0) / medians.length;
      const others = (medians.length - 1) / medians.length;
      squares += medians.reduce((sum, one) => sum + (one - mean) ** 2, 0);
      byChance += others * counted.reduce((sum, { length }) => sum + medianVariance(length), 0);
      freedom += medians.length - 1;
      for (const [at, own] of counted.entries()) {
        // About their own median values are nearer than about that of all such components.
        const wider = Math.sqrt(own.length / (own.length - 1));
        for (const one of own) away.push(wider * Math.abs(one - medians[at]!));
      }
    },
    spread(): GroupSpread {
      if (freedom < LEAST_FREEDOM) return { between: 0, within: 0 };
      const within = (MAD_TO_SIGMA * medianOf(away)) ** 2;
      return { between: Math.max(0, (squares - within * byChance) / freedom), within };
    },
  };
}

/** Variance of the median of so many normally distributed values, of 1 each: pi/2 over their number, for few ones less. */
const medianVariance = (count: number) => Math.PI / 2 / (count + Math.PI / 2 - 1);

/**
 * Variance in K² of the median of all components around, whose groups differ. A median is not a mean: a group that lies
 * far off counts as little as one that lies just beyond. Of two normal distributions, one of groups and one of the
 * components in them, it has a closed form, by Sheppard's probability that two normal values have the same sign.
 * @param spread_k standard deviation of all those around
 * @param count of them
 * @param share sum of the squares of each group's share of them
 */
export function medianVarianceOf(
  { between, within }: GroupSpread,
  spread_k: number,
  count: number,
  share: number,
): number {
  const all = between + within;
  const angle = all > 0 ? Math.asin(between / all) : 0;
  const ofGroups = all * angle * share;
  const ofOwn = ((Math.PI / 2 - angle) * spread_k ** 2) / count;
  return ofGroups + ofOwn;
}
