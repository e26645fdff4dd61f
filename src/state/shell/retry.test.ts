// @vitest-environment happy-dom
import { atom } from "jotai";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queryOf } from "./query.ts";
import { computeOnChange } from "./on-change.ts";
import { idle, type Loaded } from "./loaded.ts";
import { retriesAtom, retryLoads } from "./retry.ts";
import { signedInStore } from "./signed-in.fixture.ts";

const fault = (code: string) => Object.assign(new Error(code), { code, problems: [] });
type Row = { readonly id: number };
let answer: () => Promise<readonly Row[]>;
const ask = vi.fn(() => answer());
const listAtom = queryOf(() => ({ key: ["rows"], ask }));

let store = signedInStore();
beforeEach(() => {
  vi.useFakeTimers();
  ask.mockClear();
});
afterEach(() => vi.useRealTimers());
const wait = (ms = 0) => vi.advanceTimersByTimeAsync(ms);
const state = () => store.get(listAtom).state;
const open = async (code: string) => {
  answer = () => Promise.reject(fault(code));
  store = signedInStore([], [listAtom, retriesAtom]);
  await wait();
};

test("a refused load stays refused until the user tries again", async () => {
  await open("SOMETHING_WENT_WRONG");
  await wait(60_000);
  expect([state(), ask.mock.calls.length]).toEqual(["failed", 1]);
  answer = async () => [{ id: 1 }];
  void store.set(retryLoads);
  await wait();
  expect(state()).toBe("ready");
});

test("it loads by itself once the network is back", async () => {
  await open("SOMETHING_WENT_WRONG");
  answer = async () => [{ id: 1 }];
  window.dispatchEvent(new Event("online"));
  await wait();
  expect(state()).toBe("ready");
});

test("a server that is not available is asked again without a click", async () => {
  await open("UNAVAILABLE");
  expect(state()).not.toBe("ready");
  answer = async () => [{ id: 1 }];
  await wait(1500);
  expect(state()).toBe("ready");
});

test("work that loads runs again, too", async () => {
  store = signedInStore([], [retriesAtom]);
  const output = atom<Loaded<number>>(idle);
  let isBroken = true;
  const stop = computeOnChange(store, atom(1), output, () => async () => {
    if (isBroken) throw fault("SOMETHING_WENT_WRONG");
    return 7;
  });
  await wait();
  expect(store.get(output).state).toBe("failed");
  isBroken = false;
  void store.set(retryLoads);
  await wait();
  expect(store.get(output)).toEqual({ state: "ready", value: 7 });
  stop();
  isBroken = true;
  void store.set(retryLoads);
  await wait();
  expect(store.get(output)).toEqual({ state: "ready", value: 7 });
});
