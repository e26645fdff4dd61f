import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { ComponentType } from "./component.ts";
import { NO_ROW } from "./component-index.ts";
import { readComponentQuery } from "./component-query.ts";
import { searchComponents, type NamedLevels } from "./component-search.ts";
import { naturalKey } from "./name-rank.ts";
import { namedLevel } from "./named-level.fixture.ts";
import { childrenOf, joinPath, parentsOf, walk } from "./hierarchy.ts";

const loops = [11, 12].map((n, i) => ({
  x: 0,
  y: i * 100,
  parent: NO_ROW,
  // The ID of loop 11 ends like the name of loop 12: the name must win.
  dt_id: n === 11 ? "loop-12" : "L12",
  pcs: `LOOP-0${n}`,
}));
const scas = [0, 1].flatMap((loop) =>
  [1, 2, 3].map((n) => ({
    x: n * 150,
    y: loop * 100,
    parent: loop,
    dt_id: `L${loop + 11}-S${n}`,
    pcs: loop === 0 ? `C${n}` : "",
  })),
);
const levels: NamedLevels = new Map([
  ["loop", namedLevel("loop", loops)],
  ["sca", namedLevel("sca", scas)],
]);
const geometries = { get: (type: ComponentType) => levels.get(type)?.geometry };

test("a path names the component from the top of the hierarchy down", () => {
  const query = readComponentQuery("Loop 12  SCA 3", "parabolic_trough");
  expect(query).toEqual({
    kind: "path",
    steps: [
      { component_type: "loop", name: "12" },
      { component_type: "sca", name: "3" },
    ],
    text: "loop 12 sca 3",
  });
  if (query.kind !== "path") throw new Error("no path");
  expect(searchComponents(levels, query, 5).map(({ dt_id }) => dt_id)).toEqual(["L12-S3"]);
});

test("a path is understood in Spanish and Portuguese and in any order", () => {
  for (const typed of ["lazo 12 colector 3", "SCA-3, laço 12", "loop12/sca3"]) {
    expect(readComponentQuery(typed, "parabolic_trough")).toMatchObject({
      kind: "path",
      steps: [{ component_type: "loop" }, { component_type: "sca" }],
    });
  }
});

test("positions are read latitude first, with points, commas or hemispheres", () => {
  const place = { kind: "position", lat: 37.21, lon: -3.07 };
  for (const typed of ["37.21, -3.07", "37.21 -3.07", "37,21; -3,07", "37.21° N 3.07° W"]) {
    expect(readComponentQuery(typed, "photovoltaic")).toEqual(place);
  }
  expect(readComponentQuery("12 3", "photovoltaic").kind).toBe("text");
  expect(readComponentQuery("99.5, 200.1", "photovoltaic").kind).toBe("text");
});

test("equal names come first, then names with the same beginning, then the rest", () => {
  const found = searchComponents(levels, { kind: "text", text: "l12" }, 10);
  expect(found[0]).toMatchObject({ component_type: "loop", dt_id: "L12" });
  expect(found.map(({ dt_id }) => dt_id)).toContain("L12-S3");
  expect(searchComponents(levels, { kind: "text", text: "nothing" }, 10)).toEqual([]);
});

test("a position finds the component nearest to it within the radius", () => {
  const at = { kind: "position", x: 305, y: 102, radius: 50 } as const;
  expect(searchComponents(levels, at, 3)).toMatchObject([{ dt_id: "L12-S2" }]);
  expect(searchComponents(levels, { ...at, x: 9000 }, 3)).toEqual([]);
});

test("arrow keys lead up, down and to the neighbours in their order", () => {
  expect(walk(geometries, { component_type: "sca", row: 4 }, "next")).toEqual({
    component_type: "sca",
    row: 5,
  });
  expect(walk(geometries, { component_type: "sca", row: 3 }, "previous")).toBeNull();
  expect(walk(geometries, { component_type: "sca", row: 4 }, "up")).toEqual({
    component_type: "loop",
    row: 1,
  });
  expect(walk(geometries, { component_type: "loop", row: 1 }, "down")).toEqual({
    component_type: "sca",
    row: 3,
  });
  expect(Array.from(childrenOf(geometries, "sca", 0))).toEqual([0, 1, 2]);
  expect(parentsOf(geometries, { component_type: "sca", row: 0 })).toHaveLength(1);
});

