import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isMutated, processorTime } from "../../../tests/fixtures/processor-time.ts";
import { MISSING_U8 } from "./column.ts";
import { classPlaces, maskedRows, sortRows } from "./column-sort.ts";
import { keyFigureByKey } from "../key-figure/key-figure.ts";

/** Sorting rows as objects: missing last, ties in row order. */
function slowly(mask: number[] | null, values: number[], missing: number, isDescending: boolean) {
  return values
    .map((value, row) => ({ value, row }))
    .filter(({ row }) => mask === null || mask[row] === 1)
    .toSorted((a, b) => {
      const [isLeft, isRight] = [a, b].map(({ value }) => Object.is(value, missing));
      if (isLeft || isRight) return Number(isLeft) - Number(isRight) || a.row - b.row;
      return (isDescending ? b.value - a.value : a.value - b.value) || a.row - b.row;
    })
    .map(({ row }) => row);
}

const direction = fc.constantFrom("ascending" as const, "descending" as const);

describe("sorting rows", () => {
  test("orders measured values like a sort of objects, both zeros equal, missing last", () => {
    const value = fc.oneof(
      fc.float({ noDefaultInfinity: true }),
      fc.constantFrom(0, -0, NaN, 1, -1),
    );
    fc.assert(
      fc.property(
        fc.array(fc.tuple(value, fc.nat({ max: 1 })), { maxLength: 200 }),
        fc.boolean(),
        direction,
        (drawn, isMasked, way) => {
          const values = drawn.map(([one]) => Math.fround(one));
          const mask = isMasked ? drawn.map(([, one]) => one) : null;
          const rows = sortRows(mask && Uint8Array.from(mask), Float32Array.from(values), way);
          expect([...rows]).toEqual(slowly(mask, values, NaN, way === "descending"));
        },
      ),
      { numRuns: 60 },
    );
  });

  test("orders classes and ranks alike", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(0, 1, 2, 3, 4, 255)), direction, (values, way) => {
        const isDescending = way === "descending";
        expect([...sortRows(null, Uint8Array.from(values), way)]).toEqual(
          slowly(null, values, MISSING_U8, isDescending),
        );
        const ranks = values.map((value) => value * 100_003);
        expect([...sortRows(null, Uint32Array.from(ranks), way)]).toEqual(
          slowly(null, ranks, -1, isDescending),
        );
      }),
      { numRuns: 30 },
    );
  });

  test("keeps the rows of the mask in their order", () => {
    expect([...maskedRows(Uint8Array.of(0, 1, 1, 0), 4)]).toEqual([1, 2]);
    expect([...maskedRows(null, 3)]).toEqual([0, 1, 2]);
  });

  test.skipIf(isMutated)(
    "filters and sorts a million values within the goal's order of magnitude",
    () => {
      const values = Float32Array.from({ length: 1_000_000 }, (_, i) => (i * 7919) % 65_536);
      const mask = Uint8Array.from({ length: 1_000_000 }, (_, i) => (i % 4 === 0 ? 0 : 1));
      let rows: ReturnType<typeof sortRows> | undefined;
      // The goal is 150 ms (npm run bench); here the code runs for the first time.
      const spent = processorTime(() => (rows = sortRows(mask, values, "ascending")));
      expect(spent).toBeLessThan(600);
      expect(rows).toHaveLength(750_000);
    },
  );
});

test("classes are sorted as the catalogue lists them, whatever their numbers", () => {
  const classes = keyFigureByKey("class_of_abnormality")!;
  // Safety relevant, slight, unknown, missing, none, thermal.
  const values = Uint8Array.of(3, 4, 77, MISSING_U8, 1, 2);
  const rows = sortRows(null, classPlaces(values, classes), "ascending");
  expect([...rows]).toEqual([4, 1, 5, 0, 2, 3]);
});
