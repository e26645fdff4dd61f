// An S3 store that says nothing, for good or for a moment, and one that works for long.
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, it } from "vitest";
import { patient } from "../../../tests/fixtures/patience.ts";
import { isStoreAway } from "../store/outage.ts";
import { openObjectStore } from "./object-choice.ts";
import { startS3StandIn } from "./s3-stand-in.fixture.ts";

const MB = 1024 ** 2;
const closers: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closers) await close();
});

async function open() {
  const standIn = await startS3StandIn();
  closers.push(standIn.close);
  const store = await openObjectStore({ object_store_url: standIn.url, data_dir: "" });
  return { standIn, store };
}

describe.concurrent("a call to a store", { timeout: patient(30_000) }, () => {
  it("that says nothing ends within five seconds, and the next one is served", async () => {
    const { standIn, store } = await open();
    standIn.setFault("silent");
    const asked = performance.now();
    const calls = [store.size("a"), store.put("a", new Uint8Array([1])), store.read("a")];
    for (const call of await Promise.allSettled(calls)) {
      expect(call.status === "rejected" && isStoreAway(call.reason)).toBe(true);
    }
    expect(performance.now() - asked).toBeLessThan(patient(5000));
    standIn.setFault(null);
    const healed = performance.now();
    await store.put("a", new Uint8Array([1]));
    expect(await store.size("a")).toBe(1);
    expect(performance.now() - healed).toBeLessThan(patient(1000));
  });

  it("that was silent for a moment is made again", async () => {
    const { standIn, store } = await open();
    await store.put("a", new Uint8Array([1]));
    standIn.setFault("silent");
    const asked = performance.now();
    const size = store.size("a");
    await sleep(1500);
    standIn.setFault(null);
    expect(await size).toBe(1);
    expect(performance.now() - asked).toBeLessThan(patient(5000));
  });

  it("that works for long on it, and answers others, is waited for", async () => {
    const { standIn, store } = await open();
    const bytes = new Uint8Array(1000);
    const handle = await store.growing.begin("a", bytes.length);
    const object = { key: "a", handle, bytes: bytes.length, offset: 0, parts: [] };
    const body = async function* () {
      yield bytes;
    };
    const { fault: _none, ...grown } = await store.growing.append(object, body());
    standIn.setFault("joining");
    const asked = performance.now();
    await store.growing.close({ ...object, ...grown });
    expect(performance.now() - asked).toBeGreaterThan(5500);
    expect(await store.size("a")).toBe(bytes.length);
  });

  it("that falls silent in the middle of an object breaks its bytes, long before the connection would", async () => {
    const { standIn, store } = await open();
    await store.put("a", new Uint8Array(2 * MB));
    standIn.setFault("half");
    const asked = performance.now();
    const [read] = await Promise.allSettled([store.read("a")]);
    expect(read.status === "rejected" && isStoreAway(read.reason)).toBe(true);
    expect(performance.now() - asked).toBeLessThan(patient(20_000));
  });

  it("is not ended because its reader takes its time", async () => {
    const { standIn, store } = await open();
    await store.put("a", new Uint8Array(8 * MB));
    let bytes = 0;
    let isFirst = true;
    for await (const chunk of await store.stream("a")) {
      bytes += chunk.length;
      if (!isFirst) continue;
      isFirst = false;
      // Other calls to the store find it silent meanwhile; what is left is in the reader's hands.
      standIn.setFault("silent");
      await sleep(6000);
      standIn.setFault(null);
    }
    expect(bytes).toBe(8 * MB);
  });
});
