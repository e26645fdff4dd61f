// Objects that grow, in a folder and in S3: the same rules for both.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { patient } from "../../../tests/fixtures/patience.ts";
import { hexHash, sampleBytes } from "../../../tests/fixtures/upload.ts";
import { openObjectStore } from "./object-choice.ts";
import type { Growing, ObjectStore } from "./object-storage.ts";
import { startS3StandIn } from "./s3-stand-in.fixture.ts";

const folder = mkdtempSync(join(tmpdir(), "growing-"));
const realS3 = process.env["TEST_OBJECT_STORE_URL"];
const closers: (() => Promise<void> | void)[] = [];
afterAll(async () => {
  for (const close of closers) await close();
  rmSync(folder, { recursive: true, force: true });
});

const kinds: [string, () => Promise<ObjectStore>][] = [
  ["a folder", () => openObjectStore({ object_store_url: null, data_dir: folder })],
  [
    realS3 ? "a real S3 store" : "an S3 stand-in",
    async () => {
      if (realS3) return openObjectStore({ object_store_url: realS3, data_dir: folder });
      const { url, close } = await startS3StandIn();
      closers.push(close);
      return openObjectStore({ object_store_url: url, data_dir: folder });
    },
  ],
];

const megabyte = 1024 ** 2;
const bytes = sampleBytes(21 * megabyte);
/** Pieces that end within parts of S3, at their ends, and behind several. */
const steps = [0, 1000, 3 * megabyte, 8 * megabyte, 8 * megabyte + 1, 20 * megabyte, bytes.length];

async function* streamOf(from: number, to: number, fault?: Error) {
  for (let at = from; at < to; at += 65_536) yield bytes.subarray(at, Math.min(to, at + 65_536));
  if (fault) throw fault;
}

describe.each(kinds)(
  "an object that grows in %s",
  { timeout: patient(60_000) },
  (_kind, openStore) => {
    let store: ObjectStore;
    let count = 0;
    beforeAll(async () => {
      store = await openStore();
    });
    const begin = async (size = bytes.length): Promise<Growing> => {
      count += 1;
      const key = `growing/${Date.now()}-${count}`;
      const handle = await store.growing.begin(key, size);
      return { key, handle, bytes: size, offset: 0, parts: [] };
    };
    const keysOf = async ({ key }: Growing) => {
      const found: string[] = [];
      for await (const one of store.list("growing/")) if (one.startsWith(key)) found.push(one);
      return found;
    };
    /** Appends as far as `to` and has the caller keep what was answered. */
    const grow = async (before: Growing, to: number): Promise<Growing> => {
      const { fault, ...grown } = await store.growing.append(before, streamOf(before.offset, to));
      expect(fault).toBeUndefined();
      const after = { ...before, ...grown };
      await store.growing.settle(before);
      return after;
    };

    it("is whole at its end, in pieces of any size, and not there before", async () => {
      let object = await begin();
      for (const to of steps.slice(1)) {
        expect(await store.size(object.key)).toBeNull();
        object = await grow(object, to);
        expect(object.offset).toBe(to);
      }
      await store.growing.close(object);
      expect(hexHash(await store.read(object.key))).toBe(hexHash(bytes));
      // The answer was lost: it is closed again.
      await store.growing.close(object);
      expect(await keysOf(object)).toEqual([object.key]);
    });

    it("goes on from what its caller has kept, whatever was appended since", async () => {
      let object = await begin();
      object = await grow(object, 10 * megabyte);
      // Crashes before the caller has stored what was answered.
      const wrong = async function* () {
        for (let sent = 0; sent < 9; sent += 1) yield new Uint8Array(megabyte).fill(sent);
      };
      await store.growing.append(object, wrong());
      await store.growing.append(object, wrong());
      object = await grow(object, bytes.length);
      await store.growing.close(object);
      expect(hexHash(await store.read(object.key))).toBe(hexHash(bytes));
    });

    it("says whether it holds what its caller has kept", async () => {
      const { holds } = store.growing;
      const object = await grow(await begin(), 9 * megabyte);
      expect(await holds(object)).toBe(true);
      expect(await holds({ ...object, offset: object.offset + 1 })).toBe(false);
      const whole = await grow(object, bytes.length);
      await store.growing.close(whole);
      expect(await holds(whole)).toBe(true);
      await store.remove(whole.key);
      expect(await holds(whole)).toBe(false);
    });

    it("keeps what came before its body broke", async () => {
      const object = await begin();
      const broken = streamOf(0, 9 * megabyte, new Error("the line broke"));
      const { fault, ...grown } = await store.growing.append(object, broken);
      expect([String(fault), grown.offset]).toEqual(["Error: the line broke", 9 * megabyte]);
      const whole = await grow({ ...object, ...grown }, bytes.length);
      await store.growing.close(whole);
      expect(hexHash(await store.read(whole.key))).toBe(hexHash(bytes));
    });

    it("may be empty, and leaves nothing where it is discarded", async () => {
      const empty = await begin(0);
      await store.growing.close(empty);
      expect(await store.size(empty.key)).toBe(0);
      const dropped = await grow(await begin(), 9 * megabyte);
      await store.growing.discard(dropped);
      await store.growing.discard(dropped);
      expect(await keysOf(dropped)).toEqual([]);
      const left = (await store.unfinished?.(new Date(Date.now() + 60_000))) ?? [];
      expect(left.filter(({ key }) => key === dropped.key)).toEqual([]);
    });

    it("is listed as unfinished by its key until it is closed", async () => {
      if (!realS3 && _kind !== "a folder") return;
      const object = await grow(await begin(), megabyte);
      const keys = async () =>
        ((await store.unfinished?.(new Date(Date.now() + 60_000))) ?? []).map(({ key }) => key);
      expect(await keys()).toContain(object.key);
      await store.growing.discard(object);
      expect(await keys()).not.toContain(object.key);
    });
  },
);
