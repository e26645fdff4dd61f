// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { nextUndoAtom, redo, stepCountAtom, undo } from "../../shell/undo.ts";
import { openedPlant } from "../opened.fixture.ts";
import {
  applyFilterMasks,
  ensureRowFlags,
  FILTERED_OUT,
  rowFlagsOf,
  rowFlagVersionAtom,
  SELECTED,
} from "../column/row-flag.ts";
import {
  clearSelection,
  hover,
  hoveredAtom,
  resetSelection,
  select,
  selectedRowsAtom,
  selectionAtom,
  setSelection,
  type SelectMode,
} from "./selection.ts";

vi.mock("../../../client/call.ts", async () => (await import("../two-plants.fixture.ts")).client);
vi.mock(
  "../../../client/plant-data.ts",
  async () => (await import("../two-plants.fixture.ts")).worker,
);

let opened: Awaited<ReturnType<typeof openedPlant>>;
beforeEach(async () => {
  opened = await openedPlant("analysis=12");
});
afterEach(() => opened.close());

type Type = "module" | "tracker";
const choose = (mode: SelectMode, rows: number[], component_type: Type = "module") =>
  opened.store.set(select, { component_type, rows, mode });
const selected = () => [...opened.store.get(selectedRowsAtom)];
const rowsWith = (flag: number, type: Type = "module") =>
  [...(rowFlagsOf(type) ?? [])].flatMap((flags, row) => (flags & flag ? [row] : []));

describe("a selection", () => {
  it("is replaced, extended, reduced and toggled", () => {
    choose("replace", [5, 3]);
    expect(selected()).toEqual([3, 5]);
    choose("add", [5, 7]);
    expect(selected()).toEqual([3, 5, 7]);
    choose("remove", [3, 4]);
    expect(selected()).toEqual([5, 7]);
    choose("toggle", [7, 8]);
    expect(selected()).toEqual([5, 8]);
    choose("replace", [9]);
    expect(selected()).toEqual([9]);
    expect(opened.store.get(selectionAtom)).toEqual({ component_type: "module", count: 1 });
  });

  it("has no rows that do not exist", () => {
    choose("replace", [39, 40, 4000]);
    expect(selected()).toEqual([39]);
    expect(rowsWith(SELECTED)).toEqual([39]);
  });

  it("of a level that has not arrived is none, and replaces what was selected", () => {
    choose("replace", [1, 2]);
    opened.store.set(select, { component_type: "loop", rows: [0], mode: "add" });
    expect(opened.store.get(selectionAtom)).toBeNull();
    expect(rowsWith(SELECTED)).toEqual([]);
  });

  it("is of one component type: another one replaces it in every mode", () => {
    choose("replace", [1, 2]);
    choose("add", [3], "tracker");
    expect(opened.store.get(selectionAtom)).toEqual({ component_type: "tracker", count: 1 });
    expect(selected()).toEqual([3]);
    expect(rowsWith(SELECTED)).toEqual([]);
    expect(rowsWith(SELECTED, "tracker")).toEqual([3]);
  });

  it("without rows is none", () => {
    choose("replace", [1]);
    choose("remove", [1]);
    expect(opened.store.get(selectionAtom)).toBeNull();
    expect(selected()).toEqual([]);
  });

  it("is cleared, and nothing is cleared where nothing is selected", () => {
    const { store } = opened;
    store.set(clearSelection);
    store.set(resetSelection);
    expect(store.get(stepCountAtom)).toBe(0);
    choose("replace", [1, 2]);
    store.set(clearSelection);
    expect([store.get(selectionAtom), rowsWith(SELECTED)]).toEqual([null, []]);
    expect(store.get(stepCountAtom)).toBe(2);
  });

  it("is announced to the map", () => {
    const { store } = opened;
    const version = () => store.get(rowFlagVersionAtom);
    const before = version();
    choose("replace", [1]);
    const between = version();
    expect(between).not.toBe(before);
    store.set(resetSelection);
    expect(version()).not.toBe(between);
  });
});

