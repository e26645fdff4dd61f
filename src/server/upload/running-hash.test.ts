import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { hexHash, sampleBytes } from "../../../tests/fixtures/upload.ts";
import type { ObjectStore } from "../adapters/object-storage.ts";
import { isStoreAway } from "../store/outage.ts";
import { wholeHash } from "./running-hash.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

const bytes = sampleBytes(3000);

/** Thousand bytes every three seconds; from `falls` on the store says nothing. */
function slowStore(falls: number): ObjectStore {
  let sent = 0;
  const stream = new Readable({
    read() {
      if (sent >= falls) return;
      setTimeout(() => {
        this.push(sent === bytes.length ? null : bytes.subarray(sent, (sent += 1000)));
      }, 3000);
    },
  });
  return { stream: async () => stream } as unknown as ObjectStore;
}

it("reads a whole object again, however long that takes", async () => {
  const hash = wholeHash(slowStore(Infinity), { object: "a", offset: bytes.length });
  await vi.advanceTimersByTimeAsync(15_000);
  expect(await hash).toBe(hexHash(bytes));
});

it("ends where the store falls silent in the middle", async () => {
  const hash = wholeHash(slowStore(2000), { object: "a", offset: bytes.length });
  const isAway = hash.then(() => false, isStoreAway);
  await vi.advanceTimersByTimeAsync(6000 + 4100);
  expect(await isAway).toBe(true);
});
