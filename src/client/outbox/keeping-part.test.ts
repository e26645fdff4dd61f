// A save where the part of the app that keeps it cannot be loaded.
import "fake-indexeddb/auto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { entryOf } from "./outbox.fixture.ts";

/** As a browser answers for a part of the app that it does not have, without a network. */
const lost = () =>
  new TypeError("Failed to fetch dynamically imported module: http://host/assets/dexie.js");

beforeEach(() => vi.resetModules());
afterEach(() => {
  vi.doUnmock("dexie");
  vi.doUnmock("./keeping-part.ts");
  vi.doUnmock("./outbox-tables.ts");
});

test("is refused as such, and not as a browser that allows no storage", async () => {
  vi.doMock("dexie", () => {
    throw lost();
  });
  const { openOutbox } = await import("./outbox-store.ts");
  const { openOrderOutbox } = await import("./order-outbox.ts");
  const [store, orders] = [openOutbox(201), openOrderOutbox(201)];
  const save = store.add(entryOf("a", "cracked"), new Map());
  await expect(save).rejects.toMatchObject({ fault: "unloaded" });
  await expect(orders.change(7, () => null)).rejects.toMatchObject({ fault: "unloaded" });
});

/** The parts are lost the first time, and there the second time. */
async function loseOnce(): Promise<void> {
  const parts = await vi.importActual<typeof import("./keeping-part.ts")>("./keeping-part.ts");
  // Of the modules that the test loads.
  const { StorageError } = await import("../storage-error.ts");
  const once = <Part>(load: () => Promise<Part>) => {
    let isLost = true;
    return async () => {
      if (!isLost) return load();
      isLost = false;
      throw new StorageError("unloaded", lost());
    };
  };
  vi.doMock("./keeping-part.ts", () => ({
    tablesPart: once(parts.tablesPart),
    dexiePart: once(parts.dexiePart),
  }));
}

test("the next save succeeds once there is a network", async () => {
  await loseOnce();
  const { openOutbox } = await import("./outbox-store.ts");
  const store = openOutbox(202);
  const save = () => store.add(entryOf("a", "cracked"), new Map());
  await expect(save()).rejects.toMatchObject({ fault: "unloaded" });
  await save();
  expect(await store.names()).toEqual(["a"]);
  store.close();
});

test("so does that of a work order", async () => {
  await loseOnce();
  const { openOrderOutbox } = await import("./order-outbox.ts");
  const store = openOrderOutbox(203);
  const save = () => store.change(7, () => null);
  await expect(save()).rejects.toMatchObject({ fault: "unloaded" });
  expect(await save()).toBeNull();
  store.close();
});

test("what is loaded ahead is not loaded again", async () => {
  const load = vi.fn(() => ({ openTables: () => null }));
  vi.doMock("./outbox-tables.ts", load);
  const { loadKeeping, tablesPart } = await import("./keeping-part.ts");
  expect(load).not.toHaveBeenCalled();
  loadKeeping();
  await vi.waitUntil(() => load.mock.calls.length === 1);
  await tablesPart();
  expect(load).toHaveBeenCalledTimes(1);
});
