import { describe, expect, it } from "vitest";
import { NO_ROW } from "../component/component-index.ts";
import { buildTwin, type BuiltTwin } from "./twin-build.ts";
import type { TwinDraft } from "./twin-draft.ts";
import { listRegrouped } from "./twin-change-list.ts";
import { fates } from "./twin-fate.ts";
import { box, levelOf, previousOf, type Piece } from "./twin.fixture.ts";
import { inventory, whole, zones } from "./zones.fixture.ts";

const only = (draft: TwinDraft, ...types: readonly string[]): TwinDraft => ({
  ...draft,
  levels: draft.levels.filter(({ type }) => types.includes(type)),
});

const changesOf = ({ levels }: BuiltTwin) =>
  Object.fromEntries(
    levels.map(({ changes: { component_type, ...counts } }) => [component_type, counts]),
  );
const none = { kept: 0, new: 0, changed: 0, moved: 0, removed: 0, returned: 0, orphans: 0 };

const first = buildTwin(whole);
const blockA = zones([{ name: "A", tables: [1, 2, 3] }]);

describe("an update with one block's file", () => {
  it("adds without removing anything", () => {
    const added = buildTwin(
      zones([
        { name: "A", tables: [3, 4] },
        { name: "C", tables: [1] },
      ]),
      previousOf(first),
      "add",
    );
    expect(changesOf(added)).toEqual({
      // Zone A is wider than before, so that it contains its new table as well.
      tracker_group: { ...none, kept: 1, changed: 1, new: 1 },
      tracker: { ...none, kept: 7, new: 2 },
      module: { ...none, kept: 14, new: 4 },
    });
    expect(inventory(added)).toMatchObject(inventory(first));
    const { geometry } = added.levels[0]!;
    const rowA = added.levels[0]!.rowOfDraft[0]!;
    // Tables 1 to 4 are 6 m apart and 2.2 m wide.
    const sides = [geometry.length[rowA]!, geometry.width[rowA]!];
    expect(Math.max(...sides)).toBeCloseTo(40, 1);
    expect(Math.min(...sides)).toBeCloseTo(3 * 6 + 2.2, 1);
  });

  it("changes nothing where it says what is known", () => {
    const again = buildTwin(blockA, previousOf(first), "add");
    expect(again.levels.map(({ geometry }) => geometry)).toEqual(
      first.levels.map(({ geometry }) => geometry),
    );
    expect(changesOf(again)).toEqual({
      tracker_group: { ...none, kept: 2 },
      tracker: { ...none, kept: 7 },
      module: { ...none, kept: 14 },
    });
  });

  it("replaces its zone, and leaves the other one", () => {
    const replaced = buildTwin(
      zones([{ name: "A", tables: [1, 2] }]),
      previousOf(first),
      "replace_parts",
    );
    expect(changesOf(replaced)).toEqual({
      tracker_group: { ...none, kept: 1, changed: 1 },
      tracker: { ...none, kept: 6, removed: 1 },
      module: { ...none, kept: 12, removed: 2 },
    });
    const { "A/3": _, "A/3/1": _1, "A/3/2": _2, ...rest } = inventory(first);
    expect(inventory(replaced)).toEqual(rest);
  });

  it("replaces only the types in its files", () => {
    const tables = only(zones([{ name: "A", tables: [1, 2] }]), "tracker_group", "tracker");
    const replaced = buildTwin(tables, previousOf(first), "replace_parts");
    expect(changesOf(replaced)).toMatchObject({
      tracker: { kept: 6, removed: 1 },
      module: { kept: 12, changed: 2, removed: 0, orphans: 2 },
    });
  });

  it("replaces its area where it names no zone", () => {
    const drawn = zones([{ name: "B", tables: [1, 3] }], { isNamed: false });
    const loose = {
      ...drawn,
      levels: drawn.levels.map((level) =>
        level.type === "tracker"
          ? { ...level, parent: new Uint32Array(level.count).fill(NO_ROW) }
          : level,
      ),
    };
    const replaced = buildTwin(
      only(loose, "tracker", "module"),
      previousOf(first),
      "replace_parts",
    );
    // Table 2 is between the two, table 4 beside them.
    expect(changesOf(replaced)).toMatchObject({
      tracker_group: { kept: 2 },
      tracker: { kept: 6, removed: 1 },
      module: { kept: 12, removed: 2 },
    });
    expect(inventory(replaced)).not.toHaveProperty("B/2");
  });

  it("replaces all, and everything comes back with its row, ID and parent", () => {
    const replaced = buildTwin(blockA, previousOf(first), "replace_all");
    expect(changesOf(replaced)).toEqual({
      tracker_group: { ...none, kept: 1, removed: 1 },
      tracker: { ...none, kept: 3, removed: 4 },
      module: { ...none, kept: 6, removed: 8 },
    });
    // What is gone already does not go again.
    const twice = buildTwin(blockA, previousOf(replaced), "replace_all");
    expect(changesOf(twice)).toMatchObject({ tracker: { removed: 0 }, module: { removed: 0 } });
    const restored = buildTwin(whole, previousOf(twice), "add");
    expect(changesOf(restored)).toEqual({
      tracker_group: { ...none, kept: 1, returned: 1 },
      tracker: { ...none, kept: 3, returned: 4 },
      module: { ...none, kept: 6, returned: 8 },
    });
    expect(inventory(restored)).toEqual(inventory(first));
    expect(restored.levels.map(({ geometry }) => geometry)).toEqual(
      first.levels.map(({ geometry }) => geometry),
    );
  });
});

