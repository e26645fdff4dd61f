// Quotas over HTTP: what fits is taken, what does not is refused with the figures, and nothing is stored then.
import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { testImage } from "../../../../tests/fixtures/bad-archives.ts";
import { patient } from "../../../../tests/fixtures/patience.ts";
import { startTestServer, type TestServer } from "../../../../tests/fixtures/http.ts";
import { addResultPlant, type ResultPlant } from "../../../../tests/fixtures/result-plant.ts";
import { creationHeaders } from "../../../../tests/fixtures/upload.ts";
import { api } from "../../../api/index.ts";
import type { CustomerUsage, Quota } from "../../../domain/provider/quota.ts";
import type { Observation } from "../../../domain/observation/observation.ts";
import { customer } from "../schema/account.ts";
import { analysisUpload } from "../schema/analysis-file.ts";
import { analysisFile } from "../schema/analysis-file.ts";
import { observation, observationPhotoPart } from "../schema/observation.ts";
import { requireQuota } from "./quota.ts";

let server: TestServer;
let plant: ResultPlant;
let photo: Buffer;
const gb = 1_073_741_824;
beforeAll(async () => {
  server = await startTestServer();
  const services = { ...server.services, db: server.database.owner.db };
  plant = await addResultPlant(services, server.accounts.viewer.customer_id, "Valdesol");
  photo = await testImage();
});
afterAll(() => server.close());
beforeEach(async () => {
  const { db } = server.database.owner;
  for (const table of [analysisUpload, analysisFile, observation]) await db.delete(table);
  const high = { row_limit: 1000, user_row_limit: 1000 };
  await set({ ...high, storage_limit_gb: 1000, user_storage_limit_gb: 1000 });
});

async function set(quota: Partial<Quota>) {
  const id = server.accounts.viewer.customer_id;
  const provider = server.accounts.super_admin.customer_id;
  const { db } = server.database.owner;
  for (const one of new Set([id, provider])) {
    await db.update(customer).set(quota).where(eq(customer.id, one));
  }
}

let names = 0;
async function begin(bytes: number) {
  const analysis_id = await plant.addAnalysis(`survey ${(names += 1)}`, "2026-01-01", {
    state: "EMPTY",
  });
  return server.ask(
    api.analysisUpload.create,
    "super_admin",
    { params: { analysis_id } },
    creationHeaders(`flight ${names}.bin`, bytes),
  );
}
const observe = (file_ids: string[] = []) =>
  server.ask(api.observation.create, "viewer", {
    params: { id: plant.plant_id },
    body: {
      dt_id: "T0.M0",
      observed_at: "2026-03-04T10:00:00Z",
      notes: "",
      request: { file_ids, ccp_values: [], pi_values: [], analysis_id: null },
    },
  });
/** What the test before has counted is forgotten within a second. */
const firstFits = () =>
  expect.poll(async () => (await observe()).status, { timeout: patient(20_000) }).toBe(200);
const problem = ({ status, body }: { status: number; body: unknown }) => {
  const [first] = (body as { problems?: { reason: string; values?: object }[] }).problems ?? [];
  return [status, first?.reason, first?.values];
};
const usage = async () => {
  const { body } = await server.ask(api.customer.listUsage, "super_admin");
  const of = (body as CustomerUsage[]).find(
    ({ customer_id }) => customer_id === server.accounts.viewer.customer_id,
  );
  return [of?.bytes, of?.rows];
};

