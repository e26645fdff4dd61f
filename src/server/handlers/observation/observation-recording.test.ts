// Voice notes and videos of observations over HTTP: stored, served and deleted like photos, refused by their content.
import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { startTestServer, type TestServer } from "../../../../tests/fixtures/http.ts";
import { addResultPlant } from "../../../../tests/fixtures/result-plant.ts";
import { api } from "../../../api/index.ts";
import type { ErrorAnswer } from "../../../domain/error-shape.ts";
import { limits } from "../../../domain/limits.ts";
import type { Observation } from "../../../domain/observation/observation.ts";
import {
  box,
  movie,
  voiceMp4,
  voiceWebm,
} from "../../../domain/observation/recording/recording.fixture.ts";
import { graceMs, removableLeftovers } from "../../leftover/leftover.ts";

let server: TestServer;
let plant_id: number;
let one: number;

beforeAll(async () => {
  server = await startTestServer();
  const services = { ...server.services, db: server.database.owner.db };
  ({ plant_id } = await addResultPlant(services, server.accounts.viewer.customer_id, "Gobi"));
  one = (await make("T0.M0")).id;
});
afterAll(() => server.close());

async function make(dt_id: string, file_ids: string[] = []): Promise<Observation> {
  const body = { dt_id, observed_at: "2026-03-04T10:00:00Z", request: { file_ids } };
  return (await server.ask(api.observation.create, "viewer", { params: { id: plant_id }, body }))
    .body as Observation;
}
async function send(id: number, files: Record<string, Uint8Array>) {
  const body = new FormData();
  // The declared kind and the name do not count.
  for (const [name, bytes] of Object.entries(files)) {
    body.append(name, new File([bytes as BlobPart], `${name}.jpg`, { type: "image/jpeg" }));
  }
  return server.ask(api.observationImage.add, "viewer", { params: { id }, body });
}
const problemOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as ErrorAnswer).problems?.[0]?.reason,
];
const fetchAs = (path: string) =>
  server.fetch(path, { headers: { authorization: `Bearer ${server.accounts.viewer.token}` } });
const keys = async () => {
  const found: string[] = [];
  for await (const key of server.services.files.list("observation/")) found.push(key);
  return found;
};

it("are stored as their bytes say, with the place of the camera, and served as they came", async () => {
  const film = movie({ seconds: 9, place: "+37.7500-005.2333/" });
  const { status, body } = await send(one, { voice: voiceWebm, film });
  expect(status).toBe(200);
  const { images, image_urls } = body as Observation;
  expect(images.map(({ content_type, bytes }) => [content_type, bytes])).toEqual([
    ["audio/webm", voiceWebm.length],
    ["video/mp4", film.length],
  ]);
  expect(images[0]).toMatchObject({ lon: null, lat: null, width: 0 });
  expect(images[1]).toMatchObject({ lat: 37.75, lon: -5.2333 });
  const served = await fetchAs(image_urls[0]!);
  expect(served.headers.get("content-type")).toBe("audio/webm");
  expect(new Uint8Array(await served.arrayBuffer())).toEqual(voiceWebm);
  expect((await fetchAs(image_urls[0]!.replace(/full$/, "thumb"))).status).toBe(404);
  expect(await keys()).toHaveLength(2);
});

it("are refused too long, unreadable, and more than an observation can have", async () => {
  const long = movie({ seconds: limits.videoSeconds + 5 });
  expect(problemOf(await send(one, { long }))).toEqual([422, "video_too_long"]);
  expect(problemOf(await send(one, { head: box("ftyp", "isom", 0) }))).toEqual([
    422,
    "recording_format",
  ]);
  expect(problemOf(await send(one, { third: voiceMp4, fourth: voiceMp4 }))).toEqual([
    409,
    "recordings_full",
  ]);
  const large = new Uint8Array(limits.recordingBytes + 1);
  large.set(voiceMp4);
  expect(problemOf(await send(one, { large }))).toEqual([413, "recording_too_large"]);
  expect(await keys()).toHaveLength(2);
});

