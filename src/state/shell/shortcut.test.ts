// @vitest-environment happy-dom
import { createStore, type Getter, type Setter } from "jotai";
import { beforeEach, expect, test, vi } from "vitest";
import { keepSession } from "../../client/session.ts";
import {
  findAll,
  foundAtom,
  keysOf,
  permittedCommandsAtom,
  press,
  registerCommands,
  registerFinder,
  singleKeysAtom,
  type Finder,
  type Found,
} from "./shortcut.ts";

const key = (name: string, held: Partial<KeyboardEvent> = {}) => ({
  key: name,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...held,
});
const command = (id: string, keys: string[], run = vi.fn()) => ({
  id,
  name: `shell:${id}`,
  group: "shell:group.general",
  keys,
  run,
});

beforeEach(() => {
  localStorage.clear();
  keepSession(null);
});

test("keys have the same names on every keyboard", () => {
  expect(keysOf(key("K", { metaKey: true }))).toBe("mod+k");
  expect(keysOf(key("?", { shiftKey: true }))).toBe("?");
  expect(keysOf(key("Z", { ctrlKey: true, shiftKey: true }))).toBe("mod+shift+z");
  expect(keysOf(key("ArrowUp", { shiftKey: true }))).toBe("shift+arrowup");
  expect(keysOf(key(" "))).toBe("space");
  expect(keysOf(key("l", { altKey: true }))).toBe("alt+l");
  expect(keysOf(key("A", { shiftKey: true }))).toBe("shift+a");
  expect(keysOf(key("5", { shiftKey: true }))).toBe("shift+5");
  expect(keysOf(key("/"))).toBe("/");
});

test("a key runs the last command bound to it, and the previous one after its removal", () => {
  const store = createStore();
  const [first, second] = [command("first", ["j"]), command("second", ["j"])];
  store.set(registerCommands, [first]);
  const unregister = store.set(registerCommands, [second]);
  expect(store.set(press, key("j"), false)).toBe(true);
  expect(second.run).toHaveBeenCalledOnce();
  unregister();
  store.set(press, key("j"), false);
  expect(first.run).toHaveBeenCalledOnce();
});

test("in text fields only commands with inFields run", () => {
  const store = createStore();
  const [plain, palette] = [command("a", ["a"]), { ...command("p", ["mod+k"]), inFields: true }];
  store.set(registerCommands, [plain, palette]);
  expect(store.set(press, key("a"), true)).toBe(false);
  expect(store.set(press, key("k", { ctrlKey: true }), true)).toBe(true);
});

test("single keys can be switched off; those with Ctrl stay", () => {
  const store = createStore();
  store.set(registerCommands, [command("a", ["a"]), command("undo", ["mod+z"])]);
  store.set(singleKeysAtom, false);
  expect(store.set(press, key("a"), false)).toBe(false);
  expect(store.set(press, key("z", { ctrlKey: true }), false)).toBe(true);
  expect(localStorage.getItem("single-key-shortcuts")).toBe("off");
});

test("a command the viewer may not run is neither bound nor listed", () => {
  const store = createStore();
  const forbidden = { ...command("new", ["c"]), isOffered: () => false };
  store.set(registerCommands, [forbidden]);
  expect(store.get(permittedCommandsAtom)).toEqual([]);
  expect(store.set(press, key("c"), false)).toBe(false);
  expect(forbidden.run).not.toHaveBeenCalled();
});

test("a greyed command lets its key through", () => {
  const store = createStore();
  const greyed = { ...command("undo", ["mod+z"]), isEnabled: () => false };
  store.set(registerCommands, [greyed]);
  expect(store.set(press, key("z", { ctrlKey: true }), false)).toBe(false);
});

const finder = (id: string, find: Finder["find"]) => ({ id, group: `shell:group.${id}`, find });
const thing = (label: string) => ({ id: label, label, run: vi.fn() });
const labels = (store: ReturnType<typeof createStore>) =>
  store.get(foundAtom).map(({ id, found }) => [id, ...found.map(({ label }) => label)]);

test("immediate results are shown at once, later ones in the order of the finders", async () => {
  const store = createStore();
  let answer: (found: Found[]) => void = () => undefined;
  store.set(
    registerFinder,
    finder("slow", () => new Promise((resolve) => (answer = resolve))),
  );
  store.set(
    registerFinder,
    finder("quick", (text) => [thing(text)]),
  );
  const done = store.set(findAll, "m1");
  expect(labels(store)).toEqual([["quick", "m1"]]);
  answer([thing("M1"), thing("M12")]);
  await done;
  expect(labels(store)).toEqual([
    ["slow", "M1", "M12"],
    ["quick", "m1"],
  ]);
});

