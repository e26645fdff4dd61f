// Another photo under the ID of one that is stored: it is refused, not answered as if it were stored.
import { createHash } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../../../../tests/fixtures/http.ts";
import { addResultPlant } from "../../../../tests/fixtures/result-plant.ts";
import { api } from "../../../api/index.ts";
import type { Observation } from "../../../domain/observation/observation.ts";

let server: TestServer;
let id: number;
beforeAll(async () => {
  server = await startTestServer();
  const services = { ...server.services, db: server.database.owner.db };
  const { customer_id } = server.accounts.viewer;
  const plant = await addResultPlant(services, customer_id, "Atacama");
  const body = {
    dt_id: "T0.M0",
    observed_at: "2026-03-04T10:00:00Z",
    request: { file_ids: ["one", "two"] },
  };
  const args = { params: { id: plant.plant_id }, body };
  ({ id } = (await server.ask(api.observation.create, "viewer", args)).body as Observation);
});
afterAll(() => server.close());

const jpeg = (background: string) =>
  sharp({ create: { width: 40, height: 20, channels: 3, background } })
    .jpeg()
    .toBuffer();
const hashOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

function inForm(file_id: string, photo: Buffer) {
  const body = new FormData();
  body.append(file_id, new File([new Uint8Array(photo)], "marked.jpg"));
  return server.ask(api.observationImage.add, "viewer", { params: { id }, body });
}

async function inParts(file_id: string, photo: Buffer) {
  const query = new URLSearchParams({
    hash: hashOf(photo),
    file_name: "marked.jpg",
    offset: "0",
    bytes: String(photo.length),
  });
  const answer = await server.fetch(`/api/auth/observation/${id}/image-part/${file_id}?${query}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${server.accounts.viewer.token}`,
      "content-type": "application/octet-stream",
    },
    body: new Uint8Array(photo),
  });
  return { status: answer.status, body: (await answer.json()) as unknown };
}

it.each([
  ["one", inForm, inParts],
  ["two", inParts, inForm],
] as const)("is refused whichever way it comes: %s", async (file_id, first, second) => {
  const photo = await jpeg("#f00");
  const marked = await jpeg("#0f0");
  expect((await first(file_id, photo)).status).toBe(200);
  for (const send of [first, second]) {
    // The same one is stored once, however often it is sent.
    expect((await send(file_id, photo)).status).toBe(200);
    expect(await send(file_id, marked)).toMatchObject({
      status: 409,
      body: { problems: [{ reason: "photo_reused", file: "marked.jpg" }] },
    });
  }
  const { body } = await server.ask(api.observation.read, "viewer", { params: { id } });
  const stored = (body as Observation).images.filter((image) => image.file_id === file_id);
  expect(stored.map(({ hash }) => hash)).toEqual([hashOf(photo)]);
});
