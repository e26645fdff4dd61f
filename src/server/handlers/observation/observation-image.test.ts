// Photos of observations over HTTP: added once, moved, deleted, refused.
import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  startTestServer,
  type AccountKey,
  type TestServer,
} from "../../../../tests/fixtures/http.ts";
import { refusedPhotos } from "../../../../tests/fixtures/refused-photos.ts";
import { addResultPlant } from "../../../../tests/fixtures/result-plant.ts";
import { api } from "../../../api/index.ts";
import type { ErrorAnswer } from "../../../domain/error-shape.ts";
import { limits } from "../../../domain/limits.ts";
import type { Observation } from "../../../domain/observation/observation.ts";
import { graceMs, removableLeftovers } from "../../leftover/leftover.ts";
import { sweepDeletedObservations } from "../../store/plant/observation/observation.ts";
import { sweepPhotoParts } from "../../store/plant/observation/observation-photo-part.ts";

const calls = api.observationImage;
let server: TestServer;
let ids: number[];
let inParts: number[];
let foreign: number;
let home: { plant_id: number; dt_id: string };

beforeAll(async () => {
  server = await startTestServer();
  const services = { ...server.services, db: server.database.owner.db };
  const add = async (as: AccountKey, name: string, dt_ids: readonly string[]) => {
    const plant = await addResultPlant(services, server.accounts[as].customer_id, name);
    if (name === "Atacama") home = { plant_id: plant.plant_id, dt_id: dt_ids[0]! };
    return Promise.all(
      dt_ids.map(async (dt_id) => {
        const file_ids = ["cut", "both", "broken", "left", "bad"];
        const body = { dt_id, observed_at: "2026-03-04T10:00:00Z", request: { file_ids } };
        const args = { params: { id: plant.plant_id }, body };
        return ((await server.ask(api.observation.create, as, args)).body as Observation).id;
      }),
    );
  };
  ids = await add("viewer", "Atacama", ["T0.M0", "T0.M1"]);
  inParts = await add("viewer", "Thar", ["T0.M0", "T0.M1"]);

  [foreign = 0] = await add("other_customer", "Sahara", ["T0.M0"]);
});
afterAll(() => server.close());

const jpeg = (background: string) =>
  sharp({ create: { width: 40, height: 20, channels: 3, background } })
    .jpeg()
    .toBuffer();
function send(id: number, files: Record<string, Uint8Array>, as: AccountKey = "viewer") {
  const body = new FormData();
  for (const [name, bytes] of Object.entries(files)) {
    body.append(name, new File([bytes as BlobPart], `${name}.jpg`));
  }
  return server.ask(calls.add, as, { params: { id }, body });
}
const keys = async () => {
  const found: string[] = [];
  for await (const key of server.services.files.list("observation/")) found.push(key);
  return found;
};
const problemOf = ({ status, body }: { status: number; body: unknown }) => {
  const [problem] = (body as ErrorAnswer).problems ?? [];
  return [status, problem?.reason, problem?.file];
};

/** One part of a photo. */
async function sendPart(
  id: number,
  photo: Buffer,
  { from, to, file_id, hash = hashOf(photo) }: Part,
  as: AccountKey = "viewer",
) {
  const query = new URLSearchParams({
    hash,
    file_name: `${file_id}.jpg`,
    offset: String(from),
    bytes: String(photo.length),
  });
  const path = `/api/auth/observation/${id}/image-part/${file_id}?${query}`;
  const answer = await server.fetch(path, {
    method: "POST",
    headers: {
      authorization: `Bearer ${server.accounts[as].token}`,
      "content-type": "application/octet-stream",
    },
    body: new Uint8Array(photo.subarray(from, to)),
  });
  return { status: answer.status, body: (await answer.json()) as unknown };
}
type Part = { from: number; to: number; file_id: string; hash?: string };
const hashOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const offsetOf = async (id: number, photo: Buffer, file_id: string) => {
  const args = { params: { id, file_id }, query: { hash: hashOf(photo) } };
  return ((await server.ask(calls.partOffset, "viewer", args)).body as { offset: number }).offset;
};
const partsLeft = async () => {
  const { rows } = await server.database.owner.db.execute(
    sql`select 1 from observation_photo_part`,
  );
  return rows.length;
};

