// The outbox in the browser's database: what it keeps, and what it says of a storage that answers late.
import "fake-indexeddb/auto";
import { expect, test } from "vitest";
import { bytesOf, entryOf } from "./outbox.fixture.ts";
import { during } from "./outbox-storage.fixture.ts";
import { answered } from "./guarded.ts";
import { openOutbox } from "./outbox-store.ts";
import { StorageError } from "../storage-error.ts";

test("a storage that answers too late keeps what it was given, and informs all subscribers", async () => {
  const store = openOutbox(101);
  const changed: string[] = [];
  store.watch((external_id) => changed.push(external_id));
  let late: Promise<unknown> | undefined;
  let isLate = false;
  let patient: Promise<void> | undefined;
  await during("blocked", async () => {
    patient = answered(
      store.put("patient", () => entryOf("patient", "kept"), new Map()),
      () => (isLate = true),
    );
    const refused = await store.add(entryOf("a", "cracked"), new Map()).catch((cause) => cause);
    expect(refused).toBeInstanceOf(StorageError);
    expect(refused).toMatchObject({ fault: "blocked" });
    ({ late } = refused as StorageError);
    expect([isLate, changed]).toEqual([true, []]);
  });
  await Promise.all([late, patient]);
  expect(changed.toSorted()).toEqual(["a", "patient"]);
  expect((await store.names()).toSorted()).toEqual(["a", "patient"]);
  store.close();
});

test("what a storage refuses late is refused in its words", async () => {
  const store = openOutbox(102);
  await store.add(entryOf("a", "cracked"), new Map());
  store.close();
  const again = openOutbox(102);
  let late: Promise<unknown> | undefined;
  await during("blocked", async () => {
    const refused = await again.add(entryOf("a", "twice"), new Map()).catch((cause) => cause);
    ({ late } = refused as StorageError);
  });
  await expect(late).rejects.toMatchObject({ fault: "unavailable" });
  expect((await again.read("a"))?.fields.notes).toBe("cracked");
  again.close();
});

test("an entry is added, or changed where it is; only the photos that it names stay", async () => {
  const store = openOutbox(103);
  const photo = (name: string) => new Map([[name, bytesOf(name)]]);
  await store.put("a", (before) => entryOf("a", String(before), photo("one")), photo("one"));
  expect((await store.read("a"))?.fields.notes).toBe("undefined");
  await store.put(
    "a",
    (before) => ({ ...entryOf("a", "changed", photo("two")), edit: before!.edit + 1 }),
    photo("two"),
  );
  expect(await store.read("a")).toMatchObject({ edit: 1, fields: { notes: "changed" } });
  expect([await store.photo("one"), (await store.photo("two"))?.byteLength]).toEqual([
    undefined,
    3,
  ]);
  await store.add({ ...entryOf("b", "refused"), state: "rejected" }, new Map());
  expect([await store.names(), await store.hasWaiting()]).toEqual([["a", "b"], true]);
  await store.change("a", () => null);
  expect([await store.photo("two"), await store.hasWaiting()]).toEqual([undefined, false]);
  store.close();
});

test("a full storage is named as such, and has kept nothing of the entry", async () => {
  const store = openOutbox(104);
  const bodies = new Map([["p1", bytesOf("one")]]);
  await during("full", async () => {
    await expect(store.add(entryOf("a", "x", bodies), bodies)).rejects.toMatchObject({
      fault: "quota",
    });
  });
  expect([await store.names(), await store.photo("p1")]).toEqual([[], undefined]);
  store.close();
});

test("a change is heard in another tab of the same user, and in none of another user", async () => {
  const [here, there, other] = [openOutbox(105), openOutbox(105), openOutbox(106)];
  const heard: string[] = [];
  other.watch((external_id) => heard.push(`other ${external_id}`));
  const notified = new Promise<void>((resolve) => {
    there.watch((external_id) => {
      heard.push(external_id);
      resolve();
    });
  });
  await here.add(entryOf("a", "x"), new Map());
  await notified;
  expect(heard).toEqual(["a"]);
  for (const store of [here, there, other]) store.close();
});

test("what is asked after the end of the session is refused, and no database has vanished", async () => {
  const store = openOutbox(107);
  await store.add(entryOf("a", "x"), new Map());
  store.close();
  await expect(store.names()).rejects.toMatchObject({ fault: "unavailable" });
});
