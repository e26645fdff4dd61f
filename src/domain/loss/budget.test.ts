import { expect, it } from "vitest";
import { bestRepairs, type Choice } from "./budget.ts";

function random(seed: number) {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

const valueOf = (choices: readonly Choice[], rows: readonly number[]) =>
  rows.reduce((sum, row) => sum + choices[row]!.value, 0);

/** All subsets. */
function bruteForce(choices: readonly Choice[], hours: number, parts: number): number {
  let best = 0;
  for (let set = 0; set < 2 ** choices.length; set++) {
    let [h, p, v] = [0, 0, 0];
    for (const [i, one] of choices.entries()) {
      if ((set & (1 << i)) === 0) continue;
      h += one.hours;
      p += one.parts;
      v += one.value;
    }
    if (h <= hours && p <= parts) best = Math.max(best, v);
  }
  return best;
}

/** Table over hours and parts, one repair after the other. */
function table(choices: readonly Choice[], hours: number, parts: number): number {
  const width = parts + 1;
  const best = new Float64Array((hours + 1) * width);
  for (const one of choices) {
    for (let h = hours; h >= one.hours; h--) {
      for (let p = parts; p >= one.parts; p--) {
        const before = best[(h - one.hours) * width + p - one.parts]!;
        best[h * width + p] = Math.max(best[h * width + p]!, before + one.value);
      }
    }
  }
  return best[hours * width + parts]!;
}

function choicesOf(count: number, seed: number, kinds: readonly (readonly [number, number])[]) {
  const next = random(seed);
  return Array.from({ length: count }, (): Choice => {
    const [hours, parts] = kinds[Math.floor(next() * kinds.length)]!;
    return { hours, parts, value: Math.round(next() ** 3 * 1000) };
  });
}

it.each([1, 2, 3, 4, 5, 6])("chooses what all subsets cannot beat (%i)", (seed) => {
  const kinds = [
    [1, 1],
    [2, 0],
    [5, 1],
    [3, 2],
  ] as const;
  const choices = choicesOf(14, seed, kinds);
  for (const [hours, parts] of [
    [9, 3],
    [4, 0],
    [20, 8],
    [0, 5],
  ] as const) {
    const rows = bestRepairs(choices, { crew_hours: hours, spare_parts: parts });
    expect(valueOf(choices, rows)).toBe(bruteForce(choices, hours, parts));
    expect(new Set(rows).size).toBe(rows.length);
    const sum = (of: (one: Choice) => number) =>
      rows.reduce((total, row) => total + of(choices[row]!), 0);
    expect(sum((one) => one.hours)).toBeLessThanOrEqual(hours);
    expect(sum((one) => one.parts)).toBeLessThanOrEqual(parts);
  }
});

it.each([7, 8])("is exact for hundreds of repairs of two kinds (%i)", (seed) => {
  const choices = choicesOf(400, seed, [
    [1, 1],
    [2, 0],
  ]);
  for (const [hours, parts] of [
    [80, 20],
    [300, 200],
    [1000, 7],
  ] as const) {
    const rows = bestRepairs(choices, { crew_hours: hours, spare_parts: parts });
    expect(valueOf(choices, rows)).toBe(table(choices, hours, parts));
  }
});

it("stays within 1 % of the best for many kinds", () => {
  const kinds = Array.from({ length: 9 }, (_, i) => [1 + (i % 5), i % 3] as const);
  const choices = choicesOf(900, 11, kinds);
  const rows = bestRepairs(choices, { crew_hours: 700, spare_parts: 250 });
  const best = table(choices, 700, 250);
  expect(valueOf(choices, rows)).toBeGreaterThan(0.99 * best);
  expect(valueOf(choices, rows)).toBeLessThanOrEqual(best);
});

it("chooses nothing from nothing", () => {
  expect(bestRepairs([], { crew_hours: 10, spare_parts: 1 })).toEqual([]);
});
