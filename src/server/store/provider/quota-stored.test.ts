// What counts for a quota besides uploads and photos: every file of a report, blueprints, models, properties, and observations
// that can be restored.
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { testImage } from "../../../../tests/fixtures/bad-archives.ts";
import { patient } from "../../../../tests/fixtures/patience.ts";
import { startTestServer, type TestServer } from "../../../../tests/fixtures/http.ts";
import { addReportedSurvey } from "../../../../tests/fixtures/reported-survey.ts";
import { addResultPlant, type ResultPlant } from "../../../../tests/fixtures/result-plant.ts";
import { api } from "../../../api/index.ts";
import type { CustomComponentProperty } from "../../../domain/plant/custom-component-property.ts";
import type { CustomerUsage, Quota } from "../../../domain/provider/quota.ts";
import type { Observation } from "../../../domain/observation/observation.ts";
import type { Report } from "../../../domain/report/report.ts";
import { customer } from "../schema/account.ts";
import { plantModel } from "../schema/model.ts";
import { blueprint } from "../schema/provider.ts";
import { report } from "../schema/report.ts";

let server: TestServer;
let plant: ResultPlant;
let analysis_id: number;
beforeAll(async () => {
  server = await startTestServer();
  const services = { ...server.services, db: server.database.owner.db };
  plant = await addResultPlant(services, server.accounts.viewer.customer_id, "Valdesol", 16);
  analysis_id = await addReportedSurvey(services, plant);
});
afterAll(() => server.close());

const set = (quota: Partial<Quota>) =>
  server.database.owner.db
    .update(customer)
    .set(quota)
    .where(eq(customer.id, server.accounts.viewer.customer_id));

const usage = async (): Promise<[bytes: number, rows: number]> => {
  const { body } = await server.ask(api.customer.listUsage, "super_admin");
  const of = (body as CustomerUsage[]).find(
    ({ customer_id }) => customer_id === server.accounts.viewer.customer_id,
  )!;
  return [of.bytes, of.rows];
};

/** Bytes and rows that `work` adds. */
async function added(work: () => Promise<unknown>): Promise<[bytes: number, rows: number]> {
  const before = await usage();
  await work();
  const after = await usage();
  return [after[0] - before[0], after[1] - before[1]];
}

async function makeReport(picture?: Buffer) {
  const body = new FormData();
  for (const [name, value] of Object.entries({ analysis_id, title: "A", locale: "en" })) {
    body.append(name, String(value));
  }
  if (picture) body.append("plant_image_file", new File([new Uint8Array(picture)], "plant.jpg"));
  const params = { id: plant.plant_id };
  return server.ask(api.report.create, "tenant", { params, body });
}
const property = (name: string) => ({
  component_type: "module" as const,
  name,
  data_type: "text" as const,
  relation_type: "component" as const,
});

it("counts every file of a report, and the picture of its cover", async () => {
  const picture = await testImage();
  let made: Report | undefined;
  const create = async () => {
    const { status, body } = await makeReport(picture);
    expect(status, JSON.stringify(body)).toBe(200);
    made = body as Report;
  };
  expect(await added(create)).toEqual([picture.length, 1]);
  const { db } = server.database.owner;
  const files = { bytes: 1, workbook_bytes: 20, pictures_bytes: 300, warranty_bytes: 4000 };
  const finish = () => db.update(report).set(files).where(eq(report.id, made!.id));
  expect(await added(finish)).toEqual([4321, 0]);
  const remove = () =>
    server.ask(api.report.remove, "tenant", {
      params: { id: plant.plant_id, report_id: made!.id },
    });
  expect(await added(remove)).toEqual([-4321 - picture.length, -1]);
});

it("refuses a report, with a cover and without, where the storage is full", async () => {
  await set({ storage_limit_gb: 0 });
  const refused = async (picture?: Buffer) => {
    const { status, body } = await makeReport(picture);
    return [status, (body as { problems?: { reason: string }[] }).problems?.[0]?.reason];
  };
  const picture = await testImage();
  for (const one of [undefined, picture]) {
    expect(await refused(one)).toEqual([409, "quota_storage_customer"]);
  }
  expect(await server.database.owner.db.$count(report)).toBe(0);
  await set({ storage_limit_gb: 1000 });
  await expect
    .poll(async () => (await makeReport()).status, { timeout: patient(20_000) })
    .toBe(200);
});

it("counts blueprints, models and custom properties", async () => {
  const { db } = server.database.owner;
  const { plant_id } = plant;
  const file = { plant_id, file_name: "a", object: "a" };
  const drawn = () => db.insert(blueprint).values({ ...file, kind: "pdf", bytes: 700 });
  expect(await added(async () => drawn())).toEqual([700, 0]);
  const model = { ...file, name: "a", kind: "glb" as const, root: "", version: "2.0" };
  const solid = () => db.insert(plantModel).values({ ...model, tile_count: 1, bytes: 800 });
  expect(await added(async () => solid())).toEqual([800, 0]);
  const create = (name: string) =>
    server.ask(api.customComponentProperty.create, "viewer", {
      params: { id: plant_id },
      body: property(name),
    });
  let made: CustomComponentProperty | undefined;
  expect(
    await added(async () => {
      const { status, body } = await create("Colour");
      expect(status, JSON.stringify(body)).toBe(200);
      made = body as CustomComponentProperty;
    }),
  ).toEqual([0, 1]);
  expect(made).not.toHaveProperty("created_by");
  const [, rows] = await usage();
  await set({ row_limit: rows });
  const { status, body } = await create("Maker");
  expect([status, body]).toMatchObject([409, { problems: [{ reason: "quota_rows_customer" }] }]);
  await set({ row_limit: 1000 });
});

it("counts a deleted observation and its photos as long as it can be restored", async () => {
  const photo = await testImage();
  const params = { id: plant.plant_id };
  const request = { file_ids: ["one"] };
  const body = { dt_id: "T0.M0", observed_at: "2026-03-04T10:00:00Z", request };
  let id = 0;
  const observe = async () => {
    const made = await server.ask(api.observation.create, "viewer", { params, body });
    ({ id } = made.body as Observation);
    const form = new FormData();
    form.append("one", new File([new Uint8Array(photo)], "a.jpg"));
    const sent = await server.ask(api.observationImage.add, "viewer", {
      params: { id },
      body: form,
    });
    expect(sent.status).toBe(200);
  };
  expect(await added(observe)).toEqual([photo.length, 1]);
  const remove = () => server.ask(api.observation.remove, "viewer", { params: { id } });
  expect(await added(remove)).toEqual([0, 0]);
  const restore = () =>
    server.ask(api.observation.restore, "viewer", {
      params: { id: plant.plant_id, observation_id: id },
    });
  expect(await added(restore)).toEqual([0, 0]);
});
