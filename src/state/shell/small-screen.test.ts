import { createStore } from "jotai";
import { afterEach, expect, test, vi } from "vitest";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** A window that meets these parts of media queries. */
async function windowOf(...met: readonly string[]) {
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: query.split(", ").some((one) => met.includes(one)),
  }));
  const { isHandheldAtom, isSmallScreenAtom } = await import("./small-screen.ts");
  const store = createStore();
  return [store.get(isSmallScreenAtom), store.get(isHandheldAtom)];
}
const TOUCH = "(hover: none) and (pointer: coarse)";

test("a tablet on its side is handheld and wide, a phone both small and handheld, a desk neither", async () => {
  expect(await windowOf(TOUCH)).toEqual([false, true]);
  vi.resetModules();
  expect(await windowOf(TOUCH, "(max-width: 1000px)")).toEqual([true, true]);
  vi.resetModules();
  expect(await windowOf()).toEqual([false, false]);
});
