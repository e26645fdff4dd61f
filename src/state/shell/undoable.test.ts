// @vitest-environment happy-dom
import { atom, createStore } from "jotai";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { endPlant } from "./lifetime.ts";
import { nextUndoAtom, recordStep, redo, stepCountAtom, undo, type UndoStep } from "./undo.ts";
import { doUndoably, rememberedUndoable, undoable } from "./undoable.ts";

const firstAtom = undoable("a");
const secondAtom = undoable(1);
const otherAtom = atom("untouched");
const isNumber = (stored: unknown): stored is number => typeof stored === "number";

let store = createStore();
beforeEach(() => {
  localStorage.clear();
  store = createStore();
  store.set(endPlant);
});
const shown = () => [store.get(firstAtom), store.get(secondAtom)];

describe("a change", () => {
  test("of several values is one step, with its name", async () => {
    const values = { layer: "area" };
    store.set(doUndoably, {
      name: "step",
      values,
      merge: "drag",
      change: (_get, set) => {
        set(firstAtom, "b");
        set(secondAtom, 2);
        set(otherAtom, "changed");
      },
    });
    expect([shown(), store.get(stepCountAtom)]).toEqual([["b", 2], 1]);
    expect(store.get(nextUndoAtom)).toMatchObject({ name: "step", values, merge: "drag" });
    await store.set(undo);
    expect([shown(), store.get(otherAtom)]).toEqual([["a", 1], "changed"]);
    await store.set(redo);
    expect(shown()).toEqual(["b", 2]);
  });

  test("puts back only what it changed itself", async () => {
    store.set(doUndoably, { name: "step", change: (_get, set) => set(firstAtom, "b") });
    store.set(secondAtom, 5);
    await store.set(undo);
    expect(shown()).toEqual(["a", 5]);
  });

  test("may compute the next value from the present one", async () => {
    store.set(doUndoably, {
      name: "step",
      change: (get, set) => set(secondAtom, get(secondAtom) + 1),
    });
    expect(shown()).toEqual(["a", 2]);
    store.set(secondAtom, (before) => before + 5);
    expect(shown()).toEqual(["a", 7]);
  });

  test("to the same value is no step", () => {
    store.set(doUndoably, { name: "step", change: (_get, set) => set(firstAtom, "a") });
    expect(store.get(stepCountAtom)).toBe(0);
  });
});

describe("a remembered value", () => {
  const visit = () => rememberedUndoable("count", 1, isNumber);

  test("is kept for the next visit, and can be undone", async () => {
    const countAtom = visit();
    expect(store.get(countAtom)).toBe(1);
    store.set(doUndoably, { name: "step", change: (_get, set) => set(countAtom, 2) });
    expect([store.get(countAtom), createStore().get(visit())]).toEqual([2, 2]);
    await store.set(undo);
    expect([store.get(countAtom), createStore().get(visit())]).toEqual([1, 1]);
  });

  test("may be computed from the present one", () => {
    const countAtom = visit();
    store.set(countAtom, (before) => before + 4);
    expect(store.get(countAtom)).toBe(5);
  });

  test("that was kept and is not valid is ignored", () => {
    localStorage.setItem("count", '"many"');
    expect(store.get(visit())).toBe(1);
  });

  test("of a link holds for this plant only, and is not kept", () => {
    const countAtom = visit();
    store.set(countAtom, 2);
    store.set(countAtom, 9, false);
    expect([store.get(countAtom), localStorage.getItem("count")]).toEqual([9, "2"]);
    store.set(endPlant);
    expect(store.get(countAtom)).toBe(2);
  });

  test("that the user chooses takes the place of the link's", () => {
    const countAtom = visit();
    store.set(countAtom, 9, false);
    store.set(countAtom, 3);
    expect([store.get(countAtom), localStorage.getItem("count")]).toEqual([3, "3"]);
  });
});

