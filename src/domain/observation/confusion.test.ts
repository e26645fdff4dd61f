// The confusion table, against figures worked out by hand and against another way of counting.
import { expect, test } from "vitest";
import { confusionOf } from "./confusion.ts";

const pair = (drone: number, person: number) => ({ drone, person });
const times = (count: number, drone: number, person: number) =>
  Array.from({ length: count }, () => pair(drone, person));

test("kappa of the textbook example of two readers of 50 cases is 0.4", () => {
  // 20 yes/yes, 5 yes/no, 10 no/yes, 15 no/no: observed 0.7, by chance 0.5.
  const found = confusionOf([
    ...times(20, 1, 1),
    ...times(5, 1, 0),
    ...times(10, 0, 1),
    ...times(15, 0, 0),
  ])!;
  expect(found.agreed).toBe(35);
  expect(found.kappa).toBeCloseTo(0.4, 12);
  expect(found.byClass).toEqual([
    { value: 0, seen: 20, said: 25, both: 15 },
    { value: 1, seen: 30, said: 25, both: 20 },
  ]);
  expect(found.cells.map((row) => row.map((cell) => cell.length))).toEqual([
    [15, 10],
    [5, 20],
  ]);
});

test("nothing, one class, and classes that one side never uses", () => {
  expect(confusionOf([])).toBeNull();
  expect(confusionOf(times(3, 2, 2))).toMatchObject({ agreed: 3, kappa: null });
  const never = confusionOf([pair(4, 1), pair(1, 1)])!;
  expect(never.classes).toEqual([1, 4]);
  expect(never.kappa).toBeCloseTo(0, 12);
});

test("agrees with a count over indicator vectors for random pairs", () => {
  let seed = 7;
  const next = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  for (let round = 0; round < 50; round += 1) {
    const pairs = Array.from({ length: 1 + Math.floor(next() * 200) }, () =>
      pair(1 + Math.floor(next() * 4), 1 + Math.floor(next() * 4)),
    );
    const found = confusionOf(pairs)!;
    const n = pairs.length;
    // Pearson's phi of indicators gives covariances; kappa is twice their sum over the disagreement by chance.
    const share = (test: (one: (typeof pairs)[number]) => boolean) => pairs.filter(test).length / n;
    let above = 0;
    let chance = 0;
    for (const value of [1, 2, 3, 4]) {
      const [d, p] = [share((one) => one.drone === value), share((one) => one.person === value)];
      above += share((one) => one.drone === value && one.person === value) - d * p;
      chance += d * p;
    }
    expect(found.agreed).toBe(pairs.filter(({ drone, person }) => drone === person).length);
    if (chance < 1) expect(found.kappa).toBeCloseTo(above / (1 - chance), 10);
  }
});
