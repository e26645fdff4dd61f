import "fake-indexeddb/auto";
import { expect, test } from "vitest";
import { databaseNames, hasRows } from "./kept-rows.ts";

/** Makes a database with one table. */
function made(name: string, table: string, rows: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 3);
    request.addEventListener("upgradeneeded", () => {
      const store = request.result.createObjectStore(table);
      for (const row of rows) store.put(row, row);
    });
    request.addEventListener("error", () => reject(request.error ?? new Error("storage")));
    request.addEventListener("success", () => {
      request.result.close();
      resolve();
    });
  });
}

test("a table has rows or none, and asking for a database does not make it", async () => {
  await made("full", "entries", ["one"]);
  await made("empty", "entries", []);
  expect(await hasRows("full", "entries")).toBe(true);
  expect(await hasRows("empty", "entries")).toBe(false);
  expect(await hasRows("full", "photos")).toBe(false);
  expect(await hasRows("missing", "entries")).toBe(false);
  expect(await databaseNames()).toEqual(["full", "empty"]);
  // Nothing is held open: a newer app may change the tables at once.
  const newer = indexedDB.open("full", 4);
  await new Promise((resolve, reject) => {
    newer.addEventListener("success", resolve);
    newer.addEventListener("blocked", reject);
  });
  newer.result.close();
});
