import { createStore } from "jotai";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { reportWait } from "../../client/proof-wait.ts";
import { isProvingAtom } from "./proof.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("a proof that takes noticeably long is announced until it is solved", async () => {
  const store = createStore();
  const stop = store.sub(isProvingAtom, () => undefined);
  const slow = reportWait(new Promise((done) => setTimeout(done, 2000)));
  expect(store.get(isProvingAtom)).toBe(false);
  await vi.advanceTimersByTimeAsync(1000);
  expect(store.get(isProvingAtom)).toBe(true);
  await vi.advanceTimersByTimeAsync(1000);
  await slow;
  expect(store.get(isProvingAtom)).toBe(false);
  stop();
});
