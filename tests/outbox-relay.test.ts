// An outbox is sent to a real server through a network that cuts every twentieth request: everything arrives once,
// and little is sent twice. TEST_ROUNDS=full sends 1,000 observations with three photos each.
import "fake-indexeddb/auto";
import { request } from "node:http";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { patient } from "./fixtures/patience.ts";
import { api } from "../src/api/index.ts";
import type { Endpoint } from "../src/api/endpoint.ts";
import { addressOf } from "../src/client/address.ts";
import { entryOf } from "../src/client/outbox/outbox.fixture.ts";
import { sendOutbox, type OutboxCalls } from "../src/client/outbox/outbox-send.ts";
import { openOutbox } from "../src/client/outbox/outbox-store.ts";
import { addInParts } from "../src/client/outbox/photo-parts.ts";
import { limits } from "../src/domain/limits.ts";
import type { Observation } from "../src/domain/observation/observation.ts";
import { observationPhotoPart } from "../src/server/store/schema/observation.ts";
import { startBreakingRelay, type BreakingRelay } from "./fixtures/breaking-relay.ts";
import { startCrashingServer, type CrashingServer } from "./fixtures/crashing-server.ts";
import { addPlant, largeTwin } from "./fixtures/large-import.ts";
import { randomFrom } from "./fixtures/random.ts";
import { rounds } from "./fixtures/rounds.ts";

const OBSERVATIONS = rounds(12, 1000);
const PHOTOS = 3;
const CUT = 0.05;
const MOST = 1.15;
/** Packets of 1,460 bytes behind 40 of header. */
const PACKETS = 1500 / 1460;
const BYTES_PER_S = 125_000;
const COMPONENTS = 20;

let server: CrashingServer;
let relay: BreakingRelay;
let plant_id = 0;
beforeAll(async () => {
  server = await startCrashingServer();
  plant_id = await server.withDatabase((db) => addPlant(db, server.customer_id));
  const params = { id: plant_id };
  const body = largeTwin(COMPONENTS);
  expect((await server.ask(api.digitalTwin.importFiles, { params, body })).status).toBe(200);
  const hasTwin = async () => (await server.ask(api.digitalTwin.read, { params })).status === 200;
  await vi.waitUntil(hasTwin, { timeout: 60_000, interval: 100 });
  const port = Number(new URL(server.process().url).port);
  relay = await startBreakingRelay(port, CUT, randomFrom(20_261_125));
}, patient(120_000));
afterAll(async () => {
  await relay.stop();
  await server.close();
});

type Sent = { readonly type: string; readonly bytes: Uint8Array };
const nothing: Sent = { type: "", bytes: new Uint8Array() };
const json = (value: unknown): Sent => ({
  type: "application/json",
  bytes: new TextEncoder().encode(JSON.stringify(value)),
});

/** One request on a connection of its own; rejects with DISCONNECT where that breaks. */
function through<Answer>(
  method: Endpoint["method"],
  path: string,
  sent = nothing,
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const broken = () => reject(Object.assign(new Error("broken"), { code: "DISCONNECT" }));
  const { type, bytes } = sent;
  const headers = {
    ...server.headers(),
    ...(type !== "" && { "content-type": type }),
    "content-length": bytes.length,
  };
  const place = { host: "127.0.0.1", port: relay.port, agent: false, path } as const;
  const asked = request({ ...place, method, headers }, (answer) => {
    const parts: Buffer[] = [];
    answer.on("data", (part: Buffer) => parts.push(part));
    answer.on("error", broken);
    answer.on("end", () => {
      const text = Buffer.concat(parts).toString();
      if (answer.statusCode === 200) return resolve(JSON.parse(text) as Answer);
      const { code = "" } = JSON.parse(text) as { code?: string };
      return reject(Object.assign(new Error(text), { code, problems: [] }));
    });
  });
  asked.on("error", broken);
  asked.end(bytes);
  return promise;
}

