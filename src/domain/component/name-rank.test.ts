import * as fc from "fast-check";
import { expect, test } from "vitest";
import { namesFrom } from "../column/column.fixture.ts";
import { NO_ROW } from "./component-index.ts";
import { placesOf, rankNames, sortByPlace } from "./name-rank.ts";

test("ranks names by their numbers, ignoring case", () => {
  const names = ["T10", "T2", "t2", "", "A-1.10", "A-1.9", "A-01.2", "10", "9"];
  const ranks = [...rankNames(namesFrom(names), "dt_id")];
  const ordered = names.toSorted(
    (a, b) => (ranks[names.indexOf(a)] ?? 0) - (ranks[names.indexOf(b)] ?? 0),
  );
  expect(ordered).toEqual(["", "9", "10", "A-01.2", "A-1.9", "A-1.10", "T2", "t2", "T10"]);
  expect(ranks[1]).toBe(ranks[2]);
});

test("ranks the plant's own names or the IDs, as it is asked", () => {
  const names = namesFrom(["c", "b", "a"], ["1", "3", "2"]);
  expect([...rankNames(names, "pcs")]).toEqual([0, 2, 1]);
  expect([...rankNames(names, "dt_id")]).toEqual([2, 1, 0]);
});

/** Numbers by their size, as a library of languages compares them. */
const natural = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

test("components are ordered by the place of their parents, then by their own names", () => {
  const name = fc.constantFrom("SCA 1", "SCA 2", "SCA 10", "sca 3", "SCA 21");
  const row = fc.record({ name, parent: fc.constantFrom(0, 1, 2, NO_ROW) });
  fc.assert(
    fc.property(
      fc.array(row, { maxLength: 30 }),
      fc.uniqueArray(fc.nat({ max: 29 }), { maxLength: 30 }),
      (level, some) => {
        const parentPlaces = Uint32Array.of(2, 0, 1);
        const rows = some.filter((one) => one < level.length);
        const placeOf = (at: number) => {
          const above = level[at]!.parent;
          return above === NO_ROW ? 3 : parentPlaces[above]!;
        };
        const expected = rows.toSorted(
          (a, b) =>
            placeOf(a) - placeOf(b) || natural.compare(level[a]!.name, level[b]!.name) || a - b,
        );
        const placed = {
          names: namesFrom(level.map((one) => one.name)),
          parent: Uint32Array.from(level, ({ parent }) => parent),
          parentPlaces,
        };
        expect([...sortByPlace(Uint32Array.from(rows), placed)]).toEqual(expected);
        const places = placesOf(placed);
        expect(rows.toSorted((a, b) => places[a]! - places[b]!)).toEqual(expected);
      },
    ),
  );
});

test("the ID orders components without a name of their own, and no level above is one parent", () => {
  const names = namesFrom(["m-10", "m-9", "m-8"], ["", "", "A"]);
  const parent = new Uint32Array(3).fill(NO_ROW);
  const rows = sortByPlace(Uint32Array.of(0, 1, 2), { names, parent, parentPlaces: null });
  expect([...rows]).toEqual([2, 1, 0]);
});
