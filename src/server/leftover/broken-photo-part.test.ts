// Parts of photos on their way: what fits is left alone, what does not is named, and sent again once it is mended.
import { createHash } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { testImage } from "../../../tests/fixtures/bad-archives.ts";
import { startTestServer, type TestServer } from "../../../tests/fixtures/http.ts";
import { addResultPlant } from "../../../tests/fixtures/result-plant.ts";
import { api } from "../../api/index.ts";
import type { Observation } from "../../domain/observation/observation.ts";
import { observationPhotoPart as table } from "../store/schema/observation.ts";
import { checkStores } from "./fsck.ts";

let server: TestServer;
let observation_id = 0;
let photo: Buffer;
let hash = "";
beforeAll(async () => {
  server = await startTestServer();
  const services = { ...server.services, db: server.database.owner.db };
  const { plant_id: id } = await addResultPlant(
    services,
    server.accounts.viewer.customer_id,
    "Thar",
  );
  const request = { file_ids: ["half", "gap", "cut", "stored"] };
  const body = { dt_id: "T0.M0", observed_at: "2026-03-04T10:00:00Z", request };
  const made = await server.ask(api.observation.create, "viewer", { params: { id }, body });
  observation_id = (made.body as Observation).id;
  photo = await testImage();
  hash = createHash("sha256").update(photo).digest("hex");
});
afterAll(() => server.close());

const day = 24 * 3600_000;

/** What fsck says. */
async function found(repair = false): Promise<string[]> {
  const lines: string[] = [];
  const parts = {
    files: server.services.files,
    ownerDb: server.database.owner.db,
    ownerUrl: server.database.ownerUrl,
    data_dir: server.services.settings.data_dir,
    before: new Date(Date.now() - day),
  };
  await checkStores(parts, { repair, quick: false }, (line) => lines.push(line));
  return lines;
}

/** Sends these bytes of the photo; answers how many have arrived. */
async function sendPart(file_id: string, from: number, to = photo.length): Promise<number> {
  const size = String(photo.length);
  const query = { hash, file_name: `${file_id}.jpg`, offset: String(from), bytes: size };
  const path = `/api/auth/observation/${observation_id}/image-part/${file_id}`;
  const answer = await server.fetch(`${path}?${new URLSearchParams(query)}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${server.accounts.viewer.token}`,
      "content-type": "application/octet-stream",
    },
    body: new Uint8Array(photo.subarray(from, to)),
  });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { offset: number }).offset;
}
const arrived = async (file_id: string) => {
  const args = { params: { id: observation_id, file_id }, query: { hash } };
  const { body } = await server.ask(api.observationImage.partOffset, "viewer", args);
  return (body as { offset: number }).offset;
};
const rowsOf = (file_id: string, offset: number) =>
  and(eq(table.file_id, file_id), eq(table.offset, offset));

it("a photo on its way is no fault, and goes on after a check that mends", async () => {
  await sendPart("half", 0, 100);
  await sendPart("half", 100, 250);
  expect(await found(true)).toEqual([]);
  expect(await arrived("half")).toBe(250);
  expect(await sendPart("half", 250)).toBe(photo.length);
  expect(await found()).toEqual([]);
});

it("a missing part is named; the photo is sent from its beginning once that is mended", async () => {
  const { db } = server.database.owner;
  await sendPart("gap", 0, 100);
  await sendPart("gap", 100, 250);
  await db.delete(table).where(rowsOf("gap", 0));
  const words = `photo gap of observation ${observation_id} has a part at byte 100, but the one before ends at 0`;
  expect(await found()).toEqual([`mendable  ${words}`]);
  expect(await found(true)).toEqual([`mended    ${words}`]);
  expect(await found()).toEqual([]);
  expect(await arrived("gap")).toBe(0);
  expect(await sendPart("gap", 0)).toBe(photo.length);
});

it("a part that has lost bytes is named", async () => {
  const { db } = server.database.owner;
  await sendPart("cut", 0, 100);
  await db
    .update(table)
    .set({ body: photo.subarray(0, 99) })
    .where(rowsOf("cut", 0));
  const words = `photo cut of observation ${observation_id} has a part of 99 bytes that says to be 100`;
  expect(await found(true)).toEqual([`mended    ${words}`]);
  expect(await arrived("cut")).toBe(0);
});

it("parts that a crash has left beside the stored photo are removed after a day", async () => {
  const { db } = server.database.owner;
  await sendPart("stored", 0);
  const row = { observation_id, file_id: "stored", hash, offset: 0, bytes: photo.length };
  await db.execute(sql`
    insert into observation_photo_part (plant_id, observation_id, file_id, hash, "offset", bytes, body)
    select plant_id, id, ${row.file_id}, ${hash}, 0, ${row.bytes}, ${photo} from observation
    where id = ${observation_id}`);
  expect(await found()).toEqual([]);
  await db
    .update(table)
    .set({ created_at: new Date(Date.now() - 2 * day).toISOString() })
    .where(rowsOf("stored", 0));
  const words = `photo stored of observation ${observation_id} is stored, and its parts are still there`;
  expect(await found(true)).toEqual([`mended    ${words}`]);
  expect(await found()).toEqual([]);
  const { body } = await server.ask(api.observation.read, "viewer", {
    params: { id: observation_id },
  });
  expect((body as Observation).images.map(({ file_id }) => file_id)).toContain("stored");
});
