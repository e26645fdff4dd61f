import { expect, it } from "vitest";
import { isSameFinding, kappaOf, verdicts, type VerdictKind } from "./finding-review.ts";
import { normalNumbers } from "./scene.fixture.ts";

type Pair = readonly [VerdictKind, VerdictKind];
const times = (count: number, ...pair: Pair): Pair[] => Array.from({ length: count }, () => pair);

it("gives the kappa of the textbook's two readers of 50 cases", () => {
  const pairs = [
    ...times(20, "accept", "accept"),
    ...times(5, "accept", "reject"),
    ...times(10, "reject", "accept"),
    ...times(15, "reject", "reject"),
  ];
  expect(kappaOf(pairs)).toBeCloseTo(0.4, 12);
});

it("is one less the disagreement over that of every verdict of one with every verdict of the other", () => {
  const random = normalNumbers(3);
  const pick = () => verdicts[Math.min(2, Math.floor(Math.abs(random()) * 1.5))]!;
  for (let run = 0; run < 50; run++) {
    const pairs = Array.from({ length: 4 + run }, (): Pair => {
      const first = pick();
      return [first, random() > 0 ? first : pick()];
    });
    const differ = pairs.filter(([a, b]) => a !== b).length / pairs.length;
    const every = pairs.flatMap(([a]) => pairs.map(([, b]) => a !== b));
    const byChance = every.filter(Boolean).length / every.length;
    const kappa = kappaOf(pairs);
    if (byChance === 0) expect(kappa).toBe(1);
    else expect(kappa).toBeCloseTo(1 - differ / byChance, 12);
  }
});

it("says nothing about fewer than two findings", () => {
  expect(kappaOf([["accept", "accept"]])).toBeNull();
});

it("takes a finding for the same where key figure and class are", () => {
  const before = { key_figure_id: 42, value: 1 };
  expect(isSameFinding(before, { key_figure_id: 42, value: 1 })).toBe(true);
  expect(isSameFinding(before, { key_figure_id: 42, value: 2 })).toBe(false);
  expect(isSameFinding(before, { key_figure_id: 59, value: 1 })).toBe(false);
});