const { observation, observationImage } = api;
const calls: OutboxCalls = {
  create: ({ external_id, dt_id }, fields) =>
    through(
      "POST",
      addressOf(observation.create, { params: { id: plant_id } }),
      json({ ...fields, external_id, dt_id }),
    ),
  update: (id, base_revision, fields) =>
    through(
      "POST",
      addressOf(observation.update, { params: { id } }),
      json({ ...fields, base_revision }),
    ),
  read: (id) => through("GET", addressOf(observation.read, { params: { id } })),
  dropPhoto: (id, image_id) =>
    through("DELETE", addressOf(observationImage.remove, { params: { id, image_id } })),
  remove: (id, base_revision) =>
    through(
      "DELETE",
      addressOf(observation.remove, {
        params: { id },
        query: { base_revision: String(base_revision) },
      }),
    ),
  addPhoto(id, { file_id, file_name, hash }, body) {
    const params = { id, file_id };
    return addInParts<Observation>(body, {
      offset: async () =>
        (
          await through<{ offset: number }>(
            "GET",
            addressOf(observationImage.partOffset, { params, query: { hash } }),
          )
        ).offset,
      add: (from, bytes) =>
        through(
          "POST",
          addressOf(observationImage.addPart, {
            params,
            query: { hash, file_name, offset: String(from), bytes: String(body.byteLength) },
          }),
          { type: "application/octet-stream", bytes: new Uint8Array(bytes) },
        ),
    });
  },
};

/** A photo as a phone sends it, with a comment that makes it another file. */
function photoOf(shot: Buffer, name: string): ArrayBuffer {
  const words = Buffer.from(name);
  const head = Buffer.from([0xff, 0xfe, 0, words.length + 2]);
  return Uint8Array.from(Buffer.concat([shot.subarray(0, 2), head, words, shot.subarray(2)]))
    .buffer;
}

it(
  `${OBSERVATIONS} observations with three photos each arrive once, for at most ${MOST} times their bytes`,
  {
    timeout: patient(60_000 + OBSERVATIONS * 10_000),
  },
  async () => {
    const [width, height] = [640, 480];
    const noise = Buffer.from(
      Array.from({ length: width * height * 3 }, (_, at) => (at * 7919) % 251),
    );
    const shot = await sharp(noise, { raw: { width, height, channels: 3 } })
      .jpeg({ quality: 95 })
      .toBuffer();
    expect(shot.length).toBeGreaterThan(limits.photoPartBytes);
    const store = openOutbox(1);
    const hashes = new Map<string, string[]>();
    let payload = 0;
    for (let at = 0; at < OBSERVATIONS; at += 1) {
      const name = `observation-${at}`;
      const bodies = new Map(
        Array.from({ length: PHOTOS }, (_, photo) => [
          `${name}-${photo}`,
          photoOf(shot, `${name}-${photo}`),
        ]),
      );
      const entry = { ...entryOf(name, name, bodies), plant_id, dt_id: `T${at % COMPONENTS}` };
      await store.add(entry, bodies);
      hashes.set(
        name,
        entry.photos.map(({ hash }) => hash),
      );
      payload += json(entry.fields).bytes.length + PHOTOS * (shot.length + 4 + name.length + 2);
    }
    const signal = new AbortController().signal;
    let breaks = 0;
    while ((await store.list()).length > 0) {
      const { paused } = await sendOutbox(store, calls, { signal });
      if (paused) breaks += 1;
      expect((await store.list()).filter(({ state }) => state !== "waiting")).toEqual([]);
    }
    const share = (relay.bytes() * PACKETS) / payload;
    const hours = (relay.bytes() * PACKETS) / BYTES_PER_S / 3600;
    const cost = { payload, share, hours, requests: relay.requests(), cuts: relay.cuts(), breaks };
    console.log(`${OBSERVATIONS} observations: ${JSON.stringify(cost)}`);
    const address = addressOf(observation.list, {
      params: { id: plant_id },
      query: { limit: "5000" },
    });
    const answer = await fetch(`${server.process().url}${address}`, { headers: server.headers() });
    const { observations } = (await answer.json()) as { observations: Observation[] };
    const names = new Set(observations.map(({ external_id }) => external_id));
    expect([observations.length, names.size]).toEqual([OBSERVATIONS, OBSERVATIONS]);
    for (const { external_id, images } of observations) {
      expect(images.map(({ hash }) => hash).toSorted()).toEqual(
        hashes.get(external_id)?.toSorted(),
      );
    }
    const left = await server.withDatabase((db) => db.select().from(observationPhotoPart));
    expect(left).toEqual([]);
    expect(relay.cuts()).toBeGreaterThan(0);
    expect(share).toBeLessThan(MOST);
    expect(share).toBeGreaterThan(1);
  },
);
