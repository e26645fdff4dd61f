// The server is killed while an outbox is sent to it: each observation is stored exactly once, with its photos,
// and nothing is left over that does not fit together.
import "fake-indexeddb/auto";
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { patient } from "./fixtures/patience.ts";
import { api } from "../src/api/index.ts";
import { sendOutbox, type OutboxCalls } from "../src/client/outbox/outbox-send.ts";
import { openOutbox } from "../src/client/outbox/outbox-store.ts";
import type { Observation } from "../src/domain/observation/observation.ts";
import {
  unsentEntry,
  type OutboxEntry,
  type OutboxPhoto,
} from "../src/domain/observation/outbox.ts";
import { openObjectFolder } from "../src/server/adapters/object-folder.ts";
import { missingObjects } from "../src/server/leftover/leftover.ts";
import { addPlant, largeTwin } from "./fixtures/large-import.ts";
import { rounds } from "./fixtures/rounds.ts";
import { startCrashingServer, type CrashingServer } from "./fixtures/crashing-server.ts";

const kills = rounds(1, 100);
const PER_ROUND = 3;
const PHOTOS = 2;

let server: CrashingServer;
let plant_id = 0;
beforeAll(async () => {
  server = await startCrashingServer();
  plant_id = await server.withDatabase((db) => addPlant(db, server.customer_id));
  const params = { id: plant_id };
  const { status } = await server.ask(api.digitalTwin.importFiles, { params, body: largeTwin(20) });
  expect(status).toBe(200);
  const hasTwin = async () => (await server.ask(api.digitalTwin.read, { params })).status === 200;
  await vi.waitUntil(hasTwin, { timeout: 60_000, interval: 100 });
}, patient(120_000));
afterAll(() => server.close());

/** The calls of the outbox, as the browser makes them: a broken connection is a fault that waits. */
async function asked(ask: ReturnType<CrashingServer["ask"]>): Promise<Observation> {
  const { status, body } = await ask.catch(() => ({ status: 0, body: null }));
  if (status === 200) return body as Observation;
  const { code } = (body ?? {}) as { code?: string };
  throw Object.assign(new Error(String(status)), { code: status === 0 ? "DISCONNECT" : code });
}

const calls: OutboxCalls = {
  create: ({ external_id, dt_id }, fields) =>
    asked(
      server.ask(api.observation.create, {
        params: { id: plant_id },
        body: { ...fields, external_id, dt_id },
      }),
    ),
  update: (id, base_revision, fields) =>
    asked(
      server.ask(api.observation.update, { params: { id }, body: { ...fields, base_revision } }),
    ),
  read: (id) => asked(server.ask(api.observation.read, { params: { id } })),
  addPhoto(id, { file_id, file_name, content_type }, bytes) {
    const body = new FormData();
    body.append(file_id, new Blob([bytes], { type: content_type }), file_name);
    return asked(server.ask(api.observationImage.add, { params: { id }, body }));
  },
  dropPhoto: (id, image_id) =>
    asked(server.ask(api.observationImage.remove, { params: { id, image_id } })),
  remove: (id, base_revision) =>
    asked(
      server.ask(api.observation.remove, {
        params: { id },
        query: { base_revision: String(base_revision) },
      }),
    ),
};

const store = openOutbox(1);
const send = () => sendOutbox(store, calls, { signal: new AbortController().signal });
/** What was written: the hashes of the photos by external ID. */
const promised = new Map<string, string[]>();

async function photoOf(name: string): Promise<{ photo: OutboxPhoto; body: ArrayBuffer }> {
  const background = `#${createHash("sha256").update(name).digest("hex").slice(0, 6)}`;
  const create = { width: 320, height: 240, channels: 3, background } as const;
  const bytes = Uint8Array.from(await sharp({ create }).jpeg().toBuffer());
  const hash = createHash("sha256").update(bytes).digest("hex");
  const file_name = `${name}.jpg`;
  const photo = { file_id: name, file_name, content_type: "image/jpeg", bytes: bytes.length, hash };
  return { photo, body: bytes.buffer };
}

