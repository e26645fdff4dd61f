import * as fc from "fast-check";
import { expect, test } from "vitest";
import { NO_ROW, type Geometry } from "../component/component-index.ts";
import { matchRows, type Candidates, type PreviousLevel } from "./twin-match.ts";

type Known = {
  readonly id?: string;
  readonly pcs?: string;
  readonly parent?: number;
  readonly at?: readonly [x: number, y: number];
  readonly isRemoved?: boolean;
  /** Removed before the place of removed components was kept. */
  readonly isPlaceLost?: boolean;
};
type New = Omit<Known, "isRemoved" | "isPlaceLost">;

/** Components that say nothing about their place are far from each other. */
const placeOf = ({ at }: Known, index: number, from: number) => at ?? [from + index * 10, 0];

function previousOf(known: readonly Known[]): PreviousLevel {
  const places = known.map((one, row) => placeOf(one, row, 0));
  const geometry = {
    type: "module",
    count: known.length,
    parent: Uint32Array.from(known, ({ parent, isRemoved }) =>
      isRemoved ? NO_ROW : (parent ?? NO_ROW),
    ),
    removedParent: Uint32Array.from(known, ({ parent, isRemoved }) =>
      isRemoved ? (parent ?? NO_ROW) : NO_ROW,
    ),
    centreX: Float32Array.from(places, ([x]) => x!),
    centreY: Float32Array.from(places, ([, y]) => y!),
    length: Float32Array.from(known, ({ isRemoved }) => (isRemoved ? 0 : 2)),
    width: Float32Array.from(known, ({ isPlaceLost }) => (isPlaceLost ? 0 : 1)),
  } as unknown as Geometry;
  const ids = known.map(({ id }, row) => id ?? `module-${row + 1}`);
  return {
    geometry,
    names: {
      count: known.length,
      dtId: (row) => ids[row]!,
      pcs: (row) => known[row]!.pcs ?? "",
    },
  };
}

function candidatesOf(news: readonly New[]): Candidates {
  const places = news.map((one, i) => placeOf(one, i, 1e5));
  return {
    count: news.length,
    dtId: news.map(({ id }) => id ?? null),
    pcs: news.map(({ pcs }) => pcs ?? ""),
    parentRow: Uint32Array.from(news, ({ parent }) => parent ?? NO_ROW),
    centreX: Float64Array.from(places, ([x]) => x!),
    centreY: Float64Array.from(places, ([, y]) => y!),
  };
}

const match = (known: readonly Known[], news: readonly New[]) => [
  ...matchRows(previousOf(known), candidatesOf(news)),
];

test("an ID decides, whatever the name and the place are, also for a removed component", () => {
  const known: Known[] = [
    { id: "a", pcs: "1", at: [0, 0] },
    { id: "b", pcs: "2", at: [5, 0] },
    { id: "c", pcs: "3", at: [9, 0], isRemoved: true },
  ];
  const news: New[] = [
    { id: "b", pcs: "1", at: [0, 0] },
    { id: "c", pcs: "9", at: [70, 0] },
    { id: "d", pcs: "1", at: [0, 0] },
  ];
  expect(match(known, news)).toEqual([1, 2, NO_ROW]);
});

test("a row that an ID has taken is given to no other component by name or place", () => {
  const known: Known[] = [{ id: "a", pcs: "1", at: [0, 0] }];
  expect(match(known, [{ id: "a", pcs: "2", at: [50, 0] }, { pcs: "1" }])).toEqual([0, NO_ROW]);
  expect(match(known, [{ pcs: "1" }, { id: "a" }])).toEqual([NO_ROW, 0]);
  expect(match(known, [{ at: [0, 0] }, { id: "a" }])).toEqual([NO_ROW, 0]);
});

const names = fc.constantFrom("", "1", "2", "12");
const parents = fc.constantFrom(NO_ROW, 1, 11);

test("without an ID, a name finds the component if both have it alone under the same parent", () => {
  const known = fc
    .record({ pcs: names, parent: parents, isRemoved: fc.boolean() })
    .map((one) => ({ ...one, isPlaceLost: one.isRemoved }));
  const news = fc.record(
    { pcs: names, parent: parents, id: fc.constantFrom("module-1", "new") },
    { requiredKeys: ["pcs", "parent"] },
  );
  const isSame = (a: Known, b: Known) => a.pcs === b.pcs && a.parent === b.parent;
  fc.assert(
    fc.property(
      fc.array(known, { maxLength: 8 }),
      fc.uniqueArray(news, { maxLength: 8, selector: ({ id }) => id ?? Symbol() }),
      (before, after) => {
        const taken = after.some(({ id }) => id === "module-1") ? 0 : -1;
        const expected = after.map((one) => {
          if (one.id !== undefined) return one.id === "module-1" && before.length > 0 ? 0 : NO_ROW;
          const rivals = after.filter((other) => other.id === undefined && isSame(one, other));
          const rows = [...before.keys()].filter(
            (row) => !before[row]!.isRemoved && isSame(before[row]!, one),
          );
          const isFound =
            one.pcs !== "" && rivals.length === 1 && rows.length === 1 && rows[0] !== taken;
          return isFound ? rows[0]! : NO_ROW;
        });
        // Few that changed their parent are found by a name that is unique in the plant.
        const pairs = after.flatMap(({ pcs, id }, index) => {
          const rows = [...before.keys()].filter(
            (row) => !before[row]!.isRemoved && before[row]!.pcs === pcs,
          );
          const isOne = after.filter((other) => other.pcs === pcs).length === 1;
          return pcs !== "" && isOne && rows.length === 1 ? [{ id, index, row: rows[0]! }] : [];
        });
        const agreed = pairs.filter(({ index, row }) => expected[index] === row);
        const moved = pairs.filter(
          ({ id, index, row }) =>
            id === undefined && expected[index] === NO_ROW && !expected.includes(row),
        );
        const all = [...expected];
        if (agreed.length >= 4 * moved.length) for (const { index, row } of moved) all[index] = row;
        expect(match(before, after)).toEqual(all);
      },
    ),
    { numRuns: 300 },
  );
});

