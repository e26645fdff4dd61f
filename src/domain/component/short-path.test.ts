// What people type for a component in the field; the right answer is written by hand.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { NO_ROW } from "./component-index.ts";
import { readComponentQuery } from "./component-query.ts";
import { searchComponents, type NamedLevel, type NamedLevels } from "./component-search.ts";
import type { ComponentType, Technology } from "./component.ts";
import { namedLevel } from "./named-level.fixture.ts";
import { decodeNames, encodeNames } from "./names-codec.ts";
import { shortPathOf } from "./short-path.ts";

/** A twin with these numbers of children, named like L2.S1.E3.T2. */
function plant(levels: readonly (readonly [ComponentType, string, number])[]): NamedLevels {
  let above = [{ name: "", row: NO_ROW }];
  return new Map(
    levels.map(([type, letter, children]): [ComponentType, NamedLevel] => {
      const rows = above.flatMap(({ name, row }) =>
        Array.from({ length: children }, (_, at) => ({
          x: 0,
          y: 0,
          parent: row,
          dt_id: `id-${type}-${name}-${at}`,
          pcs: `${name && `${name}.`}${letter}${at + 1}`,
        })),
      );
      above = rows.map(({ pcs }, row) => ({ name: pcs, row }));
      const level = namedLevel(type, rows);
      const coded = decodeNames(encodeNames(level.names));
      return [type, { geometry: level.geometry, names: coded }];
    }),
  );
}
const trough = plant([
  ["loop", "L", 12],
  ["sca", "S", 4],
  ["sce", "E", 12],
  ["absorber_tube", "T", 3],
]);
const tables = plant([
  ["tracker", "T", 12],
  ["module", "M", 30],
]);

function found(levels: NamedLevels, typed: string, technology: Technology = "parabolic_trough") {
  const query = readComponentQuery(typed, technology);
  if (query.kind === "position") throw new Error(`${typed} is a position`);
  return searchComponents(levels, query, 50).map(({ pcs }) => pcs);
}

test.each([
  ["L11", "L11"],
  ["l11 s4 e12 t2", "L11.S4.E12.T2"],
  ["11.4.12.2", "L11.S4.E12.T2"],
  ["11-4-12", "L11.S4.E12"],
  ["11 / 4", "L11.S4"],
  ["L11S4", "L11.S4"],
  ["l11-s4_e12", "L11.S4.E12"],
  ["L 11, S 4", "L11.S4"],
  ["lazo 11 colector 4", "L11.S4"],
  ["laço 11 coletor 4 elemento 12 tubo 2", "L11.S4.E12.T2"],
  ["lopo 11 sca 4", "L11.S4"],
  ["colectr 4 lazo 11", "L11.S4"],
  ["L11 S4 E12 TT2", "L11.S4.E12.T2"],
])("%s is %s", (typed, name) => expect(found(trough, typed)[0]).toBe(name));

test("a short path without its top means all of them, in the order of their names", () => {
  const all = found(trough, "S4E12");
  expect(all).toEqual(Array.from({ length: 12 }, (_, at) => `L${at + 1}.S4.E12`));
});

test.each([1, 3, 7, 50])(
  "the first %d of a path are those of all by name, however the twin lists them",
  (most) => {
    // A twin that lists the last loop first, and every other of them after that.
    const order = fc.sample(fc.shuffledSubarray([...Array(40).keys()], { minLength: 40 }), {
      numRuns: 20,
      seed: most,
    });
    for (const numbers of order) {
      const loops = numbers.map((n) => {
        return { x: 0, y: n, parent: NO_ROW, dt_id: `id-${n}`, pcs: `L${n}` };
      });
      const scas = numbers.map((n, parent) => {
        return { x: 0, y: n, parent, dt_id: `id-${n}-4`, pcs: `L${n}.S4` };
      });
      const levels = new Map([
        ["loop", namedLevel("loop", loops)],
        ["sca", namedLevel("sca", scas)],
      ] as const);
      const query = readComponentQuery("sca 4", "parabolic_trough");
      if (query.kind !== "path") throw new Error("no path");
      const names = searchComponents(levels, query, most).map(({ pcs }) => pcs);
      expect(names).toEqual(Array.from({ length: Math.min(most, 40) }, (_, n) => `L${n}.S4`));
    }
  },
);

test("numbers count from the highest type of the plant", () => {
  expect(found(tables, "3.17", "photovoltaic")[0]).toBe("T3.M17");
  expect(found(tables, "t3m17", "photovoltaic")).toEqual(["T3.M17"]);
  // The plant has two types; three numbers are no path.
  expect(shortPathOf("3.17.2", tables.keys())).toBeNull();
});

test("a plant's own name that looks like a short path comes first", () => {
  const own = new Map([
    ...trough,
    ["loop", namedLevel("loop", [{ x: 0, y: 0, parent: NO_ROW, dt_id: "a", pcs: "1.2" }])] as const,
  ]);
  expect(found(own, "1.2")[0]).toBe("1.2");
});

test.each(["e12 s4", "l11 l11", "q3", "l", "11", "12.3.4.5.6"])("%s is no short path", (typed) =>
  expect(shortPathOf(typed, trough.keys())).toBeNull(),
);

test("another number is never a typing error", () => {
  expect(found(trough, "L11.S4.E13")).toEqual([]);
  expect(found(trough, "L13")).toEqual([]);
});