describe("a step of selecting", () => {
  it("says how many are selected, and is undone and redone", async () => {
    const { store } = opened;
    choose("replace", [1, 2]);
    expect(store.get(nextUndoAtom)).toMatchObject({
      name: "workbench:step.select",
      values: { n: 2 },
    });
    choose("add", [3]);
    await store.set(undo);
    expect(selected()).toEqual([1, 2]);
    await store.set(undo);
    expect(store.get(selectionAtom)).toBeNull();
    await store.set(redo);
    await store.set(redo);
    expect(selected()).toEqual([1, 2, 3]);
  });

  it("back to nothing is a step of its own", async () => {
    const { store } = opened;
    choose("replace", [1, 2]);
    store.set(clearSelection);
    expect(store.get(nextUndoAtom)).toMatchObject({
      name: "workbench:step.clear_selection",
      values: { n: 0 },
    });
    await store.set(undo);
    expect(selected()).toEqual([1, 2]);
  });

  it("from nothing to nothing is none, and neither is what the address selects", () => {
    const { store } = opened;
    choose("remove", [1]);
    store.set(setSelection, { component_type: "module", rows: [4], mode: "replace" });
    expect(selected()).toEqual([4]);
    expect(store.get(stepCountAtom)).toBe(0);
  });
});

it("what is hovered changes only with the component", () => {
  const { store } = opened;
  const seen: unknown[] = [];
  store.sub(hoveredAtom, () => seen.push(store.get(hoveredAtom)));
  const tracker = { component_type: "tracker", row: 1 } as const;
  store.set(hover, null);
  store.set(hover, tracker);
  store.set(hover, { ...tracker });
  store.set(hover, { component_type: "module", row: 1 });
  store.set(hover, { component_type: "module", row: 2 });
  store.set(hover, null);
  expect(seen).toEqual([
    tracker,
    { component_type: "module", row: 1 },
    { component_type: "module", row: 2 },
    null,
  ]);
});

describe("the flags of rows", () => {
  it("tell what the filters left out, without touching what is selected", () => {
    choose("replace", [0, 1]);
    const before = opened.store.get(rowFlagVersionAtom);
    const mask = Uint8Array.from({ length: 40 }, (_, row) => (row === 1 || row === 2 ? 1 : 0));
    opened.store.set(applyFilterMasks, [{ type: "module", mask }]);
    expect(rowsWith(FILTERED_OUT)).toHaveLength(38);
    expect(rowFlagsOf("module")!.slice(0, 4)).toEqual(
      Uint8Array.of(SELECTED | FILTERED_OUT, SELECTED, 0, FILTERED_OUT),
    );
    expect(opened.store.get(rowFlagVersionAtom)).not.toBe(before);
  });

  it("let pass again what another mask lets pass, also where a level has no mask", () => {
    choose("replace", [0]);
    const mask = new Uint8Array(40);
    opened.store.set(applyFilterMasks, [{ type: "module", mask }]);
    opened.store.set(applyFilterMasks, [{ type: "module", mask: mask.fill(1) }]);
    expect(rowsWith(FILTERED_OUT)).toEqual([]);
    opened.store.set(applyFilterMasks, [{ type: "module", mask: new Uint8Array(40) }]);
    opened.store.set(applyFilterMasks, [{ type: "tracker", mask: new Uint8Array(4) }]);
    expect(rowsWith(FILTERED_OUT)).toEqual([]);
    expect(rowsWith(SELECTED)).toEqual([0]);
    expect(rowsWith(FILTERED_OUT, "tracker")).toEqual([0, 1, 2, 3]);
  });

  it("grow with their level and keep what they say", () => {
    expect(rowFlagsOf("sca")).toBeUndefined();
    const few = ensureRowFlags("sca", 2);
    few[1] = SELECTED;
    expect(ensureRowFlags("sca", 2)).toBe(few);
    expect(ensureRowFlags("sca", 1)).toBe(few);
    expect(ensureRowFlags("sca", 4)).toEqual(Uint8Array.of(0, SELECTED, 0, 0));
    expect(rowFlagsOf("sca")).toHaveLength(4);
  });
});