test("a name that is unique in the plant finds the few that moved, not another part with the same names", () => {
  const known: Known[] = "abcdefgh".split("").map((pcs) => ({ pcs, parent: 1 }));
  const news: New[] = known.map((one) => ({ ...one }));
  const elsewhere: New = { pcs: "c", parent: 2, at: [500, 500] };
  expect(match(known, news.with(2, elsewhere))).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  const other = known.map((one, i): New => ({ ...one, parent: 2, at: [900 + i * 10, 0] }));
  expect(match(known, other)).toEqual(known.map(() => NO_ROW));
});

const gone = (isRemoved: boolean) => ({ isRemoved, isPlaceLost: isRemoved });

test("without ID and name, the nearest free component within half a metre is the same one", () => {
  const place = fc.tuple(fc.integer({ min: -14, max: 14 }), fc.integer({ min: -14, max: 14 }));
  // No two distances are equal.
  const apart = (places: readonly (readonly [number, number])[], salt: number) =>
    places.map(([x, y], i) => [x / 9 + i * 3.1e-4 + salt, y / 9 - i * 1.7e-4] as const);
  fc.assert(
    fc.property(
      fc.array(fc.tuple(place, fc.integer({ max: 4, min: 0 })), { maxLength: 20 }),
      fc.array(place, { maxLength: 20 }),
      (drawn, drawnNews) => {
        const places = apart(
          drawn.map(([at]) => at),
          0,
        );
        const known = places.map((at, row) => ({ at, ...gone(drawn[row]![1] === 0) }));
        const news = apart(drawnNews, 1.3e-3).map((at) => ({ at }));
        const free = new Set([...known.keys()].filter((row) => !known[row]!.isRemoved));
        const expected = news.map(({ at: [x, y] }) => {
          const near = [...free]
            .map((row) => {
              const [knownX, knownY] = known[row]!.at.map(Math.fround);
              return { row, distance: Math.hypot(knownX! - x, knownY! - y) };
            })
            .filter(({ distance }) => distance < 0.5)
            .toSorted((a, b) => a.distance - b.distance);
          const row = near[0]?.row ?? NO_ROW;
          free.delete(row);
          return row;
        });
        expect(match(known, news)).toEqual(expected);
      },
    ),
    { numRuns: 200 },
  );
});

test("a removed component is found as it was, after those that exist", () => {
  const removed: Known = { pcs: "1", parent: 4, at: [0, 0], isRemoved: true };
  // By its name under its last parent, by its place, and not by its name under another one.
  expect(match([removed], [{ pcs: "1", parent: 4, at: [90, 0] }])).toEqual([0]);
  // The place decides alone if the file says no other name.
  expect(match([removed], [{ pcs: "", parent: 7, at: [0.3, 0] }])).toEqual([0]);
  expect(match([removed], [{ pcs: "1", parent: 7, at: [0.3, 0] }])).toEqual([0]);
  expect(match([removed], [{ pcs: "9", parent: 7, at: [0.3, 0] }])).toEqual([NO_ROW]);
  expect(match([removed], [{ pcs: "1", parent: 7, at: [90, 0] }])).toEqual([NO_ROW]);
  const both: Known[] = [removed, { pcs: "1", parent: 4, at: [50, 0] }];
  expect(match(both, [{ pcs: "1", parent: 4, at: [50, 0] }])).toEqual([1]);
  expect(match([removed, { pcs: "2", at: [0.2, 0] }], [{ pcs: "3", at: [0, 0] }])).toEqual([1]);
  expect(match([{ ...removed, isPlaceLost: true }], [{ pcs: "1", parent: 4, at: [0, 0] }])).toEqual(
    [NO_ROW],
  );
});

test("half a metre away is another component", () => {
  expect(match([{ at: [0, 0] }], [{ at: [0.5, 0] }])).toEqual([NO_ROW]);
  expect(match([{ at: [0, 0] }], [{ at: [0, -0.499] }])).toEqual([0]);
});

test("a place is asked for no component that has an ID or was found by its name", () => {
  const known: Known[] = [{ pcs: "1", at: [0, 0] }, { at: [3, 0] }];
  expect(match(known, [{ id: "new", at: [3, 0] }, { pcs: "9" }])).toEqual([NO_ROW, NO_ROW]);
  expect(match(known, [{ pcs: "1", at: [3, 0] }])).toEqual([0]);
});

test("a name is stronger than a place, and a place is left to the others", () => {
  const known: Known[] = [
    { pcs: "1", at: [0, 0] },
    { pcs: "2", at: [3, 0] },
  ];
  // The two have changed places; the third has no name and stands where "1" was.
  expect(
    match(known, [{ pcs: "2", at: [0, 0] }, { pcs: "1", at: [3, 0] }, { at: [0, 0] }]),
  ).toEqual([1, 0, NO_ROW]);
  // A new name at a known place is a component that was renamed.
  expect(match(known, [{ pcs: "3", at: [3.1, 0] }])).toEqual([1]);
});
