// The object store answers 500, late, not at all, or cuts connections while drone data arrive.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { patient } from "./fixtures/patience.ts";
import { api } from "../src/api/index.ts";
import { openObjectStore } from "../src/server/adapters/object-choice.ts";
import {
  startS3StandIn,
  type S3StandIn,
  type StoreFault,
} from "../src/server/adapters/s3-stand-in.fixture.ts";
import { brokenUploads } from "../src/server/leftover/broken-upload.ts";
import { missingObjects } from "../src/server/leftover/leftover.ts";
import { analysis } from "../src/server/store/schema/plant.ts";
import { startCrashingServer, type CrashingServer } from "./fixtures/crashing-server.ts";
import { addPlant } from "./fixtures/large-import.ts";
import { rounds } from "./fixtures/rounds.ts";
import { checksumHeader, creationHeaders, hexHash, sampleBytes } from "./fixtures/upload.ts";

const times = rounds(1, 20);
const size = 20 * 1024 ** 2;
const chunkBytes = 8 * 1024 ** 2;
const bytes = sampleBytes(size);
const sha256 = hexHash(bytes);
/** From a call until its answer, whatever the store does. */
const answeredMs = patient(5000);
/** From the end of the fault until the file is whole. */
const healedMs = patient(5000);

let store: S3StandIn;
let server: CrashingServer;
let analysis_id = 0;

beforeAll(async () => {
  store = await startS3StandIn();
  server = await startCrashingServer({ OBJECT_STORE_URL: store.url, JOB_CONCURRENCY: "0" });
  analysis_id = await server.withDatabase(async (db) => {
    const plant_id = await addPlant(db, server.customer_id);
    const [row] = await db
      .insert(analysis)
      .values({ plant_id, name: "Survey", flown_at: "2026-11-01T10:00:00Z" })
      .returning();
    return row?.id ?? 0;
  });
});
afterAll(async () => {
  await server.close();
  await store.close();
});

const request = (path: string, init: RequestInit = {}) =>
  fetch(`${server.process().url}/api/auth/${path}`, {
    ...init,
    headers: { ...server.headers(), ...(init.headers as Record<string, string>) },
  });

async function begin(file_name: string): Promise<number> {
  const answer = await request(`analysis-upload/analysis/${analysis_id}`, {
    method: "POST",
    headers: creationHeaders(file_name, size),
  });
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { id: number }).id;
}

/** Sends the next chunk, or finishes; gives the status. */
async function step(id: number): Promise<number> {
  const asked = performance.now();
  const head = await request(`analysis-upload/${id}`, { method: "HEAD" });
  const offset = Number(head.headers.get("upload-offset"));
  const chunk = bytes.subarray(offset, offset + chunkBytes);
  const answer = await (offset < size
    ? request(`analysis-upload/${id}`, {
        method: "PATCH",
        headers: {
          "content-type": "application/offset+octet-stream",
          "tus-resumable": "1.0.0",
          "upload-offset": String(offset),
          "upload-checksum": checksumHeader(chunk),
        },
        body: chunk as BodyInit,
      })
    : request(api.analysisUpload.finish.path.slice(6).replace("{upload_id}", String(id)), {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ sha256 }),
      }));
  if (answer.status === 503) expect(answer.headers.get("retry-after")).not.toBeNull();
  await answer.arrayBuffer();
  expect(performance.now() - asked).toBeLessThan(answeredMs);
  return answer.status;
}

/** The file is whole, and every row has its bytes. */
async function expectWhole(file_name: string): Promise<void> {
  const content = await request(`analysis/${analysis_id}/file?file_name=${file_name}`);
  expect(hexHash(new Uint8Array(await content.arrayBuffer()))).toBe(sha256);
  const files = await openObjectStore({ object_store_url: store.url, data_dir: server.folder });
  await server.withDatabase(async (db) => {
    const parts = { files, ownerDb: db, data_dir: server.folder, before: new Date(0) };
    for (const faults of [missingObjects(parts), brokenUploads(parts)]) {
      for await (const { words } of faults) throw new Error(words);
    }
  });
  await server.ask(api.analysisFile.remove, {
    params: { id: analysis_id },
    body: { file_names: [file_name] },
  });
}

const allowed: Partial<Record<StoreFault, readonly number[]>> = {
  error: [503],
  cut: [503],
  slow: [200, 204],
  silent: [503],
};

describe(`an object store, ${times} times each`, { timeout: patient(30 * 60_000) }, () => {
  it.each(Object.keys(allowed) as StoreFault[])("that is in fault (%s)", async (fault) => {
    for (let round = 0; round < times; round += 1) {
      const name = `${fault}-${round}.jpg`;
      const id = await begin(name);
      // The last of four steps is the finish.
      for (let steps = round % 4; steps > 0; steps -= 1) expect(await step(id)).toBe(204);
      store.setFault(fault);
      try {
        expect(allowed[fault]).toContain(await step(id));
      } finally {
        store.setFault(null);
      }
      const healing = performance.now();
      let status = 0;
      do {
        status = await step(id);
        expect([200, 204]).toContain(status);
      } while (status !== 200);
      expect(performance.now() - healing).toBeLessThan(healedMs);
      await expectWhole(name);
    }
  });
});