describe("steps that follow each other", () => {
  const step = (more: Partial<UndoStep>): UndoStep => ({
    name: "step",
    undo: () => undefined,
    redo: () => undefined,
    ...more,
  });
  const count = () => store.get(stepCountAtom);
  const at = (ms: number) => vi.spyOn(performance, "now").mockReturnValue(ms);

  test("within a second are one where they are the same drag, undone to where it began", async () => {
    const done: string[] = [];
    const drag = (name: string) =>
      step({
        merge: "drag",
        undo: () => void done.push(`undo ${name}`),
        redo: () => void done.push(`redo ${name}`),
      });
    at(5000);
    store.set(recordStep, drag("first"));
    at(5999);
    store.set(recordStep, drag("second"));
    expect(count()).toBe(1);
    await store.set(undo);
    await store.set(redo);
    expect(done).toEqual(["undo first", "redo second"]);
  });

  test("after a second are two", () => {
    at(5000);
    store.set(recordStep, step({ merge: "drag" }));
    at(6000);
    store.set(recordStep, step({ merge: "drag" }));
    expect(count()).toBe(2);
  });

  test("of different drags are two, and of no drag too", () => {
    at(5000);
    store.set(recordStep, step({ merge: "drag" }));
    store.set(recordStep, step({ merge: "other" }));
    store.set(recordStep, step({}));
    store.set(recordStep, step({}));
    expect(count()).toBe(4);
  });

  test("of a drag are two where one was undone between them", async () => {
    at(5000);
    store.set(recordStep, step({ merge: "drag" }));
    store.set(recordStep, step({ merge: "other" }));
    await store.set(undo);
    store.set(recordStep, step({ merge: "drag" }));
    expect(count()).toBe(2);
  });

  test("are at most a thousand: the oldest are forgotten", () => {
    for (let number = 0; number < 1003; number += 1) {
      store.set(recordStep, step({ name: `step ${number}` }));
    }
    expect([count(), store.get(nextUndoAtom)?.name]).toEqual([1000, "step 1002"]);
  });

  test("are undone one at a time", async () => {
    let end = () => {};
    const undone: string[] = [];
    store.set(recordStep, step({ undo: () => void undone.push("first") }));
    store.set(
      recordStep,
      step({
        undo: () => {
          undone.push("second");
          return new Promise<void>((done) => (end = done));
        },
      }),
    );
    const undoing = store.set(undo);
    await store.set(undo);
    expect(undone).toEqual(["second"]);
    end();
    await undoing;
    await store.set(undo);
    expect(undone).toEqual(["second", "first"]);
  });

  test("are redone one at a time, and one that fails stays", async () => {
    let end = (_cause?: Error) => {};
    const redone: string[] = [];
    store.set(
      recordStep,
      step({
        redo: () => {
          redone.push("first");
          return new Promise<void>(
            (done, fail) => (end = (cause) => (cause ? fail(cause) : done())),
          );
        },
      }),
    );
    await store.set(undo);
    const failing = store.set(redo);
    await store.set(redo);
    expect(redone).toEqual(["first"]);
    end(new Error("released"));
    await expect(failing).rejects.toThrow("released");
    expect(count()).toBe(0);
    const redoing = store.set(redo);
    end();
    await redoing;
    expect([redone, count()]).toEqual([["first", "first"], 1]);
  });

  test("end with their plant, also one under way", async () => {
    let end = () => {};
    const wait = () => new Promise<void>((done) => (end = done));
    store.set(recordStep, step({ undo: wait, redo: wait }));
    const undoing = store.set(undo);
    store.set(endPlant);
    end();
    await undoing;
    expect(count()).toBe(0);
    await store.set(redo);
    // The next plant is free to undo.
    let undone = 0;
    store.set(recordStep, step({ undo: () => void (undone += 1) }));
    await store.set(undo);
    expect(undone).toBe(1);
  });

  test("are none at first", async () => {
    await store.set(undo);
    await store.set(redo);
    expect([count(), store.get(nextUndoAtom)]).toEqual([0, undefined]);
  });
});
