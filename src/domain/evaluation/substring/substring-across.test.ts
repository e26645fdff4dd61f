import { expect, it } from "vitest";
import { acrossBypass, commonThirds, overCommon, thirdsOf } from "./substring-across.ts";

const along = Array.from({ length: 60 }, (_, at) => (at + 0.5) / 60);
const module = (kelvin: (u: number) => number) =>
  thirdsOf(
    along,
    along.map((u, at) => 45 + kelvin(u) + 0.1 * ((at % 3) - 1)),
  );
const bypassOf = (kelvin: (u: number) => number) => acrossBypass(module(kelvin), 45, 3);

it("finds one and two thirds that are warm as a whole", () => {
  expect(bypassOf((u) => (u < 1 / 3 ? 6 : 0))).toMatchObject({ warm_substrings: 1 });
  const two = bypassOf((u) => (u > 1 / 3 ? 5 : 0));
  expect(two!.warm_substrings).toBe(2);
  expect(two!.over_k).toBeCloseTo(5, 0);
});

it("finds none in a warm or shaded module, in soil, in cells and without pixels", () => {
  expect(bypassOf(() => 6)).toBeNull();
  expect(bypassOf((u) => (u > 0.75 ? -6 : 0))).toBeNull();
  // The rest of a module that is warm and shaded is no normal one.
  expect(bypassOf((u) => (u > 2 / 3 ? -6 : 4))).toBeNull();
  expect(bypassOf((u) => 12 * Math.max(0, 1 - u / 0.3))).toBeNull();
  expect(bypassOf((u) => (u > 0.1 && u < 0.2 ? 20 : 0))).toBeNull();
  expect(acrossBypass(thirdsOf([0.1, 0.5, 0.9], [50, 45, 45]), 45, 3)).toBeNull();
});

it("leaves out what all modules have in common, as a warmer upper end", () => {
  const slope = (u: number) => 8 * (u - 0.5);
  const common = commonThirds(Array.from({ length: 9 }, () => [module(slope), 45]));
  expect(acrossBypass(overCommon(module(slope)!, common), 45, 2)).toBeNull();
  const warm = module((u) => slope(u) + (u < 1 / 3 ? 6 : 0))!;
  expect(acrossBypass(overCommon(warm, common), 45, 3)).toMatchObject({ warm_substrings: 1 });
});
