// All components of a type within another one, as people type them in three languages; the answers are by hand.
import { expect, test } from "vitest";
import { NO_ROW } from "./component-index.ts";
import { readComponentQuery } from "./component-query.ts";
import { searchComponents, type NamedLevels } from "./component-search.ts";
import type { ComponentType } from "./component.ts";
import { namedLevel } from "./named-level.fixture.ts";

/** Loops L5 and L56 with the SCAs S1 and S2 of one element each, which has two mirrors and a tube. */
const loops = ["L5", "L56"];
const scas = loops.flatMap((loop, parent) =>
  ["S1", "S2"].map((s) => [`${loop}.${s}`, parent] as const),
);
const sces = scas.map(([sca], parent) => [`${sca}.E1`, parent] as const);
const mirrors = sces.flatMap(([sce], parent) =>
  ["M1", "M2"].map((m) => [`${sce}.${m}`, parent] as const),
);
const tubes = sces.map(([sce], parent) => [`${sce}.T1`, parent] as const);
const level = (type: ComponentType, all: readonly (readonly [string, number])[]) => {
  const rows = all.map(([pcs, parent], at) => ({
    x: 0,
    y: 0,
    parent,
    dt_id: `${type}-${at}`,
    pcs,
  }));
  return [type, namedLevel(type, rows)] as const;
};
const plant: NamedLevels = new Map([
  level(
    "loop",
    loops.map((loop) => [loop, NO_ROW]),
  ),
  level("sca", scas),
  level("sce", sces),
  level("absorber_tube", tubes),
  level("mirror", mirrors),
]);

function found(typed: string, levels = plant): string[] {
  const query = readComponentQuery(typed, "parabolic_trough");
  if (query.kind === "position") throw new Error(`${typed} is a position`);
  return searchComponents(levels, query, 50).map(({ pcs }) => pcs);
}

const mirrorsOfL56 = ["L56.S1.E1.M1", "L56.S1.E1.M2", "L56.S2.E1.M1", "L56.S2.E1.M2"];
test.each([
  ["mirror l56"],
  ["Mirrors L56"],
  ["mirrors of L56"],
  ["mirrors in the loop 56"],
  ["L56 mirrors"],
  ["loop 56 mirrors"],
  ["espejo l56"],
  ["espejos del lazo 56"],
  ["lazo 56 espejos"],
  ["espelho l56"],
  ["espelhos do laço 56"],
  ["laço 56, espelhos"],
])("%s: the mirrors of this loop", (typed) => expect(found(typed)).toEqual(mirrorsOfL56));

test("of a longer path, and of other types", () => {
  expect(found("espejo l56 s2")).toEqual(["L56.S2.E1.M1", "L56.S2.E1.M2"]);
  expect(found("mirror L56S2")).toEqual(["L56.S2.E1.M1", "L56.S2.E1.M2"]);
  expect(found("tubo absorbedor l5")).toEqual(["L5.S1.E1.T1", "L5.S2.E1.T1"]);
  expect(found("coletores do laço 5")).toEqual(["L5.S1", "L5.S2"]);
});

test("what is no part of the path, or of a loop that the plant has not, is nothing", () => {
  for (const typed of ["loop e1", "mirror l57", "mirror l56 t1", "tracker l56", "mirror 56.2"]) {
    expect(found(typed), typed).toEqual([]);
  }
});

test("a mirror that is itself called so comes first", () => {
  const own = new Map(plant);
  own.set("mirror", level("mirror", [["L56", 0], ...mirrors])[1]);
  expect(found("mirror l56", own)).toEqual(["L56"]);
});
