// @vitest-environment happy-dom
import { onlineManager } from "@tanstack/query-core";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { change, removeRow, updateAnswer } from "./mutation.ts";
import { queryOf, reload, type ServerQuery } from "./query.ts";
import { signedInStore } from "./signed-in.fixture.ts";

type Row = { readonly id: number; readonly name: string };
const rows: readonly Row[] = [
  { id: 1, name: "A" },
  { id: 2, name: "B" },
];
const fault = (code: string) => Object.assign(new Error(code), { code, problems: [] });
const key = ["rows"];
let answer: () => Promise<readonly Row[]>;
const ask = vi.fn(() => answer());
const question: ServerQuery<readonly Row[]> = { key, ask };
const listAtom = queryOf(() => question);

let store = signedInStore();
beforeEach(() => {
  vi.useFakeTimers();
  answer = async () => rows;
  ask.mockClear();
});
afterEach(() => vi.useRealTimers());
const open = () => {
  store = signedInStore([], [listAtom]);
};
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const names = () => {
  const list = store.get(listAtom);
  return list.state === "ready" ? list.value.map(({ name }) => name) : list.state;
};

describe("a change", () => {
  const removal = (send: () => Promise<unknown>) => removeRow<Row>(key, 1, send);

  it("shows at once and is rolled back where it is refused", async () => {
    open();
    await wait(0);
    const removing = removal(() => Promise.reject(fault("CONFLICT")));
    expect(names()).toEqual(["B"]);
    await expect(removing).rejects.toMatchObject({ code: "CONFLICT" });
    expect(names()).toEqual(["A", "B"]);
  });

  it("is not undone by an answer to an earlier request", async () => {
    open();
    await wait(0);
    answer = () => new Promise((done) => setTimeout(() => done(rows), 100));
    void reload(key);
    const removing = removal(() => new Promise((done) => setTimeout(done, 200)));
    await wait(150);
    expect(names()).toEqual(["B"]);
    answer = async () => [rows[1]!, { id: 3, name: "C" }];
    await wait(100);
    await removing;
    // What was not waited for is asked again.
    expect(names()).toEqual(["B", "C"]);
  });

  it("is not undone by a fetch because the network is back", async () => {
    open();
    await wait(0);
    const removing = removal(() => new Promise((done) => setTimeout(done, 200)));
    onlineManager.setOnline(false);
    onlineManager.setOnline(true);
    await wait(100);
    expect(names()).toEqual(["B"]);
    answer = async () => [rows[1]!, { id: 3, name: "C" }];
    await wait(100);
    await removing;
    await wait(0);
    // What was not fetched then is fetched after the change.
    expect(names()).toEqual(["B", "C"]);
  });

  it("of data that are not cached shows nothing early", async () => {
    answer = () => new Promise(() => undefined);
    open();
    updateAnswer<readonly Row[]>(key, () => []);
    expect(names()).toBe("loading");
    const removing = removal(async () => ({ done: true }));
    expect(names()).toBe("loading");
    await removing;
    expect(names()).toBe("loading");
  });

  it("that removes an unknown row changes nothing, also where it is refused", async () => {
    open();
    await wait(0);
    const removing = removeRow<Row>(key, 9, () => Promise.reject(fault("CONFLICT")));
    expect(names()).toEqual(["A", "B"]);
    await expect(removing).rejects.toMatchObject({ code: "CONFLICT" });
    expect(names()).toEqual(["A", "B"]);
  });

  it("that is refused leaves a row that has come back meanwhile", async () => {
    open();
    await wait(0);
    const removing = removal(() => Promise.reject(fault("CONFLICT")));
    updateAnswer<readonly Row[]>(key, (known) => [...known, rows[0]!]);
    await expect(removing).rejects.toMatchObject({ code: "CONFLICT" });
    expect(names()).toEqual(["B", "A"]);
  });

  it("that is refused is fetched again only where the data are uncertain", async () => {
    open();
    await wait(0);
    const refused = (isUncertain: boolean) =>
      change<readonly Row[], unknown>({
        key,
        isUncertain,
        send: () => Promise.reject(fault("CONFLICT")),
      });
    await expect(refused(false)).rejects.toMatchObject({ code: "CONFLICT" });
    await wait(0);
    expect(ask).toHaveBeenCalledTimes(1);
    await expect(refused(true)).rejects.toMatchObject({ code: "CONFLICT" });
    await wait(0);
    expect(ask).toHaveBeenCalledTimes(2);
    // Once is enough: the next change has nothing to fetch again.
    await expect(refused(false)).rejects.toMatchObject({ code: "CONFLICT" });
    await wait(0);
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it("waits for the others before what is uncertain is fetched again", async () => {
    open();
    await wait(0);
    const later = (ms: number, isUncertain: boolean) =>
      change<readonly Row[], unknown>({
        key,
        isUncertain,
        send: () => new Promise((_, refuse) => setTimeout(() => refuse(fault("CONFLICT")), ms)),
      }).catch(() => undefined);
    const both = Promise.all([later(100, true), later(200, false)]);
    await wait(150);
    expect(ask).toHaveBeenCalledTimes(1);
    await wait(50);
    await both;
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it("of one session never reaches the next", async () => {
    open();
    await wait(0);
    const changing = change<readonly Row[], Row>({
      key,
      send: () => new Promise((done) => setTimeout(() => done({ id: 9, name: "X" }), 100)),
      keep: (known, row) => [...known, row],
    });
    open();
    await wait(200);
    await changing;
    expect(names()).toEqual(["A", "B"]);
  });
});