describe("photos of observations", () => {
  it("are stored once however often they are sent, and answered with their hash", async () => {
    const [one = 0] = ids;
    const photos = { red: await jpeg("#f00"), green: await jpeg("#0f0") };
    const { status, body } = await send(one, photos);
    expect(status).toBe(200);
    const made = body as Observation;
    const hashes = Object.values(photos).map((bytes) =>
      createHash("sha256").update(bytes).digest("hex"),
    );
    expect(made.images.map(({ hash }) => hash)).toEqual(hashes);
    expect(made.files_map).toEqual({ red: made.images[0]!.id, green: made.images[1]!.id });
    expect(made.images[0]).toMatchObject({ width: 40, height: 20, content_type: "image/jpeg" });
    expect((await send(one, photos)).body).toEqual(made);
    expect(await keys()).toHaveLength(4);
    const headers = { authorization: `Bearer ${server.accounts.viewer.token}` };
    const served = await server.fetch(made.image_urls[0]!, { headers });
    expect(Buffer.from(await served.arrayBuffer())).toEqual(photos.red);
  });

  it("move to another observation of the plant, where they stay if they are sent again", async () => {
    const [one = 0, other = 0] = ids;
    const before = (await send(one, { blue: await jpeg("#00f") })).body as Observation;
    const image_id = before.files_map["blue"]!;
    const move = (to: number) =>
      server.ask(calls.move, "viewer", {
        params: { id: one, image_id },
        body: { observation_id: to },
      });
    expect((await move(foreign)).status).toBe(404);
    expect((await move(other)).body).toMatchObject({ id: other, files_map: { blue: image_id } });
    const again = (await send(one, { blue: await jpeg("#00f") })).body as Observation;
    expect(Object.keys(again.files_map)).toEqual(["red", "green"]);
  });

  it("are refused with the name of the file, and none of the request is stored", async () => {
    const [one = 0] = ids;
    const good = await jpeg("#fff");
    const before = await keys();
    for (const [name, bytes, ...expected] of refusedPhotos(good, limits.imageBytes)) {
      const answer = await send(one, { good, [name]: bytes });
      expect(problemOf(answer)).toEqual([...expected, `${name}.jpg`]);
    }
    const many = Object.fromEntries(Array.from({ length: 19 }, (_, at) => [`n${at}`, good]));
    expect((await send(one, many)).status).toBe(409);
    expect(await keys()).toEqual(before);
  });

  it("are invisible to other customers, and go with their observation", async () => {
    const [one = 0, other = 0] = ids;
    const as = "other_customer";
    expect((await send(one, { thief: await jpeg("#123") }, as)).status).toBe(404);
    const { body } = await server.ask(api.observation.read, "viewer", { params: { id: one } });
    const [first] = (body as Observation).images;
    const params = { id: one, image_id: first!.id };
    const file = { params: { ...params, size: "thumb" as const } };
    expect((await server.ask(calls.file, as, file)).status).toBe(404);
    expect((await server.ask(calls.remove, "viewer", { params })).status).toBe(200);
    expect(await keys()).toHaveLength(4);
    for (const id of [one, other]) {
      await server.ask(api.observation.remove, "viewer", { params: { id } });
    }
    // They can be restored for a while.
    expect(await keys()).toHaveLength(4);
    const { db } = server.database.owner;
    await sweepDeletedObservations(db, new Date(Date.now() + 1000));
    const { files, settings } = server.services;
    const before = new Date(Date.now() + graceMs);
    const leftovers = removableLeftovers({
      files,
      ownerDb: db,
      data_dir: settings.data_dir,
      before,
    });
    for await (const { remove } of leftovers) await remove?.();
    expect(await keys()).toEqual([]);
  });

  it("come back with their observation, as they were", async () => {
    const { plant_id, dt_id } = home;
    const make = async (body: object) =>
      (
        await server.ask(api.observation.create, "viewer", {
          params: { id: plant_id },
          body: { dt_id, observed_at: "2026-03-05T10:00:00Z", ...body },
        } as never)
      ).body as Observation;
    const restore = (id: number, as: AccountKey = "viewer") =>
      server.ask(api.observation.restore, as, {
        params: { id: plant_id, observation_id: id },
      });
    const remove = (id: number) => server.ask(api.observation.remove, "viewer", { params: { id } });
    const { id } = await make({ external_id: "phone-7", notes: "Hail" });
    const before = (await send(id, { hail: await jpeg("#eee") })).body as Observation;
    expect((await remove(id)).status).toBe(200);
    expect((await server.ask(api.observation.read, "viewer", { params: { id } })).status).toBe(404);
    expect((await restore(id, "other_customer")).status).toBe(404);
    const back = (await restore(id)).body as Observation;
    expect(back).toEqual({ ...before, revision: before.revision + 1 });
    // The answer may have been lost.
    expect((await restore(id)).body).toEqual(back);
    const headers = { authorization: `Bearer ${server.accounts.viewer.token}` };
    const served = await server.fetch(back.image_urls[0]!, { headers });
    expect(Buffer.from(await served.arrayBuffer())).toEqual(await jpeg("#eee"));
    await remove(id);
    const again = await make({ external_id: "phone-7", notes: "Sent again" });
    expect(again.id).not.toBe(id);
    expect(problemOf(await restore(id)).slice(0, 2)).toEqual([
      409,
      "observation_external_id_taken",
    ]);
  });
});

