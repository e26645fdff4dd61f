// Sending the outbox, step by step; outbox-model.test.ts has the random runs.
import "fake-indexeddb/auto";
import { afterEach, describe, expect, test } from "vitest";
import type { ObservationFields } from "../../domain/observation/observation.ts";
import type { OutboxEntry } from "../../domain/observation/outbox.ts";
import { bytesOf, entryOf, FakeServer, fieldsOf, hashOf, type Weather } from "./outbox.fixture.ts";
import { sendOutbox } from "./outbox-send.ts";
import { openOutbox, type OutboxStore } from "./outbox-store.ts";

let accounts = 0;
const opened: OutboxStore[] = [];
afterEach(() => opened.splice(0).forEach((store) => store.close()));

function open(account_id = (accounts += 1)): OutboxStore {
  const store = openOutbox(account_id);
  opened.push(store);
  return store;
}

const send = (store: OutboxStore, server: FakeServer, weather: () => Weather = () => "fair") =>
  sendOutbox(store, server.calls(weather), { signal: new AbortController().signal });

/** The server has this observation, of revision 1 and ID 1. */
async function stored(server: FakeServer, name: string): Promise<void> {
  await server.calls(() => "fair").create(entryOf(name, "first"), fieldsOf("first"));
}
const removalOf = (name: string) => ({
  ...entryOf(name, "first"),
  stored: { id: 1, revision: 1 },
  sent: fieldsOf("first"),
  removes: true,
});

