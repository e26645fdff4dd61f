// The server is killed while drone data arrive: what it acknowledged is there, and the upload goes on.
import { setTimeout as sleep } from "node:timers/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { patient } from "./fixtures/patience.ts";
import { api } from "../src/api/index.ts";
import type { AnalysisUpload } from "../src/domain/analysis/analysis-upload.ts";
import { openObjectFolder } from "../src/server/adapters/object-folder.ts";
import { missingObjects } from "../src/server/leftover/leftover.ts";
import { analysisFile } from "../src/server/store/schema/analysis-file.ts";
import { analysis } from "../src/server/store/schema/plant.ts";
import { addPlant } from "./fixtures/large-import.ts";
import { rounds } from "./fixtures/rounds.ts";
import { startCrashingServer, type CrashingServer } from "./fixtures/crashing-server.ts";
import { checksumHeader, creationHeaders, hexHash, sampleBytes } from "./fixtures/upload.ts";

const kills = rounds(1, 100);
const size = 24 * 1024 ** 2;
const chunkBytes = 4 * 1024 ** 2;
const bytes = sampleBytes(size);
const sha256 = hexHash(bytes);

let server: CrashingServer;
let analysis_id = 0;

beforeAll(async () => {
  server = await startCrashingServer({ JOB_CONCURRENCY: "0" });
  analysis_id = await server.withDatabase(async (db) => {
    const plant_id = await addPlant(db, server.customer_id);
    const [row] = await db
      .insert(analysis)
      .values({ plant_id, name: "Survey", flown_at: "2026-11-01T10:00:00Z" })
      .returning();
    return row?.id ?? 0;
  });
});
afterAll(() => server.close());

const request = (path: string, init: RequestInit = {}) =>
  fetch(`${server.process().url}/api/auth/${path}`, {
    ...init,
    headers: { ...server.headers(), ...(init.headers as Record<string, string>) },
  });

async function begin(file_name: string): Promise<AnalysisUpload> {
  const answer = await request(`analysis-upload/analysis/${analysis_id}`, {
    method: "POST",
    headers: creationHeaders(file_name, size),
  });
  expect(answer.status).toBe(201);
  return (await answer.json()) as AnalysisUpload;
}

const send = (id: number, offset: number, isChecked: boolean) => {
  const chunk = bytes.subarray(offset, offset + chunkBytes);
  return request(`analysis-upload/${id}`, {
    method: "PATCH",
    headers: {
      "content-type": "application/offset+octet-stream",
      "tus-resumable": "1.0.0",
      "upload-offset": String(offset),
      ...(isChecked && { "upload-checksum": checksumHeader(chunk) }),
    },
    body: chunk as BodyInit,
  });
};
const offsetOf = async (id: number) => {
  const { headers } = await request(`analysis-upload/${id}`, { method: "HEAD" });
  return Number(headers.get("upload-offset"));
};
const finish = (upload_id: number) =>
  server.ask(api.analysisUpload.finish, { params: { upload_id }, body: { sha256 } });

/** Sends what is missing; a lease of the killed server ends within seconds. */
async function sendRest(id: number, isChecked: boolean): Promise<void> {
  for (let offset = await offsetOf(id); offset < size;) {
    const { status, headers } = await send(id, offset, isChecked);
    expect([204, 423]).toContain(status);
    if (status === 423) await sleep(300);
    else offset = Number(headers.get("upload-offset"));
  }
}

/** The file is whole, there is one of it, and no row lacks its object. */
async function expectWhole(file_name: string): Promise<void> {
  const content = await request(`analysis/${analysis_id}/file?file_name=${file_name}`);
  expect(hexHash(new Uint8Array(await content.arrayBuffer()))).toBe(sha256);
  const files = await openObjectFolder(join(server.folder, "objects"));
  await server.withDatabase(async (db) => {
    expect(await db.$count(analysisFile, eq(analysisFile.file_name, file_name))).toBe(1);
    const parts = { files, ownerDb: db, data_dir: server.folder, before: new Date(0) };
    for await (const { words } of missingObjects(parts)) throw new Error(words);
  });
  await server.ask(api.analysisFile.remove, {
    params: { id: analysis_id },
    body: { file_names: [file_name] },
  });
}

describe(`kill -9, ${kills} times each`, { timeout: patient(60 * 60_000) }, () => {
  it("during a chunk loses nothing that was acknowledged, and the upload goes on", async () => {
    for (let round = 0; round < kills; round += 1) {
      const isChecked = round % 2 === 0;
      const name = `chunk-${round}.jpg`;
      const { id } = await begin(name);
      let acknowledged = 0;
      const sending = (async () => {
        for (let offset = 0; offset < size; offset += chunkBytes) {
          const answer = await send(id, offset, isChecked);
          if (answer.status !== 204) throw new Error(String(answer.status));
          acknowledged = offset + chunkBytes;
        }
      })().catch(() => undefined);
      await sleep(Math.random() * 300);
      await server.kill(round % 3 === 2);
      await sending;
      await server.restart();
      const offset = await offsetOf(id);
      expect(offset).toBeGreaterThanOrEqual(acknowledged);
      if (isChecked) expect(offset % chunkBytes).toBe(0);
      await sendRest(id, isChecked);
      expect((await finish(id)).status).toBe(200);
      await expectWhole(name);
    }
  });

  it("during the finish leaves the upload or the file, and finishing again gives one file", async () => {
    for (let round = 0; round < kills; round += 1) {
      const name = `finish-${round}.jpg`;
      const { id } = await begin(name);
      await sendRest(id, false);
      const finishing = finish(id).catch(() => null);
      await sleep(Math.random() * 60);
      await server.kill(round % 3 === 2);
      const answered = await finishing;
      await server.restart();
      const found = await server.withDatabase((db) =>
        db.$count(analysisFile, eq(analysisFile.file_name, name)),
      );
      if (answered?.status === 200) expect(found).toBe(1);
      await expect.poll(async () => (await finish(id)).status, { timeout: 20_000 }).toBe(200);
      await expectWhole(name);
    }
  });
});