describe("photos that are sent in parts", () => {
  it("go on where they were cut, and are stored once", async () => {
    const [one = 0] = inParts;
    const photo = await jpeg("#abc");
    const [third, file_id] = [Math.floor(photo.length / 3), "cut"];
    expect((await sendPart(one, photo, { from: 0, to: third, file_id })).body).toEqual({
      offset: third,
      observation: null,
    });
    // The answer was lost: the same part again is refused with the true offset.
    const again = await sendPart(one, photo, { from: 0, to: third, file_id });
    expect([again.status, (again.body as ErrorAnswer).problems?.[0]?.values]).toEqual([
      409,
      { offset: third },
    ]);
    expect(await offsetOf(one, photo, file_id)).toBe(third);
    const last = { from: third, to: photo.length, file_id };
    const made = (await sendPart(one, photo, last)).body as { observation: Observation };
    const stored = made.observation.images.find((image) => image.file_id === file_id);
    expect(stored).toMatchObject({ hash: hashOf(photo), bytes: photo.length, width: 40 });
    expect((await sendPart(one, photo, last)).body).toEqual(made);
    expect(await partsLeft()).toBe(0);
    const { rows } = await server.database.owner.db.execute<{ detail: { count: number } }>(
      sql`select detail from audit_entry where action = 'add_observation_images' order by id desc`,
    );
    expect(rows[0]?.detail).toMatchObject({ observation_id: one, count: 1 });
  });
  it("have parts of their own for each content, and are never mixed by two senders", async () => {
    const [, other = 0] = inParts;
    const photo = await jpeg("#321");
    const half = photo.length >> 1;
    const first = { from: 0, to: half, file_id: "both" };
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => sendPart(other, photo, first)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    expect(await offsetOf(other, await jpeg("#456"), "both")).toBe(0);
    const rest = { from: half, to: photo.length, file_id: "both" };
    const ends = await Promise.all(Array.from({ length: 4 }, () => sendPart(other, photo, rest)));
    expect(ends.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    const read = await server.ask(api.observation.read, "viewer", { params: { id: other } });
    const { images } = read.body as Observation;
    expect(images.filter(({ file_id }) => file_id === "both")).toHaveLength(1);
    expect(await partsLeft()).toBe(0);
  });
  it("are forgotten where the parts are not the photo, and swept where sending does not go on", async () => {
    const [one = 0] = inParts;
    const photo = await jpeg("#789");
    const whole = { from: 0, to: photo.length, file_id: "broken", hash: "0".repeat(64) };
    expect((await sendPart(one, photo, whole)).status).toBe(460);
    expect(await partsLeft()).toBe(0);
    await sendPart(one, photo, { from: 0, to: 10, file_id: "left" });
    const { db } = server.database.owner;
    await sweepPhotoParts(db, new Date(Date.now() - 60_000));
    expect(await partsLeft()).toBe(1);
    await sweepPhotoParts(db, new Date(Date.now() + 60_000));
    expect(await partsLeft()).toBe(0);
  });
  it("are refused too large, empty, beyond their end, as no image, and at foreign observations", async () => {
    const [one = 0] = inParts;
    const photo = await jpeg("#eee");
    const file_id = "bad";
    const large = Buffer.alloc(limits.imageBytes + 1);
    expect((await sendPart(one, large, { from: 0, to: 10, file_id })).status).toBe(413);
    expect((await sendPart(one, photo, { from: 0, to: 0, file_id })).status).toBe(400);
    const parts = Buffer.alloc(limits.photoPartBytes + 1);
    expect((await sendPart(one, parts, { from: 0, to: parts.length, file_id })).status).toBe(413);
    const text = Buffer.from("no image at all");
    expect(problemOf(await sendPart(one, text, { from: 0, to: text.length, file_id }))).toEqual([
      422,
      "image_format",
      "bad.jpg",
    ]);
    const whole = { from: 0, to: photo.length, file_id };
    expect((await sendPart(foreign, photo, whole)).status).toBe(404);
    expect((await sendPart(one, photo, whole, "bare")).status).toBe(403);
  });
});