test("a path leaves out the part of a name that repeats its parent's name", () => {
  expect(joinPath(["L116", "L116.S2", "L116.S2.E12"])).toBe("L116 › S2 › E12");
  expect(joinPath(["A-1", "A-12"])).toBe("A-1 › 2");
  expect(joinPath(["Zona 1", "T7"])).toBe("Zona 1 › T7");
});

const place = { x: 0, y: 0, parent: NO_ROW };

type Row = {
  readonly component_type: string;
  readonly row: number;
  readonly [name: string]: unknown;
};
/** By type, then by the name as tables sort it. */
function inOrder(a: Row, b: Row): number {
  if (a.component_type !== b.component_type) return a.component_type === "loop" ? -1 : 1;
  const [one, other] = [a, b].map(({ pcs, dt_id }) => naturalKey(String(pcs || dt_id)));
  return one! < other! ? -1 : one! > other! ? 1 : a.row - b.row;
}

test("a text finds what a look at all names finds, the best first", () => {
  const name = fc.string({ unit: fc.constantFrom(..."aAb1-"), maxLength: 4 });
  const row = fc.record({ dt_id: fc.oneof(name, fc.constant("removed")), pcs: name });
  const rows = fc.array(row, { maxLength: 8 });
  const text = fc.oneof(name, fc.constant("rem"));
  fc.assert(
    fc.property(
      rows,
      rows,
      text,
      fc.integer({ min: 1, max: 6 }),
      (loopNames, scaNames, drawn, most) => {
        const wanted = drawn.toLowerCase();
        const given = [
          ["loop", loopNames],
          ["sca", scaNames],
        ] as const;
        const rankOf = (one: string) => {
          const lower = one.toLowerCase();
          if (lower === wanted) return 0;
          if (lower.startsWith(wanted)) return 1;
          return lower.includes(wanted) ? 2 : 3;
        };
        const expected = given
          .flatMap(([component_type, names]) =>
            names.map(({ dt_id, pcs }, at) => ({ component_type, row: at, dt_id, pcs })),
          )
          .filter(({ dt_id }) => wanted !== "" && dt_id !== "removed")
          .map((found) => ({ found, rank: Math.min(rankOf(found.dt_id), rankOf(found.pcs)) }))
          .filter(({ rank }) => rank < 3)
          .toSorted((a, b) => a.rank - b.rank || inOrder(a.found, b.found))
          .slice(0, most)
          .map(({ found }) => found);
        // Short paths and names that are nearly so have tests of their own.
        fc.pre(expected.length > 0 && !/^\d+-+\d+$/.test(wanted));
        const all: NamedLevels = new Map(
          given.map(([type, names]) => [
            type,
            namedLevel(
              type,
              names.map((one) => ({ ...place, ...one })),
            ),
          ]),
        );
        expect(searchComponents(all, { kind: "text", text: wanted }, most)).toEqual(expected);
      },
    ),
    { numRuns: 100 },
  );
});

test("a position finds the nearest of each type within the radius, the nearest first", () => {
  const spot = fc.record({
    x: fc.integer({ min: 0, max: 40 }),
    y: fc.integer({ min: 0, max: 40 }),
    dt_id: fc.constantFrom("a", "b", "removed"),
  });
  const spots = fc.array(spot, { maxLength: 8 });
  const radius = fc.integer({ min: 0, max: 30 });
  fc.assert(
    fc.property(spots, spots, radius, fc.constantFrom(1, 2, 5), (loopSpots, scaSpots, r, most) => {
      const given = [
        ["loop", loopSpots],
        ["sca", scaSpots],
      ] as const;
      const all: NamedLevels = new Map(
        given.map(([type, many]) => [
          type,
          namedLevel(
            type,
            many.map((one) => ({ ...place, ...one, pcs: "" })),
          ),
        ]),
      );
      const distanceOf = ({ x, y }: { x: number; y: number }) => Math.hypot(x - 20, y - 20);
      const expected = given
        .map(([, many]) =>
          Math.min(...many.filter(({ dt_id }) => dt_id !== "removed").map(distanceOf)),
        )
        .filter((distance) => distance <= r)
        .toSorted((a, b) => a - b)
        .slice(0, most);
      const near = searchComponents(all, { kind: "position", x: 20, y: 20, radius: r }, most);
      const spotsOf = new Map<ComponentType, typeof loopSpots>(given);
      const found = near.map(({ component_type, row }) => spotsOf.get(component_type)![row]!);
      expect(found.map(distanceOf)).toEqual(expected);
      expect(found.filter(({ dt_id }) => dt_id === "removed")).toEqual([]);
    }),
    { numRuns: 100 },
  );
});
