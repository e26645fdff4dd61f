// What a proxy answers in the server's place.
import "fake-indexeddb/auto";
import { expect, test } from "vitest";
import type { OutboxEntry } from "../../domain/observation/outbox.ts";
import { entryOf, FakeServer } from "./outbox.fixture.ts";
import { sendOutbox } from "./outbox-send.ts";
import { openOutbox } from "./outbox-store.ts";

test("an entry that is refused without a reason is asked of its author, and one that broke waits", async () => {
  const store = openOutbox(1);
  const calls = {
    ...new FakeServer().calls(() => "fair"),
    create: ({ external_id }: OutboxEntry) => {
      const status = Number(external_id);
      return Promise.reject(Object.assign(new Error(), { code: "SOMETHING_WENT_WRONG", status }));
    },
  };
  for (const name of ["403", "404", "500"]) await store.add(entryOf(name, name), new Map());
  await sendOutbox(store, calls, { signal: new AbortController().signal });
  const left = await store.list();
  expect(left.map(({ external_id, state }) => [external_id, state])).toEqual([
    ["403", "rejected"],
    ["404", "rejected"],
    ["500", "waiting"],
  ]);
  store.close();
});
