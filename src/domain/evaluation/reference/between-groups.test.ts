import { describe, expect, it } from "vitest";
import { betweenGroups, medianVarianceOf } from "./between-groups.ts";

describe("the error of a median of modules of some tables", () => {
  // Standard deviation of the median of 20,000 random plants, by NumPy 2.4: tables and modules differ normally.
  it.each([
    [0.3, 0.3, 3, 20, 0.1827],
    [0.3, 0.1, 3, 20, 0.1916],
    [0.15, 0.4, 3, 20, 0.1094],
    [0.6, 0.3, 4, 16, 0.3257],
    [0, 0.3, 3, 20, 0.0476],
    [0.3, 0.3, 12, 10, 0.0963],
  ])("where they differ by %f and %f K, %i tables of %i modules", (ofTable, own, tables, of, k) => {
    const spread = { between: ofTable ** 2, within: own ** 2 };
    const variance = medianVarianceOf(spread, Math.hypot(ofTable, own), tables * of, 1 / tables);
    expect(Math.sqrt(variance) / k).toBeGreaterThan(0.98);
    expect(Math.sqrt(variance) / k).toBeLessThan(1.03);
  });

  it("is that of all alike where too few tables are known", () => {
    const variance = medianVarianceOf({ between: 0, within: 0 }, 0.3, 64, 1);
    expect(variance).toBeCloseTo(((Math.PI / 2) * 0.09) / 64, 12);
  });
});

it("takes what medians of few modules differ by chance for no difference of tables", () => {
  let state = 3;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
  const normal = () => Math.sqrt(-2 * Math.log(next())) * Math.cos(2 * Math.PI * next());
  const found = (ofTable: number) => {
    const between = betweenGroups();
    for (let at = 0; at < 400; at++)
      between.add(
        Array.from({ length: 3 }, () => {
          const table = ofTable * normal();
          return Array.from({ length: 6 }, () => table + 0.3 * normal());
        }),
      );
    return between.spread();
  };
  const [none, some] = [found(0), found(0.3)];
  // Without it the six modules of each would make 0.14 K of nothing.
  expect(Math.sqrt(none.between)).toBeLessThan(0.06);
  expect(Math.sqrt(none.within)).toBeCloseTo(0.3, 1);
  expect(Math.sqrt(some.between)).toBeCloseTo(0.3, 1);
});
