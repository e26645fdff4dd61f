import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { ComponentType } from "./component.ts";
import { NO_ROW } from "./component-index.ts";
import { readComponentQuery } from "./component-query.ts";
import { searchComponents, type NamedLevels } from "./component-search.ts";
import { namedLevel } from "./named-level.fixture.ts";

const place = { x: 0, y: 0, parent: NO_ROW };
const byName = (type: ComponentType, names: readonly string[], parents: readonly number[] = []) =>
  namedLevel(
    type,
    names.map((pcs, row) => ({
      ...place,
      x: row * 10,
      parent: parents[row] ?? NO_ROW,
      dt_id: `id${String.fromCharCode(97 + row)}`,
      pcs,
    })),
  );
function rowsAt(all: NamedLevels, typed: string, most = 10): string[] {
  const query = readComponentQuery(typed, "parabolic_trough");
  if (query.kind === "position") throw new Error(`${typed} is a position`);
  return searchComponents(all, query, most).map(
    ({ component_type, row }) => `${component_type} ${row}`,
  );
}

test("a path finds the components whose ancestors have the numbers of its steps", () => {
  const number = fc.integer({ min: 1, max: 3 });
  const component = fc.record({ number, parent: fc.nat({ max: 3 }), isGone: fc.boolean() });
  const many = fc.array(component, { minLength: 4, maxLength: 12 });
  const wanted = fc.option(number, { nil: null });
  fc.assert(
    fc.property(many, many, many, wanted, wanted, number, (loopsOf, scasOf, scesOf, a, b, c) => {
      const levelFrom = (type: ComponentType, all: typeof loopsOf, isTop: boolean) =>
        namedLevel(
          type,
          all.map(({ number: own, parent, isGone }) => ({
            ...place,
            parent: isTop ? NO_ROW : parent,
            dt_id: isGone ? "removed" : "id",
            pcs: `${type.toUpperCase()}-0${own}.`,
          })),
        );
      const all: NamedLevels = new Map([
        ["loop", levelFrom("loop", loopsOf, true)],
        ["sca", levelFrom("sca", scasOf, false)],
        ["sce", levelFrom("sce", scesOf, false)],
      ]);
      const expected = scesOf.flatMap((sce, row) => {
        const sca = scasOf[sce.parent]!;
        const loop = loopsOf[sca.parent]!;
        const isFound =
          (a === null || (loop.number === a && !loop.isGone)) &&
          (b === null || (sca.number === b && !sca.isGone)) &&
          sce.number === c &&
          !sce.isGone;
        return isFound ? [`sce ${row}`] : [];
      });
      // Without a match the place among the siblings counts, which another test covers.
      fc.pre(expected.length > 0);
      const typed = [a && `loop ${a}`, b && `sca ${b}`, `sce ${c}`].filter(Boolean).join(" ");
      expect(rowsAt(all, typed, 20)).toEqual(expected);
      expect(rowsAt(all, typed, 1)).toEqual(expected.slice(0, 1));
    }),
    { numRuns: 100 },
  );
});

test("a step of a path is the end of a name, its number or the whole name", () => {
  const all: NamedLevels = new Map([
    ["loop", byName("loop", ["L12-SCA-03", "M1B2", "Norte-Ñ", "A-7b!", "x.9y"])],
  ]);
  expect(rowsAt(all, "loop 3")).toEqual(["loop 0"]);
  expect(rowsAt(all, "loop 03")).toEqual(["loop 0"]);
  expect(rowsAt(all, "loop l12-sca-03")).toEqual(["loop 0"]);
  expect(rowsAt(all, "loop 12")).toEqual([]);
  expect(rowsAt(all, "loop 2")).toEqual(["loop 1"]);
  expect(rowsAt(all, "loop 1")).toEqual([]);
  expect(rowsAt(all, "loop m1b2")).toEqual(["loop 1"]);
  expect(rowsAt(all, "loop ñ")).toEqual(["loop 2"]);
  expect(rowsAt(all, "loop norte-ñ")).toEqual(["loop 2"]);
  expect(rowsAt(all, "loop 7b")).toEqual(["loop 3"]);
  expect(rowsAt(all, "loop 9")).toEqual([]);
});

test("a step of a path is an ID where no name fits", () => {
  const all: NamedLevels = new Map([["loop", byName("loop", ["North", "South"])]]);
  expect(rowsAt(all, "loop idb")).toEqual(["loop 1"]);
  expect(rowsAt(all, "loop west")).toEqual([]);
});

test("a step of a path is the place among the siblings where neither name nor ID fits", () => {
  const all: NamedLevels = new Map([
    ["loop", byName("loop", ["L1", "L2"])],
    ["sca", byName("sca", ["a", "b", "c", "d", "e"], [1, 0, 1, 0, 1])],
  ]);
  expect(rowsAt(all, "loop 2 sca 1")).toEqual(["sca 0"]);
  expect(rowsAt(all, "loop 2 sca 3")).toEqual(["sca 4"]);
  expect(rowsAt(all, "loop 1 sca 2")).toEqual(["sca 3"]);
  expect(rowsAt(all, "loop 1 sca 3")).toEqual([]);
  expect(rowsAt(all, "loop 1 sca 0")).toEqual([]);
  expect(rowsAt(all, "loop 1 sca 1.5")).toEqual([]);
  // At the top of the hierarchy, or without the step above, nothing is counted.
  expect(rowsAt(all, "sca 1")).toEqual([]);
  expect(rowsAt(all, "loop 3")).toEqual([]);
});

test("a path of types that the plant lacks, or without steps, finds nothing", () => {
  const all: NamedLevels = new Map([
    ["loop", byName("loop", ["L1"])],
    ["sce", byName("sce", ["E1"], [0])],
  ]);
  expect(rowsAt(all, "mirror 1")).toEqual([]);
  expect(rowsAt(all, "sce 1")).toEqual(["sce 0"]);
  // The level between them is missing, so the loop of the element is unknown.
  expect(rowsAt(all, "loop 1 sce 1")).toEqual([]);
  expect(searchComponents(all, { kind: "path", steps: [] }, 5)).toEqual([]);
});
