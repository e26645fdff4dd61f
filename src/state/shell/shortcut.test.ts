// @vitest-environment happy-dom
import { createStore } from "jotai";
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