it("keeps the ID of a component whose parent changes when the file says who it is", () => {
  const moved = (parent: number, x: number): TwinDraft => ({
    technology: "photovoltaic",
    levels: [
      levelOf("tracker_group", [
        { ring: box(0, 0, 100, 50), pcs: "A" },
        { ring: box(0, 100, 100, 50), pcs: "B" },
      ]),
      levelOf("tracker", [{ ring: box(x, parent * 100, 20, 2), dtId: "T1", parent }]),
    ],
  });
  const before = buildTwin(moved(0, 0));
  for (const mode of ["add", "replace_parts", "replace_all"] as const) {
    const after = buildTwin(moved(1, 7), previousOf(before), mode);
    const { geometry, changes } = after.levels[1]!;
    expect([geometry.count, changes]).toEqual([
      1,
      { ...none, component_type: "tracker", moved: 1 },
    ]);
    const parent = after.levels[0]!.names.pcs(geometry.parent[0]!);
    expect(parent).toBe("B");
  }
});

it("says moved and changed apart: another place, or the same with another name, size or height", () => {
  const row = (pieces: readonly Piece[]): TwinDraft => ({
    technology: "photovoltaic",
    levels: [levelOf("tracker", pieces)],
  });
  const piece = (dtId: string, x: number, more: Partial<Piece> = {}, length = 20): Piece => ({
    ring: box(x, 0, length, 2, more.height === 9 ? 0.02 : 0),
    dtId,
    pcs: dtId,
    ...more,
  });
  const start = "abcdefgh".split("").map((dtId, i) => piece(dtId, i * 40));
  const before = buildTwin(row(start));
  const after = buildTwin(
    row([
      piece("a", 0.03),
      piece("b", 40.08),
      piece("c", 80, { pcs: "C" }),
      piece("d", 120, {}, 20.2),
      piece("e", 160, { height: 1 }),
      piece("f", 200, {}, 20.04),
      { ...piece("g", 240), ring: box(240, 0, 20, 2, 0.02) },
    ]),
    previousOf(before),
    "replace_all",
  );
  const { fate, names } = after.levels[0]!;
  const said = Object.fromEntries([...fate].map((code, at) => [names.dtId(at), fates[code]]));
  expect(said).toEqual({
    a: "kept",
    b: "moved",
    c: "changed",
    d: "changed",
    e: "changed",
    f: "kept",
    g: "changed",
    h: "removed",
  });
});

it("lets the modules go with a table that moves while they stay where they were", () => {
  const tables = (x: number): TwinDraft => ({
    technology: "photovoltaic",
    levels: [levelOf("tracker", [{ ring: box(x, 0, 20, 2), dtId: "T" }])],
  });
  const all: TwinDraft = {
    technology: "photovoltaic",
    levels: [...tables(0).levels, levelOf("module", [{ ring: box(0, 0, 2, 1), parent: 0 }])],
  };
  const before = buildTwin(all);
  const after = buildTwin(tables(500), previousOf(before), "add");
  expect(after.levels[1]!.geometry.parent[0]).toBe(0);
  expect(after.levels[1]!.changes).toMatchObject({ kept: 1, orphans: 0 });
});

