// @vitest-environment happy-dom
import { onlineManager } from "@tanstack/query-core";
import { atom } from "jotai";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { keepSession } from "../../client/session.ts";
import {
  ensureAnswer,
  fetchOnce,
  pauseReads,
  queryClient,
  queryOf,
  reload,
  type ServerQuery,
} from "./query.ts";
import { signedInStore } from "./signed-in.fixture.ts";
import { onToast } from "./toast.ts";

type Row = { readonly id: number; readonly name: string };
const rows: readonly Row[] = [
  { id: 1, name: "A" },
  { id: 2, name: "B" },
];
const fault = (code: string) => Object.assign(new Error(code), { code, problems: [] });
const key = ["rows"];
let answer: (options: { isQuiet?: boolean }) => Promise<readonly Row[]>;
const ask = vi.fn((options: { isQuiet?: boolean }) => answer(options));
const question: ServerQuery<readonly Row[]> = { key, ask };
const listAtom = queryOf(() => question);
const said: string[] = [];
onToast(({ message }) => said.push(message));

let store = signedInStore();
beforeEach(() => {
  vi.useFakeTimers();
  answer = async () => rows;
  ask.mockClear();
  said.splice(0);
});
afterEach(() => {
  onlineManager.setOnline(true);
  vi.useRealTimers();
});
const open = () => {
  store = signedInStore([], [listAtom]);
};
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const names = () => {
  const list = store.get(listAtom);
  return list.state === "ready" ? list.value.map(({ name }) => name) : list.state;
};

describe("an answer", () => {
  it("is fetched once for all readers, and ends with the session", async () => {
    open();
    const both = Promise.all([ensureAnswer(question), ensureAnswer(question)]);
    await wait(0);
    expect(await both).toEqual([rows, rows]);
    expect(ask).toHaveBeenCalledTimes(1);
    expect(names()).toEqual(["A", "B"]);
    keepSession(null);
    await wait(0);
    expect([names(), ask.mock.calls.length]).toEqual(["idle", 1]);
  });

  it("is not fetched for a key that is left before it has rested", async () => {
    const chosen = atom(1);
    const asked: number[] = [];
    const rested = queryOf((get): ServerQuery<readonly Row[]> => {
      const id = get(chosen);
      return { key: ["rested", id], restMs: 400, ask: async () => (asked.push(id), rows) };
    });
    store = signedInStore([], [rested]);
    for (const id of [2, 3, 4]) {
      await wait(300);
      store.set(chosen, id);
    }
    await wait(399);
    expect(asked).toEqual([]);
    await wait(2);
    expect(asked).toEqual([4]);
    expect(store.get(rested).state).toBe("ready");
  });

  it("is fetched again by itself after a lost connection", async () => {
    answer = async () => Promise.reject(fault("DISCONNECT"));
    open();
    await wait(0);
    expect(names()).toBe("loading");
    await wait(1000);
    expect(names()).toBe("failed");
    answer = async () => rows;
    await wait(2000);
    expect(names()).toEqual(["A", "B"]);
  });

  it("waits while the browser is offline, and continues at once when it is online", async () => {
    answer = async () => Promise.reject(fault("DISCONNECT"));
    onlineManager.setOnline(false);
    open();
    await wait(60_000);
    expect([names(), ask.mock.calls.length]).toEqual(["failed", 1]);
    answer = async () => rows;
    onlineManager.setOnline(true);
    await wait(0);
    expect(names()).toEqual(["A", "B"]);
  });

  it("that is refused fails at once, and is fetched again only on request", async () => {
    answer = async () => Promise.reject(fault("PERMISSION_DENIED"));
    open();
    await wait(60_000);
    expect([names(), ask.mock.calls.length]).toEqual(["failed", 1]);
    answer = async () => rows;
    void reload(key);
    await wait(0);
    expect(names()).toEqual(["A", "B"]);
  });

  it("on request does not wait for the pause after a lost connection", async () => {
    answer = async () => Promise.reject(fault("DISCONNECT"));
    open();
    await wait(20_000);
    answer = async () => rows;
    void reload(key);
    await wait(0);
    expect(names()).toEqual(["A", "B"]);
  });

  it("is reported lost once, not with every attempt", async () => {
    answer = async () => Promise.reject(fault("DISCONNECT"));
    open();
    await wait(5000);
    expect(ask.mock.calls.map(([{ isQuiet }]) => isQuiet)).toEqual([false, true, true]);
  });

  it("stays on the screen where a later one is refused, with a message", async () => {
    open();
    await wait(0);
    answer = async () => Promise.reject(fault("PERMISSION_DENIED"));
    void reload(key);
    await wait(0);
    expect([names(), said.length]).toEqual([["A", "B"], 1]);
    // Offline there is nothing newer, and no person has asked for it.
    answer = async () => Promise.reject(fault("OFFLINE"));
    void reload(key);
    await wait(0);
    expect([names(), said.length]).toEqual([["A", "B"], 1]);
  });
});

describe("a verb that waits for an answer", () => {
  const slow = () => {
    answer = () => new Promise((done) => setTimeout(() => done(rows), 100));
  };

  it("gets it even if the panel that asked first is closed in the meantime", async () => {
    slow();
    store = signedInStore();
    const close = store.sub(listAtom, () => undefined);
    await wait(10);
    const waiting = ensureAnswer(question);
    close();
    await wait(100);
    expect(await waiting).toEqual(rows);
    expect(ask).toHaveBeenCalledTimes(1);
  });

  it("gets the newer answer if the data are reloaded in the meantime", async () => {
    slow();
    store = signedInStore();
    const waiting = ensureAnswer(question);
    await wait(10);
    answer = async () => [rows[0]!];
    void reload(key);
    await wait(100);
    expect(await waiting).toEqual([rows[0]]);
  });

  it("sends nothing while reads are paused, and repeats the call afterwards", async () => {
    slow();
    store = signedInStore();
    const waiting = ensureAnswer(question);
    await wait(10);
    const resume = await pauseReads();
    await wait(500);
    expect(ask).toHaveBeenCalledTimes(1);
    resume();
    await wait(100);
    expect(await waiting).toEqual(rows);
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it("caches large data only while it waits", async () => {
    slow();
    store = signedInStore();
    const waiting = fetchOnce(question);
    await wait(101);
    expect(await waiting).toEqual(rows);
    await wait(1);
    expect(queryClient().getQueryCache().findAll({ queryKey: key })).toEqual([]);
  });

  it("fails without another call if the data are removed in the meantime, as when a plant is closed", async () => {
    slow();
    store = signedInStore();
    const refused = expect(ensureAnswer(question)).rejects.toThrow();
    await wait(10);
    queryClient().removeQueries({ queryKey: key });
    await wait(500);
    await refused;
    expect(ask).toHaveBeenCalledTimes(1);
  });

  it("fails if the session ends in the meantime", async () => {
    slow();
    store = signedInStore();
    const waiting = ensureAnswer(question);
    const refused = expect(waiting).rejects.toThrow();
    await wait(10);
    keepSession(null);
    await wait(200);
    await refused;
  });
});