describe("an entry", () => {
  test("leaves the outbox once the server has the observation and each photo by its hash", async () => {
    const [store, server] = [open(), new FakeServer()];
    const bodies = new Map([
      ["p1", bytesOf("one")],
      ["p2", bytesOf("two")],
    ]);
    await store.add(entryOf("a", "cracked", bodies), bodies);
    const { confirmed, paused } = await send(store, server);
    expect([confirmed.length, paused, await store.list()]).toEqual([1, null, []]);
    const [row] = server.rows.values();
    expect(row?.fields.notes).toBe("cracked");
    expect([...row!.photos.values()].map(({ hash }) => hash)).toEqual(
      [...bodies.values()].map(hashOf),
    );
    expect(await store.photo("p1")).toBeUndefined();
  });

  test("is sent before the photos of the entries ahead of it", async () => {
    const [store, server] = [open(), new FakeServer()];
    const bodies = new Map([["p1", bytesOf("one")]]);
    await store.add(entryOf("a", "with a photo", bodies), bodies);
    await store.add(entryOf("b", "without"), new Map());
    const calls = server.calls(() => "fair");
    const steps: string[] = [];
    const recorded = {
      ...calls,
      create: (entry: OutboxEntry, fields: ObservationFields) => {
        steps.push(`observation ${entry.external_id}`);
        return calls.create(entry, fields);
      },
      read: (id: number) => {
        steps.push("read");
        return calls.read(id);
      },
      addPhoto: (...all: Parameters<typeof calls.addPhoto>) => {
        steps.push("photo");
        return calls.addPhoto(...all);
      },
    };
    const { confirmed } = await sendOutbox(store, recorded, {
      signal: new AbortController().signal,
    });
    expect(steps).toEqual(["observation a", "observation b", "photo"]);
    expect([confirmed.length, await store.names()]).toEqual([2, []]);
  });

  test("is handed on as the server has it while it is still in the outbox", async () => {
    const [store, server] = [open(), new FakeServer()];
    for (const name of ["a", "b"]) await store.add(entryOf(name, name), new Map());
    const seen: unknown[] = [];
    await sendOutbox(
      store,
      server.calls(() => "fair"),
      {
        signal: new AbortController().signal,
        onReceipt: async ({ external_id, id }) => {
          seen.push([external_id, id, (await store.list()).map((one) => one.external_id)]);
        },
      },
    );
    expect(seen).toEqual([
      ["a", 1, ["a", "b"]],
      ["b", 2, ["b"]],
    ]);
  });

  test("that the server refuses stays with the reason, and the others are sent", async () => {
    const [store, server] = [open(), new FakeServer()];
    for (const name of ["a", "b", "c"]) {
      const entry = entryOf(name, name);
      await store.add(name === "b" ? { ...entry, dt_id: "unknown" } : entry, new Map());
    }
    await send(store, server);
    const left = await store.list();
    expect(left.map(({ external_id, state, fault }) => [external_id, state, fault?.code])).toEqual([
      ["b", "rejected", "BAD_REQUEST"],
    ]);
    expect([...server.rows.values()].map(({ external_id }) => external_id)).toEqual(["a", "c"]);
  });

  test("whose text was refused is sent as its author has corrected it", async () => {
    const [store, server] = [open(), new FakeServer()];
    const calls = server.calls(() => "fair");
    const strict = {
      ...calls,
      create: (entry: OutboxEntry, fields: ObservationFields) =>
        fields.notes === "bad"
          ? Promise.reject(Object.assign(new Error(), { code: "BAD_REQUEST" }))
          : calls.create(entry, fields),
    };
    const options = { signal: new AbortController().signal };
    await store.add(entryOf("a", "bad"), new Map());
    await sendOutbox(store, strict, options);
    await store.change("a", (kept) => ({
      ...kept,
      fields: fieldsOf("good"),
      state: "waiting",
      edit: 1,
    }));
    await sendOutbox(store, strict, options);
    expect([server.rows.get(1)?.fields.notes, server.rows.get(1)?.revision]).toEqual(["good", 1]);
    expect(await store.list()).toEqual([]);
  });

  test("that was corrected is sent again", async () => {
    const [store, server] = [open(), new FakeServer()];
    await store.add({ ...entryOf("a", "x"), dt_id: "unknown" }, new Map());
    await send(store, server);
    await store.change("a", (kept) => ({ ...kept, dt_id: "L2", state: "waiting", edit: 1 }));
    await send(store, server);
    expect([server.rows.get(1)?.dt_id, await store.list()]).toEqual(["L2", []]);
  });

  test("whose answer was lost is sent again, and a later change of it is stored as an edit", async () => {
    const [store, server] = [open(), new FakeServer()];
    await store.add(entryOf("a", "first"), new Map());
    await send(store, server, () => "lost");
    await store.change("a", (kept) => ({ ...kept, fields: fieldsOf("second"), edit: 1 }));
    await send(store, server, () => "lost");
    await send(store, server);
    expect(
      [...server.rows.values()].map(({ fields, revision }) => [fields.notes, revision]),
    ).toEqual([["second", 2]]);
    expect(await store.list()).toEqual([]);
  });

  test("that the server has with older words, because its form was changed after a lost answer, follows as an edit", async () => {
    const [store, server] = [open(), new FakeServer()];
    await stored(server, "a");
    await store.add({ ...entryOf("a", "second"), trying: fieldsOf("second") }, new Map());
    await send(store, server);
    expect(
      [...server.rows.values()].map(({ fields, revision }) => [fields.notes, revision]),
    ).toEqual([["second", 2]]);
    expect(await store.list()).toEqual([]);
  });

  test("that somebody else has changed too becomes a conflict with both versions", async () => {
    const [store, server] = [open(), new FakeServer()];
    await store.add(entryOf("a", "first"), new Map());
    await send(store, server, () => "lost");
    server.editElsewhere(1, "office");
    await store.change("a", (kept) => ({ ...kept, fields: fieldsOf("field"), edit: 1 }));
    await send(store, server);
    const [left] = await store.list();
    expect([left?.state, left?.current?.notes, left?.fields.notes]).toEqual([
      "conflict",
      "office",
      "field",
    ]);
    expect(server.rows.get(1)?.fields.notes).toBe("office");
  });

  test("that deletes an observation leaves once it is gone there, also after a lost answer", async () => {
    const [store, server] = [open(), new FakeServer()];
    await stored(server, "a");
    await store.add(removalOf("a"), new Map());
    const gone: string[] = [];
    const options = {
      signal: new AbortController().signal,
      onRemoved: async ({ external_id }: OutboxEntry) => void gone.push(external_id),
    };
    await sendOutbox(
      store,
      server.calls(() => "lost"),
      options,
    );
    expect([server.rows.size, (await store.list()).length, gone]).toEqual([0, 1, []]);
    await sendOutbox(
      store,
      server.calls(() => "fair"),
      options,
    );
    expect([await store.list(), gone]).toEqual([[], ["a"]]);
  });

  test("that deletes what somebody else has changed deletes nothing, and shows their version", async () => {
    const [store, server] = [open(), new FakeServer()];
    await stored(server, "a");
    server.editElsewhere(1, "office");
    await store.add(removalOf("a"), new Map());
    await send(store, server);
    const [left] = await store.list();
    expect([left?.state, left?.current?.notes, server.rows.get(1)?.fields.notes]).toEqual([
      "conflict",
      "office",
      "office",
    ]);
  });

  test("whose photo arrived damaged stays, and says which photo", async () => {
    const [store, server] = [open(), new FakeServer()];
    const bodies = new Map([["p1", bytesOf("one")]]);
    await store.add(entryOf("a", "x", bodies), bodies);
    const calls = server.calls(() => "fair");
    await sendOutbox(
      store,
      { ...calls, addPhoto: (id, photo) => calls.addPhoto(id, photo, bytesOf("half")) },
      { signal: new AbortController().signal },
    );
    const [left] = await store.list();
    expect([left?.state, left?.fault?.problems[0]?.reason]).toEqual(["rejected", "photo_damaged"]);
    expect(await store.photo("p1")).toBeDefined();
  });

  test("whose photo the server keeps elsewhere stays, and says which photo", async () => {
    const [store, server] = [open(), new FakeServer()];
    const bodies = new Map([["p1", bytesOf("one")]]);
    await store.add(entryOf("a", "x", bodies), bodies);
    const calls = server.calls(() => "fair");
    const addPhoto = async (id: number) => ({ ...(await calls.read(id)), images: [] });
    await sendOutbox(store, { ...calls, addPhoto }, { signal: new AbortController().signal });
    const [left] = await store.list();
    expect([left?.state, left?.fault?.problems[0]]).toEqual([
      "rejected",
      { reason: "photo_elsewhere", file: "p1.jpg", message: "" },
    ]);
    expect(await store.photo("p1")).toBeDefined();
  });

  test("that arrived, and was changed in the office before the answer came, is not sent over their change", async () => {
    const [store, server] = [open(), new FakeServer()];
    await store.add(entryOf("a", "first"), new Map());
    await send(store, server, () => "lost");
    server.editElsewhere(1, "office");
    const { confirmed } = await send(store, server);
    expect(confirmed.map(({ notes, revision }) => [notes, revision])).toEqual([["office", 2]]);
    expect(await store.list()).toEqual([]);
    expect(server.rows.get(1)?.fields.notes).toBe("office");
  });

  test("that its author changes while it is refused waits again, as the author has written it", async () => {
    const [store, server] = [open(), new FakeServer()];
    await store.add({ ...entryOf("a", "bad"), dt_id: "unknown" }, new Map());
    const calls = server.calls(() => "fair");
    const create: typeof calls.create = async (entry, fields) => {
      if (entry.edit === 0) {
        await store.change("a", (kept) => ({
          ...kept,
          dt_id: "L2",
          fields: fieldsOf("good"),
          edit: 1,
        }));
      }
      return calls.create(entry, fields);
    };
    const options = { signal: new AbortController().signal };
    await sendOutbox(store, { ...calls, create }, options);
    expect(await store.read("a")).toMatchObject({ state: "waiting", trying: null, attempts: 1 });
    await sendOutbox(store, { ...calls, create }, options);
    expect([server.rows.get(1)?.fields.notes, await store.list()]).toEqual(["good", []]);
  });

  test("without one of its photos is never kept", async () => {
    const store = open();
    const bodies = new Map([["p1", bytesOf("one")]]);
    await store.add(entryOf("a", "x", bodies), bodies);
    await expect(store.add(entryOf("b", "y", bodies), bodies)).rejects.toThrow();
    expect((await store.list()).map(({ external_id }) => external_id)).toEqual(["a"]);
  });
});
