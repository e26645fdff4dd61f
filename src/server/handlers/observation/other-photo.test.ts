// Another photo under the ID of one that is stored: it is refused, not answered as if it were stored.
import { createHash } from "node:crypto";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { startTestServer, type TestServer } from "../../../../tests/fixtures/http.ts";
import { addResultPlant } from "../../../../tests/fixtures/result-plant.ts";
import { api } from "../../../api/index.ts";
import { readParts } from "../../store/plant/observation/observation-photo-part.ts";
import type { Observation } from "../../../domain/observation/observation.ts";

vi.mock("../../store/plant/observation/observation-photo-part.ts", { spy: true });

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
    request: { file_ids: ["one", "two", "three", "four", "five", "six", "seven"] },
  };
  const args = { params: { id: plant.plant_id }, body };
  ({ id } = (await server.ask(api.observation.create, "viewer", args)).body as Observation);
});
afterAll(() => server.close());
afterEach(() => void vi.restoreAllMocks());

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

async function inParts(
  file_id: string,
  photo: Buffer,
  { hash = hashOf(photo), file_name = "marked.jpg" } = {},
) {
  const query = new URLSearchParams({
    hash,
    file_name,
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

const refused = {
  status: 409,
  body: { problems: [{ reason: "photo_reused", file: "marked.jpg" }] },
};
async function storedHashes(file_id: string) {
  const { body } = await server.ask(api.observation.read, "viewer", { params: { id } });
  const images = (body as Observation).images.filter((image) => image.file_id === file_id);
  return images.map(({ hash }) => hash);
}

it.each([
  ["three", inForm],
  ["four", inParts],
] as const)("is refused where both arrive at once: %s", async (file_id, send) => {
  const [photo, marked] = [await jpeg("#00f"), await jpeg("#0ff")];
  // The other request comes between the look at what is stored and the row.
  const { files } = server.services;
  const put = files.put.bind(files);
  const removed = vi.spyOn(files, "remove");
  vi.spyOn(files, "put").mockImplementationOnce(async (...args) => {
    expect((await inForm(file_id, photo)).status).toBe(200);
    return put(...args);
  });
  expect(await send(file_id, marked)).toMatchObject(refused);
  expect(await storedHashes(file_id)).toEqual([hashOf(photo)]);
  // The photo and its small one are not left in the store.
  expect(removed).toHaveBeenCalledTimes(2);
});

it.each([
  ["five", "are that photo"],
  ["six", "are not even that photo"],
])(
  "is refused where the other one is stored while its parts are read: %s, which %s",
  async (file_id) => {
    const [photo, marked] = [await jpeg("#ff0"), await jpeg("#f0f")];
    const real = await vi.importActual<
      typeof import("../../store/plant/observation/observation-photo-part.ts")
    >("../../store/plant/observation/observation-photo-part.ts");
    vi.mocked(readParts).mockImplementationOnce(async function* (...args) {
      expect((await inForm(file_id, photo)).status).toBe(200);
      yield* real.readParts(...args);
    });
    const hash = file_id === "six" ? hashOf(Buffer.from("another")) : hashOf(marked);
    expect(await inParts(file_id, marked, { hash })).toMatchObject(refused);
    expect(await storedHashes(file_id)).toEqual([hashOf(photo)]);
  },
);

it("in parts, a photo loses the marks in its name that show another ending", async () => {
  const sent = await inParts("seven", await jpeg("#fff"), { file_name: "plan\u202egpj.exe.jpg" });
  expect(sent.status).toBe(200);
  const { body } = await server.ask(api.observation.read, "viewer", { params: { id } });
  const [image] = (body as Observation).images.filter((one) => one.file_id === "seven");
  expect(image?.file_name).toBe("plangpj.exe.jpg");
});
