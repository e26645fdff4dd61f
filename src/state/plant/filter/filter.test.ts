import { createStore } from "jotai";
import { beforeEach, describe, expect, it } from "vitest";
import { nextUndoAtom, redo, stepCountAtom, undo } from "../../shell/undo.ts";
import { addFilter, chooseScope, filtersAtom, removeFilters, scopeAtom } from "./filter.ts";

const range = (key_figure_id: number, min: number) =>
  ({ kind: "range", key_figure_id, min, max: null }) as const;
const classes = (key_figure_id: number, values: number[], by: "class" | "severity") =>
  ({ kind: "classes", key_figure_id, values, by }) as const;

let store = createStore();
beforeEach(() => {
  store = createStore();
  store.set(filtersAtom, []);
});

describe("a filter", () => {
  it("replaces one of its kind on the same key figure, in its place", () => {
    store.set(addFilter, range(1, 5));
    store.set(addFilter, range(2, 6));
    store.set(addFilter, range(1, 7));
    expect(store.get(filtersAtom)).toEqual([range(1, 7), range(2, 6)]);
  });

  it("does not replace one of another kind, key figure or scale", () => {
    const all = [
      range(1, 5),
      classes(1, [1], "class"),
      classes(1, [2], "severity"),
      classes(2, [2], "severity"),
    ];
    for (const one of all) store.set(addFilter, one);
    expect(store.get(filtersAtom)).toEqual(all);
    store.set(addFilter, classes(1, [3], "severity"));
    expect(store.get(filtersAtom)).toEqual(all.with(2, classes(1, [3], "severity")));
  });

  it("within a part of the plant replaces one on the same component type", () => {
    const within = (component_type: "tracker" | "tracker_group", dt_id: string) =>
      ({ kind: "within", component_type, dt_ids: [dt_id] }) as const;
    store.set(addFilter, within("tracker", "T1") as never);
    store.set(addFilter, within("tracker_group", "G1") as never);
    store.set(addFilter, within("tracker", "T2") as never);
    expect(store.get(filtersAtom)).toEqual([
      within("tracker", "T2"),
      within("tracker_group", "G1"),
    ]);
  });

  it("on names replaces the one before, and one on values of the same key figure", () => {
    const text = (wanted: string) => ({ kind: "text", text: wanted }) as const;
    const present = (key_figure_id: number, is: boolean) =>
      ({ kind: "present", key_figure_id, present: is }) as const;
    store.set(addFilter, text("a"));
    store.set(addFilter, present(1, true));
    store.set(addFilter, present(2, true));
    store.set(addFilter, present(1, false));
    store.set(addFilter, text("b"));
    expect(store.get(filtersAtom)).toEqual([text("b"), present(1, false), present(2, true)]);
  });

  it("and its removal are steps with a name", () => {
    store.set(addFilter, range(1, 1));
    expect(store.get(nextUndoAtom)?.name).toBe("workbench:step.filter");
    store.set(removeFilters, () => true);
    expect(store.get(nextUndoAtom)?.name).toBe("workbench:step.remove_filter");
    store.set(chooseScope, "selected");
    expect(store.get(nextUndoAtom)?.name).toBe("workbench:step.scope_selected");
  });

  it("is one undo step, also when it is dragged", async () => {
    store.set(addFilter, range(1, 1), "brush");
    store.set(addFilter, range(1, 2), "brush");
    store.set(addFilter, range(1, 3), "brush");
    expect(store.get(stepCountAtom)).toBe(1);
    await store.set(undo);
    expect(store.get(filtersAtom)).toEqual([]);
    await store.set(redo);
    expect(store.get(filtersAtom)).toEqual([range(1, 3)]);
  });

  it("is removed by a condition; removing nothing is no step", () => {
    store.set(addFilter, range(1, 1));
    store.set(addFilter, range(2, 2));
    const steps = store.get(stepCountAtom);
    store.set(removeFilters, (one) => one.kind === "classes");
    expect(store.get(stepCountAtom)).toBe(steps);
    store.set(removeFilters, (one) => one.kind === "range" && one.key_figure_id === 1);
    expect(store.get(filtersAtom)).toEqual([range(2, 2)]);
  });
});

it("the scope of the table is an undo step", async () => {
  store.set(chooseScope, "in_view");
  expect(store.get(scopeAtom)).toBe("in_view");
  await store.set(undo);
  expect(store.get(scopeAtom)).toBe("all");
});
