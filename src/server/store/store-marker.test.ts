import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../tests/fixtures/database.ts";
import { openObjectFolder } from "../adapters/object-folder.ts";
import { secret } from "./schema/account.ts";
import { claimStore, markerKey } from "./store-marker.ts";

const folder = mkdtempSync(join(tmpdir(), "marker-"));
let database: TestDatabase;
let count = 0;

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(() => database.owner.db.delete(secret));
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

const newStore = () => openObjectFolder(join(folder, String((count += 1))));
const claim = (files: Awaited<ReturnType<typeof newStore>>) =>
  claimStore(database.owner.db, files, { object_store_url: null, data_dir: "/data/b" });

describe("the object store of a database", () => {
  it("is marked at the first start, also with objects of an earlier version, and known later", async () => {
    const files = await newStore();
    await files.put("document/1", Buffer.from("x"));
    await claim(files);
    await claim(files);
    expect((await files.read(markerKey)).length).toBe(36);
  });

  it("is refused if it is another one, with what to set", async () => {
    await claim(await newStore());
    const other = await newStore();
    await expect(claim(other)).rejects.toThrow(
      /^The folder \/data\/b does not hold the files of this database\. Set OBJECT_STORE_URL, or DATA_DIR, to the store that/,
    );
    expect(await other.size(markerKey)).toBeNull();
  });

  it("is refused if it belongs to another database", async () => {
    const files = await newStore();
    await files.put(markerKey, Buffer.from("other"));
    await expect(claim(files)).rejects.toThrow("holds the files of another database");
    expect((await files.read(markerKey)).toString()).toBe("other");
  });

  it("is marked again after a crash before it was", async () => {
    const files = await newStore();
    await claim(files);
    await files.remove(markerKey);
    await database.owner.db.delete(secret).where(eq(secret.name, "object_store_marked"));
    await claim(files);
    expect(await files.size(markerKey)).toBe(36);
  });

  it("is one, where two servers start for the first time at once", async () => {
    const both = [await newStore(), await newStore()];
    const outcomes = await Promise.allSettled(both.map(claim));
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });
});
