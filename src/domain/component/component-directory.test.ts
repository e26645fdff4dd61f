import { setImmediate } from "node:timers/promises";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  componentDirectory,
  componentDirectoryInTurns,
  type DirectoryLevel,
} from "./component-directory.ts";

type Named = { readonly dt_id: string; readonly pcs: string; readonly exists: number };
const types = ["tracker_group", "tracker", "module"] as const;
const levelOf = (
  type: (typeof types)[number],
  all: readonly Named[],
  isWhole: boolean,
): DirectoryLevel => ({
  type,
  names: { count: all.length, dtId: (row) => all[row]!.dt_id, pcs: (row) => all[row]!.pcs },
  exists: isWhole ? null : Uint8Array.from(all, ({ exists }) => exists),
});
const name = fc.constantFrom("", "a", "b", "c", "T-1", "T-2", "T-10", "ä", "a ");
const level = fc.array(fc.record({ dt_id: name, pcs: name, exists: fc.constantFrom(0, 1, 1) }), {
  maxLength: 8,
});

describe("the directory of components", () => {
  it("agrees with searching all components", () => {
    fc.assert(
      fc.property(fc.tuple(level, level, level), fc.boolean(), (all, isWhole) => {
        const directory = componentDirectory(all.map((one, i) => levelOf(types[i]!, one, isWhole)));
        const there = all.flatMap((one, i) =>
          one.flatMap((named, row) =>
            isWhole || named.exists === 1 ? [{ ...named, found: { type: types[i]!, row } }] : [],
          ),
        );
        for (const wanted of ["", "a", "b", "T-1", "T-10", "ä", "a ", "missing"]) {
          const byDtId = wanted === "" ? [] : there.filter(({ dt_id }) => dt_id === wanted);
          const byPcs = wanted === "" ? [] : there.filter(({ pcs }) => pcs === wanted);
          // A dt_id that two have names neither.
          expect(directory.byDtId(wanted)).toEqual(
            byDtId.length === 1 ? byDtId[0]?.found : undefined,
          );
          expect(directory.byPcs(wanted)).toEqual(byPcs.length > 1 ? "ambiguous" : byPcs[0]?.found);
        }
      }),
      { numRuns: 200 },
    );
  });

  it("finds each of many names", () => {
    const many = Array.from({ length: 3000 }, (_, row) => ({
      dt_id: `M${row}`,
      pcs: `${row % 1500}`,
      exists: 1,
    }));
    const directory = componentDirectory([
      levelOf("tracker", many.slice(0, 1000), true),
      levelOf("module", many, false),
    ]);
    expect(directory.byDtId("M2500")).toEqual({ type: "module", row: 2500 });
    expect(directory.byDtId("M500")).toBeUndefined();
    expect(directory.byPcs("1200")).toBe("ambiguous");
    expect(directory.byDtId("M3000")).toBeUndefined();
  });
});

describe("the directory of a large plant", () => {
  const count = 400_000;
  const level: DirectoryLevel = {
    type: "module",
    names: { count, dtId: (row) => `module-${row + 1}`, pcs: () => "" },
    exists: null,
  };

  it("is built in turns that are short against the whole", async () => {
    const begun = performance.now();
    componentDirectory([level]);
    const whole = performance.now() - begun;
    const turns: number[] = [];
    let at = performance.now();
    const directory = await componentDirectoryInTurns([level], async () => {
      turns.push(performance.now() - at);
      await setImmediate();
      at = performance.now();
    });
    expect(turns.length).toBeGreaterThanOrEqual(count / 20_000 - 1);
    const usual = turns.toSorted((a, b) => a - b)[turns.length >> 1]!;
    expect(usual).toBeLessThan(whole / 5);
    expect(directory.byDtId("module-400000")).toEqual({ type: "module", row: 399_999 });
    expect(directory.byDtId("module-0")).toBeUndefined();
  });
});
