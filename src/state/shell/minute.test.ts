// The day that is shown follows the clock while somebody looks.
import { atom, createStore } from "jotai";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { minuteAtom } from "./minute.ts";

beforeEach(() => vi.useFakeTimers({ now: Date.parse("2026-11-30T23:58:30Z") }));
afterEach(() => vi.useRealTimers());

test("a day becomes the next one after midnight, and nothing runs without a reader", () => {
  const dayAtom = atom((get) => new Date(get(minuteAtom)).toISOString().slice(0, 10));
  const store = createStore();
  const seen: string[] = [];
  const stop = store.sub(dayAtom, () => seen.push(store.get(dayAtom)));
  expect(store.get(dayAtom)).toBe("2026-11-30");
  seen.length = 0;
  vi.advanceTimersByTime(60_000);
  expect(seen).toEqual([]);
  vi.advanceTimersByTime(60_000);
  expect(seen).toEqual(["2026-12-01"]);
  stop();
  expect(vi.getTimerCount()).toBe(0);
});
