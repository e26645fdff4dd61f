// @vitest-environment happy-dom
// Steps of undo as this tab keeps them over a reload: whole, in order, within bounds, and of this session alone.
import { createStore } from "jotai";
import { beforeEach, expect, test, vi } from "vitest";
import { keepSession, session } from "../../client/session.ts";
import { addFilter, filtersAtom } from "../plant/filter/filter.ts";
import { chooseKeyFigure, keyFigureIdAtom } from "../plant/column/key-figure.ts";
import { KEPT_LETTERS, STEP_LETTERS } from "./kept-step.ts";
import { endPlant } from "./lifetime.ts";
import { overtaken, stepKind } from "./step-kind.ts";
import {
  nextRedoAtom,
  nextUndoAtom,
  recordStep,
  redo,
  restoreSteps,
  stepCountAtom,
  undo,
} from "./undo.ts";

const NAME = "undo 7";
const signedIn = (token: string) => {
  keepSession({ ...session(), token } as NonNullable<ReturnType<typeof session>>);
};
const seen: string[] = [];
const noteStep = stepKind<{ readonly text: string }>({
  name: "note write",
  undo: (_get, _set, { text }) => void seen.push(`-${text}`),
  redo: (_get, _set, { text }) => ({ text: `${text}!` }),
});
/** The page is loaded again: nothing is left but what the tab keeps. */
const reload = async (store = createStore()) => {
  store.set(endPlant);
  await store.set(restoreSteps, 7, {});
  return store;
};
const note = (text: string) => ({ name: "workbench:step.limits", ...noteStep({ text }) });

beforeEach(() => {
  sessionStorage.clear();
  seen.splice(0);
  signedIn("a-token");
});

test("what was done and undone is there after a reload, and goes both ways", async () => {
  const first = await reload();
  first.set(chooseKeyFigure, 5);
  first.set(addFilter, { kind: "name", text: "L56" } as never);
  await first.set(undo);
  const store = await reload();
  expect(store.get(nextUndoAtom)?.values).toEqual({ key_figure_id: 5 });
  await store.set(redo);
  expect(store.get(filtersAtom)).toHaveLength(1);
  await store.set(undo);
  expect(store.get(filtersAtom)).toEqual([]);
  await store.set(undo);
  expect(store.get(keyFigureIdAtom)).toBeNull();
  expect(store.get(nextUndoAtom)).toBeUndefined();
});

test("a step goes on from the state that its last redo has left", async () => {
  const first = await reload();
  first.set(recordStep, note("a"));
  await first.set(undo);
  await first.set(redo);
  const store = await reload();
  await store.set(undo);
  expect(seen).toEqual(["-a", "-a!"]);
});

test("a step that is only a function ends with the page, and so do those before it", async () => {
  const first = await reload();
  first.set(recordStep, note("a"));
  first.set(recordStep, { name: "workbench:step.limits", undo: vi.fn(), redo: vi.fn() });
  first.set(recordStep, note("b"));
  expect(first.get(stepCountAtom)).toBe(3);
  const store = await reload();
  expect(store.get(stepCountAtom)).toBe(1);
  await store.set(undo);
  expect(seen).toEqual(["-b"]);
});

test("what is no plain data, or too large, is not kept half", async () => {
  const bad = [Number.NaN, new Map([[1, 2]]), "x".repeat(STEP_LETTERS), new Float64Array(2)];
  for (const text of bad) {
    sessionStorage.clear();
    const first = await reload();
    first.set(recordStep, note(text as string));
    expect((await reload()).get(stepCountAtom)).toBe(0);
  }
  const rows = Uint32Array.of(4, 5);
  const first = await reload();
  first.set(recordStep, note(rows as unknown as string));
  await (await reload()).set(undo);
  expect(seen).toEqual(["-4,5"]);
});

test("many steps stay within the bound, the newest first", async () => {
  const first = await reload();
  for (let at = 0; at < 40; at++) first.set(recordStep, note(`${at} ${"x".repeat(20_000)}`));
  expect(sessionStorage.getItem(NAME)!.length).toBeLessThan(KEPT_LETTERS + 2000);
  const store = await reload();
  expect(store.get(stepCountAtom)).toBeGreaterThan(5);
  await store.set(undo);
  expect(seen[0]).toMatch(/^-39 /);
});

test("another session, another plant, a broken text and a sign-out have none", async () => {
  const first = await reload();
  first.set(recordStep, note("secret"));
  const text = sessionStorage.getItem(NAME)!;
  expect(text).not.toContain("a-token");
  const other = createStore();
  other.set(endPlant);
  await other.set(restoreSteps, 8, {});
  expect(other.get(stepCountAtom)).toBe(0);
  sessionStorage.setItem(NAME, text.slice(0, -5));
  expect((await reload()).get(stepCountAtom)).toBe(0);
  sessionStorage.setItem(NAME, text);
  signedIn("another-token");
  expect(sessionStorage.getItem(NAME)).toBeNull();
  sessionStorage.setItem(NAME, text);
  expect((await reload()).get(stepCountAtom)).toBe(0);
  sessionStorage.setItem(NAME, text);
  keepSession(null);
  expect(sessionStorage.getItem(NAME)).toBeNull();
});

test("a step that is refused stays, and nothing of it is done", async () => {
  const refused = stepKind<null>({
    name: "note refused",
    undo() {
      throw overtaken();
    },
    redo: () => undefined,
  });
  const first = await reload();
  first.set(recordStep, { name: "workbench:step.limits", ...refused(null) });
  const store = await reload();
  const problems = [{ reason: "step_overtaken" }];
  await expect(store.set(undo)).rejects.toMatchObject({ code: "CONFLICT", problems });
  expect([store.get(stepCountAtom), store.get(nextRedoAtom)]).toEqual([1, undefined]);
});
