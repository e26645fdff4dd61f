import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openObjectFolder } from "./object-folder.ts";
import { checkKey, checkPrefix } from "./object-key.ts";
import { openObjectStore } from "./object-choice.ts";
import type { ObjectStore } from "./object-storage.ts";
import { startS3Stand } from "./s3-stand.fixture.ts";

const folder = mkdtempSync(join(tmpdir(), "objects-"));
/** A real S3 store may be named to be tested too; otherwise a stand that checks signatures itself. */
const realS3 = process.env["TEST_OBJECT_STORE_URL"];
const closers: (() => Promise<void> | void)[] = [];

afterAll(async () => {
  for (const close of closers) await close();
  rmSync(folder, { recursive: true, force: true });
});

const kinds: [string, () => Promise<ObjectStore>][] = [
  ["a folder", () => openObjectStore({ object_store_url: null, data_dir: folder })],
  [
    realS3 ? "a real S3 store" : "an S3 stand",
    async () => {
      if (realS3) return openObjectStore({ object_store_url: realS3, data_dir: folder });
      const stand = await startS3Stand();
      closers.push(stand.close);
      return openObjectStore({ object_store_url: stand.url, data_dir: folder });
    },
  ],
];

async function* chunks(...parts: string[]) {
  for (const part of parts) yield Buffer.from(part);
}

async function keys(store: ObjectStore, prefix: string): Promise<string[]> {
  const found: string[] = [];
  for await (const key of store.list(prefix)) found.push(key);
  return found;
}

describe.each(kinds)("objects in %s", (_kind, openStore) => {
  let store: ObjectStore;
  beforeAll(async () => {
    store = await openStore();
  });

  it("come back as they were put, from bytes and from a stream", async () => {
    await store.put("plant/1/a.bin", Buffer.from("abc"));
    expect((await store.read("plant/1/a.bin")).toString()).toBe("abc");
    await store.put("plant/1/a.bin", chunks("de", "fgh"));
    expect((await store.read("plant/1/a.bin")).toString()).toBe("defgh");
    expect(await store.size("plant/1/a.bin")).toBe(5);
    await store.put("plant/1/empty", Buffer.alloc(0));
    expect(await store.size("plant/1/empty")).toBe(0);
  });

  it("are read in ranges, both ends included", async () => {
    await store.put("range", Buffer.from("0123456789"));
    const part = await store.stream("range", { start: 2, end: 4 });
    expect(await text(part)).toBe("234");
    const whole = await store.stream("range");
    expect(await text(whole)).toBe("0123456789");
  });

  it("that are not there are refused, and have no size", async () => {
    await expect(store.read("nothing")).rejects.toThrow("no such object: nothing");
    await expect(store.stream("nothing/at/all")).rejects.toThrow("no such object");
    expect(await store.size("nothing")).toBeNull();
    await store.remove("nothing");
  });

  it("are listed by prefix in order, and are gone once deleted", async () => {
    for (const key of ["list/b/2", "list/b.c", "list/a", "list/b/1", "listing"]) {
      await store.put(key, Buffer.from("x"));
    }
    expect(await keys(store, "list/")).toEqual(["list/a", "list/b.c", "list/b/1", "list/b/2"]);
    expect(await keys(store, "list/b")).toEqual(["list/b.c", "list/b/1", "list/b/2"]);
    await store.remove("list/b/1");
    expect(await keys(store, "list/b/")).toEqual(["list/b/2"]);
  });

  it("keep their former content when a stream breaks half way", async () => {
    await store.put("broken", Buffer.from("whole"));
    const breaking = async function* () {
      yield Buffer.from("ha");
      throw new Error("the line broke");
    };
    await expect(store.put("broken", breaking())).rejects.toThrow("the line broke");
    expect((await store.read("broken")).toString()).toBe("whole");
  });
});

describe("a folder of objects", () => {
  it("forgets what a killed server was writing, a day later", async () => {
    const root = join(folder, "swept");
    const store = await openObjectFolder(root);
    const incoming = join(root, ".incoming");
    writeFileSync(join(incoming, "old"), "x");
    writeFileSync(join(incoming, "young"), "x");
    utimesSync(join(incoming, "old"), 0, 0);
    await openObjectFolder(root);
    expect(readdirSync(incoming)).toEqual(["young"]);
    await store.put("a/b", Buffer.from("x"));
    expect(statSync(join(root, "a", "b")).mode & 0o077).toBe(0);
  });
});

describe("an object key", () => {
  it.each([
    "..",
    "../a",
    "a/../b",
    "/a",
    "a/",
    "a//b",
    "",
    ".",
    "a/.hidden",
    "a\0b",
    "a\\b",
    "%2e%2e/a",
    "a b",
    "ä",
    `a/${"x".repeat(201)}`,
    "x/".repeat(401) + "x",
  ])("is refused: %j", (key) => {
    expect(() => checkKey(key)).toThrow(RangeError);
  });

  it("is refused as a prefix too, but for the cut end", () => {
    expect(checkPrefix("")).toBe("");
    expect(checkPrefix("plant/1")).toBe("plant/1");
    expect(checkPrefix("plant/1/")).toBe("plant/1/");
    expect(() => checkPrefix("../")).toThrow(RangeError);
  });
});