/** One part of a recording. */
function sendPart(id: number, film: Buffer, file_id: string, at: number) {
  const query = new URLSearchParams({
    hash: createHash("sha256").update(film).digest("hex"),
    file_name: "film.mov",
    offset: String(at),
    bytes: String(film.length),
  });
  return server.fetch(`/api/auth/observation/${id}/image-part/${file_id}?${query}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${server.accounts.viewer.token}`,
      "content-type": "application/octet-stream",
    },
    body: new Uint8Array(film.subarray(at, at + limits.photoPartBytes)),
  });
}
const filmOf = (bytes: number) =>
  Buffer.concat([movie({ seconds: 20 }), box("free", new Uint8Array(bytes))]);

it("arrive in parts that are larger than a photo may be", async () => {
  const file_id = "parts";
  const { id } = await make("T0.M1", [file_id]);
  const film = filmOf(limits.imageBytes);
  const hash = createHash("sha256").update(film).digest("hex");
  let answer: unknown = null;
  for (let at = 0; at < film.length; at += limits.photoPartBytes) {
    const sent = await sendPart(id, film, file_id, at);
    expect(sent.status).toBe(200);
    answer = await sent.json();
  }
  expect((answer as { observation: Observation }).observation.images).toMatchObject([
    { file_id, hash, content_type: "video/mp4", bytes: film.length },
  ]);
});

it("one too many is refused with its first part, before the others are sent", async () => {
  const { id } = await make("T0.M0", ["fourth"]);
  await send(id, { first: voiceMp4, second: voiceMp4, third: voiceWebm });
  const refused = await sendPart(id, filmOf(limits.imageBytes), "fourth", 0);
  expect(problemOf({ status: refused.status, body: await refused.json() })).toEqual([
    409,
    "recordings_full",
  ]);
});

it("whose last part comes twice are stored once, and few are put together at the same time", async () => {
  const film = filmOf(1000);
  const names = Array.from({ length: 5 }, (_, at) => `end-${at}`);
  const made: { readonly file_id: string; readonly id: number }[] = [];
  for (const file_id of names) made.push({ file_id, id: (await make("T0.M1", [file_id])).id });
  const { files } = server.services;
  const real = files.put;
  let [running, most] = [0, 0];
  const put = vi.spyOn(files, "put").mockImplementation(async (...object) => {
    most = Math.max(most, (running += 1));
    await new Promise((done) => setTimeout(done, 50));
    await real(...object);
    running -= 1;
  });
  try {
    // A session has three uploads at a time: the third waits for the end of the first, which is the same.
    const sent = await Promise.all(
      [0, 1, 0, 2, 3, 2, 4, 1, 4].map((at) => sendPart(made[at]!.id, film, made[at]!.file_id, 0)),
    );
    expect(sent.map(({ status }) => status)).toEqual(sent.map(() => 200));
    expect(most).toBe(2);
  } finally {
    put.mockRestore();
  }
  const { rows } = await server.database.owner.db.execute(
    sql`select file_id from observation_image where file_id like 'end-%' order by file_id`,
  );
  expect(rows.map(({ file_id }) => file_id)).toEqual(names);
});

it("count for the storage of the customer, go with their observation, and come back with it", async () => {
  const { id } = await make("T0.M0");
  const { images } = (await send(id, { note: voiceMp4 })).body as Observation;
  const { db } = server.database.owner;
  const { rows } = await db.execute(
    sql`select bytes from observation_image where observation_id = ${id}`,
  );
  expect(rows).toEqual([{ bytes: voiceMp4.length }]);
  await server.ask(api.observation.remove, "viewer", { params: { id } });
  const listed = await server.ask(api.observation.deleted, "viewer", { params: { id: plant_id } });
  expect(listed.body).toMatchObject({ observations: [{ id, photo_count: 0, recording_count: 1 }] });
  // What can be put back is not swept.
  const { files, settings } = server.services;
  const before = new Date(Date.now() + graceMs);
  const leftovers = removableLeftovers({ files, ownerDb: db, data_dir: settings.data_dir, before });
  const stored = await keys();
  for await (const { remove } of leftovers) await remove?.();
  expect(await keys()).toEqual(stored);
  const params = { id: plant_id, observation_id: id };
  const back = (await server.ask(api.observation.restore, "viewer", { params }))
    .body as Observation;
  expect(back.images).toEqual(images);
  const image = { id, image_id: images[0]!.id };
  expect((await server.ask(api.observationImage.remove, "viewer", { params: image })).status).toBe(
    200,
  );
  expect(await keys()).toHaveLength(stored.length - 1);
});