it("finds a removed component by its name under its last parent where its place has changed", () => {
  const tables = (x: number | null): TwinDraft => ({
    technology: "photovoltaic",
    levels: [
      levelOf("tracker_group", [{ ring: box(0, 0, 100, 50), pcs: "A" }]),
      levelOf("tracker", [
        { ring: box(-40, 0, 10, 2), pcs: "1", parent: 0 },
        ...(x === null ? [] : [{ ring: box(x, 0, 10, 2), pcs: "2", parent: 0 }]),
      ]),
    ],
  });
  const first = buildTwin(tables(0));
  const cut = buildTwin(tables(null), previousOf(first), "replace_all");
  const later = buildTwin(tables(20), previousOf(cut), "add");
  expect(later.levels[1]!.changes).toMatchObject({ kept: 1, returned: 1, new: 0 });
});

describe("a component that returns", () => {
  /** Zones A and B, whose names repeat; names of A alone make the names of the plant trusted. */
  const twoZones = (isComplete: boolean, isWithB = true) => {
    const a = [1, 2, 3, ...(isComplete ? [4] : []), 5, 6, 7, 8];
    const b = { name: "B", tables: [1, 2, 3, 4] };
    return zones([{ name: "A", tables: a }, ...(isWithB ? [b] : [])]);
  };

  it("has its own row again, and takes no place in another block that has the same name", () => {
    const before = buildTwin(twoZones(true));
    const cut = buildTwin(twoZones(false), previousOf(before), "replace_all");
    expect(changesOf(cut)).toMatchObject({ tracker: { removed: 1 }, module: { removed: 2 } });
    for (const isWithB of [true, false]) {
      const again = buildTwin(twoZones(true, isWithB), previousOf(cut), "add");
      expect(inventory(again)).toEqual(inventory(before));
      expect(changesOf(again)).toMatchObject({
        tracker: { returned: 1, moved: 0, new: 0 },
        module: { returned: 2, moved: 0, new: 0 },
      });
    }
  });

  it("has its own row also where the other block loses the component of that name", () => {
    const before = buildTwin(twoZones(true));
    const cut = buildTwin(twoZones(false), previousOf(before), "replace_all");
    const swapped = zones([
      { name: "A", tables: [1, 2, 3, 4, 5, 6, 7, 8] },
      { name: "B", tables: [1, 2, 3] },
    ]);
    const again = buildTwin(swapped, previousOf(cut), "replace_all");
    const { "B/4": _, "B/4/1": __, "B/4/2": ___, ...rest } = inventory(before);
    expect(inventory(again)).toEqual(rest);
  });

  it("is new where only the other block had the name, which its file does not cover", () => {
    const before = buildTwin(twoZones(false));
    const more = buildTwin(twoZones(true, false), previousOf(before), "add");
    expect(inventory(more)).toMatchObject(inventory(before));
    expect(changesOf(more)).toMatchObject({ tracker: { new: 1, moved: 0 } });
  });
});

it("lists what goes to another parent by its unique name", () => {
  const draft = (moves: boolean): TwinDraft => ({
    technology: "photovoltaic",
    levels: [
      levelOf("tracker_group", [
        { ring: box(0, 0, 100, 50), pcs: "A" },
        { ring: box(0, 100, 100, 50), pcs: "B" },
      ]),
      levelOf(
        "tracker",
        "abcdefgh".split("").map((pcs, i) => {
          const isB = i % 2 === 1;
          const goes = moves && pcs === "c";
          const y = isB || goes ? 100 : 0;
          return {
            ring: box(i * 11 - 40, y, 10, 2),
            pcs,
            parent: isB || goes ? 1 : 0,
          };
        }),
      ),
    ],
  });
  const before = buildTwin(draft(false));
  const after = buildTwin(draft(true), previousOf(before), "replace_all");
  const { regrouped, regrouped_count } = listRegrouped(after);
  expect(regrouped.map(({ pcs }) => pcs)).toEqual(["c"]);
  expect(regrouped_count).toBe(1);
  expect(listRegrouped(buildTwin(draft(false), previousOf(before), "add")).regrouped).toEqual([]);
});
