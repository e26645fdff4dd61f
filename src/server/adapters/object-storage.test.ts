import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openObjectFolder } from "./object-folder.ts";
import { checkKey, checkPrefix } from "./object-key.ts";
import { openObjectStore } from "./object-choice.ts";
import type { ObjectStore } from "./object-storage.ts";
import { startS3StandIn } from "./s3-stand-in.fixture.ts";
import { isEveryday } from "../../../tests/fixtures/rounds.ts";

const folder = mkdtempSync(join(tmpdir(), "objects-"));
/** The environment may name a real S3 store to test; otherwise a stand-in with its protocol is used. */
const realS3 = process.env["TEST_OBJECT_STORE_URL"];
const closers: (() => Promise<void> | void)[] = [];

afterAll(async () => {
  for (const close of closers) await close();
  rmSync(folder, { recursive: true, force: true });
});

let pendingUploads = () => 0;

const kinds: [string, () => Promise<ObjectStore>][] = [
  ["a folder", () => openObjectStore({ object_store_url: null, data_dir: folder })],
  [
    realS3 ? "a real S3 store" : "an S3 stand-in",
    async () => {
      if (realS3) return openObjectStore({ object_store_url: realS3, data_dir: folder });
      const standIn = await startS3StandIn();
      closers.push(standIn.close);
      pendingUploads = standIn.pendingUploads;
      return openObjectStore({ object_store_url: standIn.url, data_dir: folder });
    },
  ],
];

async function* chunks(...parts: string[]) {
  for (const part of parts) yield Buffer.from(part);
}

/** About the size in which an S3 store is sent a stream. */
const mostOfPart = 15 * 1024 ** 2;

function* blocks(bytes: number) {
  const block = Buffer.from(Uint8Array.from({ length: 1024 ** 2 }, (_, place) => place % 256));
  for (let sent = 0; sent < bytes; sent += block.length) yield block;
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
    const age = Date.now() - ((await store.modified("plant/1/a.bin"))?.getTime() ?? 0);
    expect(Math.abs(age)).toBeLessThan(60_000);
    expect(await store.modified("nothing")).toBeNull();
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
    const long = async function* () {
      yield* blocks(mostOfPart * 2);
      throw new Error("the line broke later");
    };
    await expect(store.put("broken", long())).rejects.toThrow("the line broke later");
    expect((await store.read("broken")).toString()).toBe("whole");
    expect(pendingUploads()).toBe(0);
  });

  it.skipIf(isEveryday)(
    "come back whole where their stream is long, and may be replaced by a short one",
    async () => {
      await store.put("long", Readable.from(blocks(mostOfPart * 3)));
      expect(await store.size("long")).toBe(mostOfPart * 3);
      const hash = createHash("sha256");
      for (const block of blocks(mostOfPart * 3)) hash.update(block);
      expect(
        createHash("sha256")
          .update(await store.read("long"))
          .digest("hex"),
      ).toBe(hash.digest("hex"));
      const seam = await store.stream("long", { start: 2 ** 24 - 2, end: 2 ** 24 + 1 });
      expect(await buffer(seam)).toEqual(Buffer.from([254, 255, 0, 1]));
      await store.put("long", chunks("short"));
      expect((await store.read("long")).toString()).toBe("short");
      await store.put("long", chunks());
      expect(await store.size("long")).toBe(0);
    },
  );

  it("are listed all where the store answers in pages", async () => {
    // A page of the stand-in has 2 keys, one of a real store has 1000.
    const count = realS3 ? 1003 : 5;
    const names = Array.from({ length: count }, (_, place) => `page/${1000 + place}`);
    for (let at = 0; at < names.length; at += 50) {
      await Promise.all(names.slice(at, at + 50).map((key) => store.put(key, Buffer.from("x"))));
    }
    expect(await keys(store, "page/")).toEqual(names);
  });
});

describe("an S3 store", () => {
  it.each([
    ["s3://key@host/bucket", "must look like"],
    ["s3://key:secret@host/", "must look like"],
    ["s3://key:secret@127.0.0.1:1/bucket?tls=off", "http://127.0.0.1:1/bucket cannot be used"],
  ])("%s is refused before the server starts", async (object_store_url, words) => {
    await expect(openObjectStore({ object_store_url, data_dir: folder })).rejects.toThrow(words);
  });

  it("is refused with the store's own reason where the key is not its", async () => {
    const { url, close } = await startS3StandIn();
    closers.push(close);
    const object_store_url = url.replace("key:", "other:");
    await expect(openObjectStore({ object_store_url, data_dir: folder })).rejects.toThrow(
      /^OBJECT_STORE_URL: the bucket .* cannot be used: the object store answered 403 InvalidAccessKeyId$/,
    );
  });
});

describe("a folder of objects", () => {
  it("finds what a killed server was writing, a day later", async () => {
    const root = join(folder, "swept");
    const store = await openObjectFolder(root);
    const incoming = join(root, ".incoming");
    writeFileSync(join(incoming, "old"), "x");
    writeFileSync(join(incoming, "young"), "x");
    utimesSync(join(incoming, "old"), 0, 0);
    const left = (await store.unfinished?.(new Date(Date.now() - 24 * 3600_000))) ?? [];
    for (const { remove } of left) await remove();
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
