// How much groups of components differ from each other, as tables: by all of a plant together.
import { medianOf } from "../../median.ts";

/** Healthy components of a group whose median counts, and degrees of freedom of all groups. */
const LEAST_OF_GROUP = 4;
const LEAST_FREEDOM = 6;

/**
 * How much groups differ, in K. They do so in the whole plant alike: a few around each component show it roughly, all of
 * them together well. It is the variance about the mean of the few: their differences from their own median would be too
 * small, because one of them is that median.
 */
export function betweenGroups() {
  let [squares, freedom] = [0, 0];
  return {
    add(groups: readonly (readonly number[])[]) {
      const medians = groups.filter(({ length }) => length >= LEAST_OF_GROUP).map(medianOf);
      if (medians.length < 2) return;
      const mean = medians.reduce((sum, one) => sum + one, 0) / medians.length;
      squares += medians.reduce((sum, one) => sum + (one - mean) ** 2, 0);
      freedom += medians.length - 1;
    },
    spread: () => (freedom < LEAST_FREEDOM ? 0 : Math.sqrt(squares / freedom)),
  };
}
