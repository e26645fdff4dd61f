// @vitest-environment happy-dom
import { createStore } from "jotai";
import { afterEach, expect, test, vi } from "vitest";
import { isTouchAtom } from "./touch.ts";

afterEach(() => vi.unstubAllGlobals());

test("a device is used by touch alone until a mouse is there", () => {
  const listeners: (() => void)[] = [];
  const list = {
    matches: true,
    addEventListener: (_: string, follow: () => void) => void listeners.push(follow),
    removeEventListener: () => void listeners.pop(),
  };
  vi.stubGlobal("matchMedia", (asked: string) => {
    expect(asked).toBe("(hover: none) and (pointer: coarse)");
    return list;
  });
  const store = createStore();
  const stop = store.sub(isTouchAtom, () => undefined);
  expect(store.get(isTouchAtom)).toBe(true);
  list.matches = false;
  listeners[0]!();
  expect(store.get(isTouchAtom)).toBe(false);
  stop();
  expect(listeners).toEqual([]);
});