async function write(name: string): Promise<void> {
  const made = await Promise.all(
    Array.from({ length: PHOTOS }, (_, at) => photoOf(`${name}-${at}`)),
  );
  const photos = made.map(({ photo }) => photo);
  const file_ids = photos.map(({ file_id }) => file_id);
  const request = { file_ids, ccp_values: [], pi_values: [], analysis_id: null };
  const fields = { observed_at: "2026-11-02T10:00:00Z", notes: name, request };
  const entry = {
    external_id: name,
    account_id: 1,
    plant_id,
    plant_name: "Pampa",
    dt_id: `T${promised.size % 20}`,
    pcs: "",
    fields,
    photos,
    ...unsentEntry,
    trying: fields,
    written_at: new Date().toISOString(),
  } satisfies OutboxEntry;
  await store.add(entry, new Map(made.map(({ photo, body }) => [photo.file_id, body])));
  promised.set(
    name,
    photos.map(({ hash }) => hash),
  );
}

/** Everything that left the outbox is stored once, and nothing is stored twice or as another thing. */
async function expectEachOnce(waiting: ReadonlySet<string>): Promise<void> {
  const path = `${server.process().url}/api/auth/plant/${plant_id}/observations?limit=5000`;
  const answer = await fetch(path, { headers: server.headers() });
  const { observations } = (await answer.json()) as { observations: Observation[] };
  const names = observations.map(({ external_id }) => external_id);
  expect(new Set(names).size).toBe(names.length);
  for (const [name, hashes] of promised) {
    const stored = observations.find(({ external_id }) => external_id === name);
    if (waiting.has(name)) continue;
    expect([name, stored?.images.map(({ hash }) => hash)]).toEqual([name, hashes]);
    expect([stored?.notes, stored?.revision]).toEqual([name, 1]);
  }
  const files = await openObjectFolder(join(server.folder, "objects"));
  await server.withDatabase(async (db) => {
    const parts = { files, ownerDb: db, data_dir: server.folder, before: new Date(0) };
    for await (const { words } of missingObjects(parts)) throw new Error(words);
  });
}

const fsck = (...words: string[]) =>
  new Promise<{ code: number; said: string }>((ended) => {
    const program = join(import.meta.dirname, "..", "src", "server", "leftover", "fsck.ts");
    const env = { PATH: process.env["PATH"], DATA_DIR: server.folder, DEMO: "off" };
    execFile(process.execPath, [program, ...words], { env }, (error, stdout, stderr) =>
      ended({ code: Number(error?.code ?? 0), said: stdout + stderr }),
    );
  });

describe(`kill -9, ${kills} times`, { timeout: patient(60 * 60_000) }, () => {
  it("while observations with photos are sent stores each of them exactly once", async () => {
    let duration = 1500;
    let cut = 0;
    for (let round = 0; round < kills; round += 1) {
      for (let at = 0; at < PER_ROUND; at += 1) await write(`round-${round}-${at}`);
      const began = performance.now();
      const sent = send();
      await sleep((duration * ((round * 37) % 100)) / 100);
      await server.kill(round % 4 === 3);
      const { paused } = await sent;
      if (paused) cut += 1;
      else duration = Math.max(200, performance.now() - began);
      await server.restart();
      await expectEachOnce(new Set((await store.list()).map(({ external_id }) => external_id)));
      await expect
        .poll(
          async () => {
            await send();
            return (await store.list()).length;
          },
          { timeout: 120_000, interval: 200 },
        )
        .toBe(0);
      await expectEachOnce(new Set());
    }
    expect(promised.size).toBe(kills * PER_ROUND);
    expect(cut).toBeGreaterThan(0);
    expect(await fsck()).toEqual({ code: 0, said: expect.stringContaining("All is well") });
    // Photos whose rows the kill has prevented are the only thing that may be left, and they can be removed.
    await fsck("--older-than=0", "--repair");
    const after = await fsck("--older-than=0");
    expect(after).toEqual({ code: 0, said: expect.stringContaining("All is well") });
    await expectEachOnce(new Set());
  });
});