describe("the quota of a customer", () => {
  it("counts what an upload declares, and refuses one that does not fit with the figures", async () => {
    await set({ storage_limit_gb: 3 });
    expect((await begin(2 * gb)).status).toBe(201);
    expect(await usage()).toEqual([2 * gb, 0]);
    expect(problem(await begin(gb + 1))).toEqual([
      409,
      "quota_storage_customer",
      expect.objectContaining({ used: 2, wanted: 1.001, most: 3 }),
    ]);
    expect(await usage()).toEqual([2 * gb, 0]);
    expect((await begin(gb)).status).toBe(201);
  });

  it("has room soon for what was deleted", async () => {
    await set({ storage_limit_gb: 3 });
    // What the test before has left may still be counted.
    const first = async () => (await begin(3 * gb)).status;
    await expect.poll(first, { timeout: patient(20_000) }).toBe(201);
    expect((await begin(gb)).status).toBe(409);
    await server.database.owner.db.delete(analysisUpload);
    const again = async () => (await begin(gb)).status;
    await expect.poll(again, { timeout: patient(20_000) }).toBe(201);
  });

  it("holds for requests at the same time", async () => {
    const { db } = server.services;
    const { viewerDatabase } = await import("../viewer-database.ts");
    await set({ row_limit: 10, user_row_limit: 1000 });
    const { id, customer_id } = server.accounts.viewer;
    const viewer = { account_id: id, own_customer_id: customer_id };
    const bound = viewerDatabase(db, { customer_id });
    // What is let through is not stored here: a sum that is counted again, after a second, would have room for it.
    const clock = vi.spyOn(performance, "now").mockReturnValue(performance.now());
    const tries = Array.from({ length: 30 }, () =>
      requireQuota(bound, viewer, customer_id, { bytes: 0, rows: 1 }),
    );
    const ends = await Promise.allSettled(tries).finally(() => clock.mockRestore());
    expect(ends.filter(({ status }) => status === "fulfilled").length).toBe(10);
  });

  it("counts rows, and refuses an observation beyond it", async () => {
    await set({ row_limit: 2 });
    await firstFits();
    for (const status of [200, 409]) expect((await observe()).status).toBe(status);
    expect(problem(await observe())).toEqual([
      409,
      "quota_rows_customer",
      expect.objectContaining({ used: 2, wanted: 1, most: 2 }),
    ]);
    expect(await usage()).toEqual([0, 2]);
  });

  it("and of a user of it are limits of their own", async () => {
    await set({ user_row_limit: 1 });
    await firstFits();
    expect(problem(await observe())[1]).toBe("quota_rows_user");
  });

  it("is shown by user to those who may read customer and users, and to no other customer", async () => {
    const { viewer, super_admin, other_customer } = server.accounts;
    await begin(2 * gb);
    for (const _ of [1, 2]) await observe();
    const read = (as: "super_admin" | "tenant" | "viewer", id: number) =>
      server.ask(api.customer.listUserUsage, as, { params: { id } });
    const own = [
      { account_id: viewer.id, name: "viewer Tester", is_deleted: false, bytes: 0, rows: 2 },
    ];
    expect((await read("super_admin", viewer.customer_id)).body).toEqual(own);
    expect((await read("tenant", viewer.customer_id)).body).toEqual(own);
    // What staff send for a customer counts for the quota of staff.
    const { body } = await read("super_admin", super_admin.customer_id);
    expect(body).toMatchObject([{ account_id: super_admin.id, bytes: 2 * gb, rows: 0 }]);
    expect((await read("viewer", viewer.customer_id)).status).toBe(403);
    expect((await read("tenant", other_customer.customer_id)).status).toBe(404);
  });

  it("is set by staff alone", async () => {
    const params = { id: server.accounts.viewer.customer_id };
    const body = { storage_limit_gb: 7 };
    expect((await server.ask(api.customer.update, "analyst", { params, body })).body).toMatchObject(
      body,
    );
    expect((await server.ask(api.customer.update, "viewer", { params, body })).status).toBe(403);
    expect((await server.ask(api.customer.listUsage, "viewer")).status).toBe(403);
  });
});

describe("a photo in parts", () => {
  const hash = () => createHash("sha256").update(photo).digest("hex");
  /** The bytes of the photo from `from` to `to`; `total` is what the part says of the whole photo. */
  const send = async (
    id: number,
    file_id: string,
    { from = 0, to = photo.length, total = photo.length } = {},
  ) => {
    const query = { hash: hash(), offset: `${from}`, bytes: `${total}`, file_name: "a.jpg" };
    const path = `/api/auth/observation/${id}/image-part/${file_id}?${new URLSearchParams(query)}`;
    const answer = await server.fetch(path, {
      method: "POST",
      headers: {
        authorization: `Bearer ${server.accounts.viewer.token}`,
        "content-type": "application/octet-stream",
      },
      body: photo.subarray(from, to) as BodyInit,
    });
    return { status: answer.status, body: await answer.json() };
  };

  it("is taken only for a file that the observation names", async () => {
    const { id } = (await observe(["mine"])).body as Observation;
    expect(problem(await send(id, "other")).slice(0, 2)).toEqual([409, "photo_not_named"]);
    expect(await server.database.owner.db.$count(observationPhotoPart)).toBe(0);
    expect((await send(id, "mine")).status).toBe(200);
  });

  it("is refused where the quota has no room for the whole photo", async () => {
    const { id } = (await observe(["mine2"])).body as Observation;
    await set({ storage_limit_gb: 0 });
    expect(problem(await send(id, "mine2"))[1]).toBe("quota_storage_customer");
    expect(await server.database.owner.db.$count(observationPhotoPart)).toBe(0);
  });

  it("counts what its first part says, and no later part says more", async () => {
    const { id } = (await observe(["mine3"])).body as Observation;
    const [bytes = 0] = await usage();
    const small = { from: 0, to: 100, total: 200 };
    expect((await send(id, "mine3", small)).body).toMatchObject({ offset: 100 });
    expect((await usage())[0]).toBe(bytes + 200);
    // Thirty megabytes for which no room was asked, in a photo that may have five.
    const large = 30_000_000;
    for (const total of [large, 199, 201]) {
      const answer = await send(id, "mine3", { from: 100, to: 150, total });
      expect(problem(answer)).toEqual([
        409,
        "photo_size_changed",
        expect.objectContaining({ bytes: total, declared: 200 }),
      ]);
    }
    expect((await send(id, "mine3", { from: 100, to: 150, total: 200 })).status).toBe(200);
    expect((await usage())[0]).toBe(bytes + 200);
  });
});
