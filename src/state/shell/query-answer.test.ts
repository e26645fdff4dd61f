// @vitest-environment happy-dom
import { focusManager } from "@tanstack/query-core";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { keepSession } from "../../client/session.ts";
import {
  ensureAnswer,
  fetchAnswer,
  fetchOnce,
  isDisconnect,
  queriesById,
  queryClient,
  queryOf,
  type ServerQuery,
} from "./query.ts";
import { signedInStore, watch } from "./signed-in.fixture.ts";
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
afterEach(() => vi.useRealTimers());
const open = () => {
  store = signedInStore([], [listAtom]);
};
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);
/** The user comes back to the window. */
const look = () => {
  focusManager.setFocused(false);
  focusManager.setFocused(true);
};
const names = () => {
  const list = store.get(listAtom);
  return list.state === "ready" ? list.value.map(({ name }) => name) : list.state;
};

describe("an answer", () => {
  it("is tried again after one second, then less often, and at least every ten", async () => {
    const begun = Date.now();
    const at: number[] = [];
    answer = async () => {
      at.push((Date.now() - begun) / 1000);
      throw fault("DISCONNECT");
    };
    open();
    await wait(40_000);
    expect(at).toEqual([0, 1, 3, 7, 15, 25, 35]);
  });

  it("that was lost says so from the second attempt on, and why", async () => {
    answer = async () => Promise.reject(fault("DISCONNECT"));
    open();
    await wait(999);
    expect(names()).toBe("loading");
    await wait(1);
    expect(store.get(listAtom)).toMatchObject({ fault: { code: "DISCONNECT" } });
  });

  it("that is older than a minute is fetched again when the window gets the focus", async () => {
    open();
    await wait(60_000);
    look();
    await wait(0);
    expect(ask).toHaveBeenCalledTimes(1);
    await wait(1);
    look();
    await wait(0);
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it("that never changes is not fetched again", async () => {
    const fixedAtom = queryOf(() => ({ ...question, isFixed: true }));
    store = signedInStore([], [fixedAtom]);
    await wait(120_000);
    look();
    await wait(0);
    expect(await ensureAnswer({ ...question, isFixed: true })).toBe(rows);
    expect(ask).toHaveBeenCalledTimes(1);
  });

  it("is not fetched without a session, unless it is public", async () => {
    open();
    keepSession(null);
    await wait(0);
    ask.mockClear();
    const openAtom = queryOf(() => ({ ...question, isPublic: true }));
    watch(store, openAtom);
    watch(store, listAtom);
    await wait(0);
    expect([store.get(openAtom), store.get(listAtom)]).toEqual([
      { state: "ready", value: rows },
      { state: "idle" },
    ]);
  });

  it("that is refused the first time is no message: its panel says so", async () => {
    answer = async () => Promise.reject(fault("PERMISSION_DENIED"));
    open();
    await wait(0);
    expect([names(), said]).toEqual(["failed", []]);
  });

  it("that no panel shows the fault of is a message", async () => {
    answer = async () => Promise.reject(fault("PERMISSION_DENIED"));
    store = signedInStore([], [queryOf(() => ({ ...question, showsFault: true }))]);
    await wait(0);
    expect(said).toHaveLength(1);
  });

  it("is the same object for all its readers, so that panels draw once", async () => {
    open();
    await wait(0);
    const otherAtom = queryOf(() => question);
    watch(store, otherAtom);
    expect(store.get(otherAtom)).toBe(store.get(listAtom));
  });

  it("for each id is asked for once in a session", () => {
    const rowOf = queriesById((id: number) => ({ ...question, key: ["row", id] }));
    open();
    expect(rowOf(1)).toBe(rowOf(1));
    expect(rowOf(1)).not.toBe(rowOf(2));
    const before = rowOf(1);
    open();
    expect(rowOf(1)).not.toBe(before);
  });

  it("can be the newest for a verb, or the one that is known", async () => {
    open();
    await wait(0);
    answer = async () => [rows[1]!];
    expect(await ensureAnswer(question)).toBe(rows);
    const newest = fetchAnswer(question);
    await wait(0);
    expect(await newest).toEqual([rows[1]]);
    expect(names()).toEqual(["B"]);
  });

  it("that is large is not kept once it was handed over", async () => {
    open();
    const once = fetchOnce({ ...question, key: ["bytes"] });
    await wait(0);
    expect(await once).toBe(rows);
    await wait(1);
    expect(queryClient().getQueryData(["bytes"])).toBeUndefined();
  });

  it("is forgotten with its session", async () => {
    open();
    await wait(0);
    const client = queryClient();
    expect(client.getQueryData(key)).toBe(rows);
    keepSession(null);
    expect(client.getQueryData(key)).toBeUndefined();
    expect(queryClient()).not.toBe(client);
  });

  it("was lost only where there was none at all", () => {
    const causes = [fault("DISCONNECT"), fault("CONFLICT"), new Error("x"), null, undefined];
    expect(causes.map(isDisconnect)).toEqual([true, false, false, false, false]);
  });
});
