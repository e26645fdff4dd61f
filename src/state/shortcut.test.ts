// @vitest-environment happy-dom
import { createStore } from "jotai";
import { beforeEach, expect, test, vi } from "vitest";
import { keepSession } from "../client/session.ts";
import {
  keysOf,
  permittedCommandsAtom,
  press,
  registerCommands,
  singleKeysAtom,
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

test("keys are named alike on every keyboard", () => {
  expect(keysOf(key("K", { metaKey: true }))).toBe("mod+k");
  expect(keysOf(key("?", { shiftKey: true }))).toBe("?");
  expect(keysOf(key("Z", { ctrlKey: true, shiftKey: true }))).toBe("mod+shift+z");
  expect(keysOf(key("ArrowUp", { shiftKey: true }))).toBe("shift+arrowup");
  expect(keysOf(key(" "))).toBe("space");
});

test("a key runs the last command bound to it, and goes back when that is taken away", () => {
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

test("nothing runs while a field is typed in, but what says so", () => {
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
  const forbidden = { ...command("new", ["c"]), permission: "CREATE_PLANT" as const };
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
