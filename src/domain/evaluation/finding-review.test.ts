import { expect, it } from "vitest";
import { keyFigureByKey } from "../key-figure/key-figure.ts";
import type { FlagReason } from "./flagged-finding.ts";
import {
  isSameFinding,
  kappaOf,
  outcomeOf,
  verdictRefusal,
  verdicts,
  type Verdict,
  type VerdictKind,
} from "./finding-review.ts";
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

const refused = (key: string, value: number, reasons: FlagReason[], verdict: Partial<Verdict>) => {
  const key_figure_id = keyFigureByKey(key)!.id;
  const finding = { state: "open" as const, dt_id: "A", key_figure_id, value, reasons };
  const given = { verdict: "accept" as const, moved_to: null, stated_as: null, ...verdict };
  return verdictRefusal({ ...finding, own: false, given: 0 }, given, 1)?.reason ?? null;
};

it("asks what an accepted finding is where the survey leaves that open, and only there", () => {
  expect(refused("review_mark", 5, ["warm"], {})).toBe("finding_without_fault");
  expect(refused("review_mark", 5, ["warm"], { stated_as: "open_circuit" })).toBeNull();
  expect(refused("review_mark", 5, ["warm"], { stated_as: "hotspot" })).toBe("finding_not_stated");
  expect(refused("review_mark", 5, ["warm"], { verdict: "reject" })).toBeNull();
  expect(
    refused("review_mark", 5, ["warm"], { verdict: "reject", stated_as: "open_circuit" }),
  ).toBe("finding_not_stated");
  expect(refused("review_mark", 4, ["reflection"], {})).toBe("finding_without_fault");
  expect(refused("review_mark", 4, ["reflection"], { stated_as: "hotspot" })).toBeNull();
  expect(refused("module_missing", 2, ["absence"], {})).toBe("finding_without_fault");
  expect(refused("module_missing", 2, ["absence"], { stated_as: "module_missing" })).toBeNull();
  expect(refused("hotspots", 3, ["warm"], { stated_as: "connected" })).toBeNull();
  expect(refused("hotspots", 3, ["reflection"], {})).toBeNull();
  expect(refused("module_offline", 1, ["limit"], {})).toBeNull();
  expect(refused("module_offline", 1, ["limit"], { stated_as: "open_circuit" })).toBe(
    "finding_not_stated",
  );
});

it("is disputed where two reviewers state different faults", () => {
  const as = (stated_as: Verdict["stated_as"]): Verdict => ({
    verdict: "accept",
    moved_to: null,
    stated_as,
  });
  expect(outcomeOf([as("open_circuit"), as("short_circuit")], 2).state).toBe("disputed");
  expect(outcomeOf([as("open_circuit"), as("open_circuit")], 2)).toEqual({
    state: "accepted",
    moved_to: null,
    stated_as: "open_circuit",
  });
});