test("a result of an older text is dropped, and its finder is aborted", async () => {
  const store = createStore();
  const answers: ((found: Found[]) => void)[] = [];
  const signals: AbortSignal[] = [];
  const find: Finder["find"] = (_text, _get, signal) => {
    signals.push(signal);
    return new Promise((resolve) => answers.push(resolve));
  };
  store.set(registerFinder, finder("slow", find));
  const first = store.set(findAll, "m1");
  const second = store.set(findAll, "m12");
  answers[1]!([thing("M12")]);
  answers[0]!([thing("M1")]);
  await Promise.all([first, second]);
  expect(labels(store)).toEqual([["slow", "M12"]]);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  await store.set(findAll, "");
  expect(labels(store)).toEqual([]);
});

test("a finder that fails does not affect the others", async () => {
  const store = createStore();
  store.set(
    registerFinder,
    finder("broken", () => Promise.reject(new Error("offline"))),
  );
  store.set(
    registerFinder,
    finder("whole", () => [thing("here")]),
  );
  await store.set(findAll, "h");
  expect(labels(store)).toEqual([["whole", "here"]]);
});

test("a command replaces the one with its id, and others stay", () => {
  const store = createStore();
  const [old, other, fresh] = [command("a", ["a"]), command("b", ["b"]), command("a", ["x"])];
  store.set(registerCommands, [old, other]);
  const unregister = store.set(registerCommands, [fresh]);
  expect(store.get(permittedCommandsAtom)).toEqual([other, fresh]);
  expect(store.set(press, key("a"), false)).toBe(false);
  unregister();
  expect(store.get(permittedCommandsAtom)).toEqual([other]);
});

test("a command gets what it needs to read and change the state", () => {
  const store = createStore();
  const run = vi.fn<(get: Getter, set: Setter) => void>((get, set) =>
    set(singleKeysAtom, !get(singleKeysAtom)),
  );
  store.set(registerCommands, [command("a", ["a"], run)]);
  expect(store.set(press, key("a"), false)).toBe(true);
  expect(store.get(singleKeysAtom)).toBe(false);
});

test("Escape works also where single keys are switched off", () => {
  const store = createStore();
  store.set(registerCommands, [command("close", ["escape"])]);
  store.set(singleKeysAtom, false);
  expect(store.set(press, key("Escape"), false)).toBe(true);
});

test("single keys that are switched on again are no choice to remember", () => {
  const store = createStore();
  store.set(singleKeysAtom, false);
  store.set(singleKeysAtom, true);
  expect([store.get(singleKeysAtom), localStorage.getItem("single-key-shortcuts")]).toEqual([
    true,
    null,
  ]);
});

test("a command without keys is listed, and one that is enabled runs", () => {
  const store = createStore();
  const listed = { ...command("listed", []), keys: undefined };
  const enabled = { ...command("on", ["o"]), isOffered: () => true, isEnabled: () => true };
  store.set(registerCommands, [listed as never, enabled]);
  expect(store.get(permittedCommandsAtom)).toEqual([listed, enabled]);
  expect(store.set(press, key("o"), false)).toBe(true);
});

test("a finder replaces the one with its id, and is gone when it is taken away", async () => {
  const store = createStore();
  store.set(
    registerFinder,
    finder("plants", () => [thing("old")]),
  );
  const remove = store.set(
    registerFinder,
    finder("plants", () => [thing("new")]),
  );
  store.set(
    registerFinder,
    finder("others", () => [thing("other")]),
  );
  await store.set(findAll, "x");
  expect(labels(store)).toEqual([
    ["plants", "new"],
    ["others", "other"],
  ]);
  remove();
  await store.set(findAll, "y");
  expect(labels(store)).toEqual([["others", "other"]]);
  expect(store.get(foundAtom)[0]?.group).toBe("shell:group.others");
});

test("a finder that finds nothing has no group, and none is asked for an empty text", async () => {
  const store = createStore();
  const find = vi.fn(() => []);
  store.set(registerFinder, finder("none", find));
  await store.set(findAll, "x");
  expect([labels(store), find.mock.calls.length]).toEqual([[], 1]);
  await store.set(findAll, "");
  expect(find).toHaveBeenCalledTimes(1);
});

test("what was found is gone as soon as another text is typed", () => {
  const store = createStore();
  store.set(
    registerFinder,
    finder("slow", (text) => (text === "a" ? [thing("A")] : new Promise(() => undefined))),
  );
  void store.set(findAll, "a");
  expect(labels(store)).toEqual([["slow", "A"]]);
  void store.set(findAll, "ab");
  expect(labels(store)).toEqual([]);
});
