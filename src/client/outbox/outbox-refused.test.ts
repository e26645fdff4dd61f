// What a proxy answers in the server's place.
import "fake-indexeddb/auto";
import { afterEach, expect, test } from "vitest";
import type { OutboxEntry } from "../../domain/observation/outbox.ts";
import { bytesOf, entryOf, FakeServer } from "./outbox.fixture.ts";
import { sendOutbox, type OutboxCalls } from "./outbox-send.ts";
import { openOutbox, type OutboxStore } from "./outbox-store.ts";

let accounts = 0;
const opened: OutboxStore[] = [];
afterEach(() => opened.splice(0).forEach((store) => store.close()));

function open(): OutboxStore {
  const store = openOutbox((accounts += 1));
  opened.push(store);
  return store;
}

const send = (store: OutboxStore, calls: OutboxCalls) =>
  sendOutbox(store, calls, { signal: new AbortController().signal });
const refused = (status: number) =>
  Object.assign(new Error(), { code: "SOMETHING_WENT_WRONG", status });
const statesOf = async (store: OutboxStore) =>
  (await store.list()).map(({ external_id, state }) => [external_id, state]);

test("a proxy without its server refuses for three rounds: the first entry ends each, and none is rejected", async () => {
  const [store, server] = [open(), new FakeServer()];
  const names = ["a", "b", "c"];
  for (const name of names) await store.add(entryOf(name, name), new Map());
  const asked: string[] = [];
  const proxy: OutboxCalls = {
    ...server.calls(() => "fair"),
    create: ({ external_id }) => {
      asked.push(external_id);
      return Promise.reject(refused(404));
    },
  };
  for (let round = 0; round < 3; round += 1) {
    const { paused } = await send(store, proxy);
    expect(paused?.code).toBe("SOMETHING_WENT_WRONG");
  }
  expect(asked).toEqual(["a", "a", "a"]);
  expect(await statesOf(store)).toEqual(names.map((name) => [name, "waiting"]));
  expect((await store.read("a"))?.fault?.code).toBe("SOMETHING_WENT_WRONG");
  const { confirmed } = await send(
    store,
    server.calls(() => "fair"),
  );
  expect(confirmed.map(({ external_id }) => external_id)).toEqual(names);
});

test("an entry that a firewall refuses five times is asked of its author, and holds up no other then", async () => {
  const [store, server] = [open(), new FakeServer()];
  for (const name of ["403", "fine", "500"]) await store.add(entryOf(name, name), new Map());
  const fair = server.calls(() => "fair");
  const create = (entry: OutboxEntry, fields: OutboxEntry["fields"]) => {
    const status = Number(entry.external_id);
    return status > 0 ? Promise.reject(refused(status)) : fair.create(entry, fields);
  };
  for (let round = 0; round < 4; round += 1) await send(store, { ...fair, create });
  expect(await statesOf(store)).toEqual([
    ["403", "waiting"],
    ["500", "waiting"],
    ["fine", "waiting"],
  ]);
  await send(store, { ...fair, create });
  expect(await statesOf(store)).toEqual([
    ["403", "rejected"],
    ["500", "waiting"],
  ]);
  // Its author sends it again: it has as many rounds as at first.
  await store.change("403", (kept) => ({ ...kept, state: "waiting", edit: kept.edit + 1 }));
  await send(store, { ...fair, create });
  expect((await store.read("403"))?.state).toBe("waiting");
});

test("a lost network between is none of its refusals, and what arrives ends them", async () => {
  const [store, server] = [open(), new FakeServer()];
  const bodies = new Map([["p1", bytesOf("one")]]);
  await store.add(entryOf("a", "a", bodies), bodies);
  const fair = server.calls(() => "fair");
  const none = { ...fair, create: () => Promise.reject(refused(403)) };
  for (let round = 0; round < 9; round += 1) {
    await send(
      store,
      server.calls(() => "cut"),
    );
  }
  for (let round = 0; round < 4; round += 1) await send(store, none);
  expect(await store.read("a")).toMatchObject({ state: "waiting", attempts: 13, refusals: 4 });
  const withoutPhotos = { ...fair, addPhoto: () => Promise.reject(refused(403)) };
  for (let round = 0; round < 4; round += 1) await send(store, withoutPhotos);
  expect((await store.read("a"))?.state).toBe("waiting");
  await send(store, withoutPhotos);
  expect((await store.read("a"))?.state).toBe("rejected");
});
