import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  startTestServer,
  type AccountKey,
  type TestServer,
} from "../../../../tests/fixtures/http.ts";
import { storeHolding, type Holding } from "../../../../tests/fixtures/plants.ts";
import { api } from "../../../api/index.ts";
import type { AnalysisChanges } from "../../../domain/analysis/analysis-change.ts";
import {
  analysisStates,
  type Analysis,
  type AnalysisState,
} from "../../../domain/analysis/analysis.ts";
import type { ErrorAnswer } from "../../../domain/error-shape.ts";
import { isDataComplete } from "../../../domain/analysis/analysis-state.ts";
import { progressEvents, type ProgressEvent } from "../../../domain/analysis/progress.ts";
import { role } from "../../store/schema/account.ts";
import { analysis, analysisHistory } from "../../store/schema/plant.ts";
import { drone, droneModel, productPackage } from "../../store/schema/provider.ts";

let server: TestServer;
let own: Holding;
let drones: { id: number; internal_identifier: string }[];
let packages: { id: number; name: string }[];

beforeAll(async () => {
  server = await startTestServer();
  const { db } = server.database.owner;
  const { viewer, other_customer } = server.accounts;
  own = await storeHolding(server, viewer.customer_id, "Andasol");
  const [model] = await db
    .insert(droneModel)
    .values({ name: "M30", abbreviation: "M", vendor: "DJI" })
    .returning();
  const base = { drone_model_id: model?.id ?? 0, serial_number: "1" };
  drones = await db
    .insert(drone)
    .values([
      { ...base, internal_identifier: "D-1" },
      { ...base, internal_identifier: "D-2", customer_id: viewer.customer_id },
      { ...base, internal_identifier: "retired", retired: true },
      { ...base, internal_identifier: "other", customer_id: other_customer.customer_id },
    ])
    .returning({ id: drone.id, internal_identifier: drone.internal_identifier });
  packages = await db
    .insert(productPackage)
    .values([{ name: "Thermography" }, { name: "Geometry" }])
    .returning({ id: productPackage.id, name: productPackage.name });
});
afterAll(() => server.close());

const reason = (body: unknown) =>
  (body as { problems?: { reason: string }[] }).problems?.[0]?.reason;
const set = (fields: Partial<typeof analysis.$inferInsert>, id = own.unreleased_id) =>
  server.database.owner.db.update(analysis).set(fields).where(eq(analysis.id, id));
const change = (body: AnalysisChanges, as: AccountKey = "analyst", id = own.unreleased_id) =>
  server.ask(api.analysis.update, as, { params: { id }, body });
const step = (event: ProgressEvent, as: AccountKey = "analyst", id = own.unreleased_id) =>
  server.ask(api.analysis.progress, as, { params: { id }, body: { event } });
const outcome = ({ status, body }: { status: number; body: unknown }) => [status, reason(body)];
const historyOf = (analysis_id: number) =>
  server.database.owner.db
    .select()
    .from(analysisHistory)
    .where(eq(analysisHistory.analysis_id, analysis_id))
    .orderBy(analysisHistory.id);

/** Takes a permission from the analysts for the time of `work`. */
async function without<T>(permission: string, work: () => Promise<T>): Promise<T> {
  const { db } = server.database.owner;
  const [before] = await db.select().from(role).where(eq(role.key, "admin"));
  const permissions = before?.permissions ?? [];
  const kept = permissions.filter((one) => one !== permission);
  expect(kept).toHaveLength(permissions.length - 1);
  await db.update(role).set({ permissions: kept }).where(eq(role.key, "admin"));
  try {
    return await work();
  } finally {
    await db.update(role).set({ permissions }).where(eq(role.key, "admin"));
  }
}

describe("fields of an analysis", () => {
  it("are changed together, each with a row of the history, and an audit entry", async () => {
    await set({ state: "DATA_INCOMPLETE" });
    const [first] = drones;
    const { status, body } = await change({
      name: "  Autumn ",
      notes: "Two rows of clouds",
      drone_id: first!.id,
      product_package_ids: packages.map(({ id }) => id),
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: "Autumn",
      notes: "Two rows of clouds",
      drone_id: first!.id,
      drone_name: "D-1",
      product_packages: packages.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    });
    await change({ name: "Autumn", product_package_ids: [packages[0]!.id] });
    const rows = await historyOf(own.unreleased_id);
    const written = rows.map(({ field, old_value, new_value }) => [field, old_value, new_value]);
    expect(written).toEqual([
      ["name", "Andasol not_released", "Autumn"],
      ["notes", "", "Two rows of clouds"],
      ["drone", null, "D-1"],
      ["product_packages", "", "Geometry, Thermography"],
      ["product_packages", "Geometry, Thermography", "Thermography"],
    ]);
    expect(rows.every(({ account_id }) => account_id === server.accounts.analyst.id)).toBe(true);
    const { rows: audit } = await server.database.owner.pool.query(
      "select detail from audit_entry where action = 'update_analysis' order by id limit 1",
    );
    expect(audit).toEqual([
      {
        detail: {
          analysis_id: own.unreleased_id,
          fields: "name notes drone_id product_package_ids",
        },
      },
    ]);
  });

  it("refuse a name of another analysis of the plant, and what does not exist", async () => {
    expect(outcome(await change({ name: "Andasol released" }))).toEqual([
      409,
      "analysis_name_taken",
    ]);
    const [, , retired, other] = drones;
    for (const drone_id of [retired!.id, other!.id, 999_999]) {
      expect(outcome(await change({ drone_id }))).toEqual([400, "drone_unknown"]);
    }
    expect(outcome(await change({ product_package_ids: [999_999] }))).toEqual([
      400,
      "product_package_unknown",
    ]);
    expect((await change({ name: " " })).status).toBe(400);
  });

  it("are changed with permission; packages need their own", async () => {
    expect((await change({ notes: "x" }, "viewer", own.released_id)).status).toBe(403);
    const outcomes = await without("UPDATE_ANALYSIS_PRODUCT_PACKAGES", async () => [
      (await change({ product_package_ids: [] })).status,
      (await change({ notes: "y" })).status,
    ]);
    expect(outcomes).toEqual([403, 200]);
  });

  it("keep drone and packages once the data are complete, except for super admins", async () => {
    for (const state of analysisStates) {
      await set({ state, drone_id: drones[0]!.id });
      const late = isDataComplete(state) ? [409, "analysis_complete_change"] : [200, undefined];
      expect(outcome(await change({ drone_id: drones[1]!.id }))).toEqual(late);
      expect(outcome(await change({ product_package_ids: [] }))).toEqual(late);
      expect(outcome(await change({ notes: state }))).toEqual([200, undefined]);
      expect((await change({ drone_id: drones[1]!.id }, "super_admin")).status).toBe(200);
      expect((await change({ product_package_ids: [] }, "super_admin")).status).toBe(200);
      expect(outcome(await change({ drone_id: null }, "super_admin"))).toEqual(
        isDataComplete(state) ? [409, "analysis_without_drone"] : [200, undefined],
      );
    }
  });
});

describe("steps of an analysis", () => {
  it("lead where the table says, with history and audit", async () => {
    await set({ state: "DATA_COMPLETE" });
    const before = (await historyOf(own.unreleased_id)).length;
    const states: (AnalysisState | undefined)[] = [];
    for (const event of ["data_verified", "analysis_finished", "analysis_reopened"] as const) {
      states.push(((await step(event)).body as Analysis).state);
    }
    expect(states).toEqual(["DATA_COMPLETE_VERIFIED", "FINISHED", "PROCESSING"]);
    const rows = (await historyOf(own.unreleased_id)).slice(before);
    expect(rows.map(({ old_value, new_value }) => `${old_value} ${new_value}`)).toEqual([
      "DATA_COMPLETE DATA_COMPLETE_VERIFIED",
      "DATA_COMPLETE_VERIFIED FINISHED",
      "FINISHED PROCESSING",
    ]);
    const { rows: audit } = await server.database.owner.pool.query(
      "select detail->>'event' as event from audit_entry where action = 'progress_analysis' order by id",
    );
    expect(audit.map(({ event }: { event: string }) => event)).toEqual([
      "data_verified",
      "analysis_finished",
      "analysis_reopened",
    ]);
  });

  it("have one winner of simultaneous requests", async () => {
    for (const [state, event] of [
      ["DATA_COMPLETE", "data_verified"],
      ["PROCESSING", "analysis_finished"],
      ["FINISHED", "analysis_reopened"],
    ] as const) {
      await set({ state });
      const before = (await historyOf(own.unreleased_id)).length;
      const answers = await Promise.all(Array.from({ length: 5 }, () => step(event)));
      const won = answers.filter(({ status }) => status === 200);
      expect([won.length, answers.length]).toEqual([1, 5]);
      expect(await historyOf(own.unreleased_id)).toHaveLength(before + 1);
    }
  });

  it("are refused with the reason of the table, and need a drone and files", async () => {
    await set({ state: "DATA_INCOMPLETE", drone_id: null });
    expect(outcome(await step("data_completed"))).toEqual([409, "analysis_without_drone"]);
    await set({ drone_id: drones[0]!.id });
    expect(outcome(await step("data_completed"))).toEqual([409, "analysis_without_files"]);
    const wrong = await step("data_verified");
    expect(outcome(wrong)).toEqual([409, "analysis_state_wrong"]);
    const [problem] = (wrong.body as ErrorAnswer).problems ?? [];
    expect(problem?.message).toBe("This is not possible in the state “Data incomplete”.");
  });

  it("wait for the end of an upload where that is chosen", async () => {
    await set({ state: "DATA_INCOMPLETE" });
    expect(outcome(await step("after_upload_chosen"))).toEqual([409, "nothing_uploading"]);
    await set({ state: "UPLOADING" });
    expect(outcome(await step("after_upload_withdrawn"))).toEqual([409, "after_upload_not_chosen"]);
    expect((await step("after_upload_chosen")).body).toMatchObject({
      complete_after_upload: true,
      state: "UPLOADING",
    });
    expect((await step("after_upload_chosen")).status).toBe(409);
    expect((await step("after_upload_withdrawn")).body).toMatchObject({
      complete_after_upload: false,
    });
    await set({ drone_id: null });
    expect(outcome(await step("after_upload_chosen"))).toEqual([409, "analysis_without_drone"]);
  });

  it("other than data complete are not for those who only upload", async () => {
    await set({ state: "DATA_COMPLETE" });
    const statuses = await without("UPDATE_ANALYSIS", () =>
      Promise.all(progressEvents.map(async (event) => [event, (await step(event)).status])),
    );
    expect(Object.fromEntries(statuses)).toEqual({
      data_completed: 409,
      after_upload_chosen: 409,
      after_upload_withdrawn: 409,
      data_reopened: 403,
      data_verified: 403,
      analysis_finished: 403,
      analysis_reopened: 403,
    });
    await set({ state: "FINISHED" }, own.released_id);
    const late = await step("analysis_reopened", "analyst", own.released_id);
    expect(outcome(late)).toEqual([409, "analysis_released"]);
    expect((await step("analysis_reopened", "super_admin", own.released_id)).status).toBe(200);
    await set({ state: "FINISHED" }, own.released_id);
  });
});

describe("what a viewer reads of an analysis", () => {
  const listed = async (as: AccountKey) =>
    ((await server.ask(api.analysis.list, as)).body as Analysis[]).toSorted((a, b) => a.id - b.id);

  it("has the invoice only with its permission", async () => {
    await set({ invoice_state: "DRAFT", invoice_id: "INV-000001" }, own.released_id);
    const of = async (as: AccountKey) =>
      (await listed(as)).find(({ id }) => id === own.released_id);
    expect(await of("analyst")).toMatchObject({ invoice_state: "DRAFT", invoice_id: "INV-000001" });
    const hidden = { invoice_state: null, invoice_id: null, po_reference: null, po_pdf_link: null };
    expect(await of("viewer")).toMatchObject({ ...hidden, invoice_link: null });
  });

  it("has unfinished analyses only with READ_ALL_ANALYSIS_STATES, but always released ones", async () => {
    await set({ state: "PROCESSING" });
    await set({ state: "PROCESSING" }, own.released_id);
    const ids = async (as: AccountKey) => (await listed(as)).map(({ id }) => id);
    const { released_id, unreleased_id, invisible_id } = own;
    expect(await ids("analyst")).toEqual([released_id, unreleased_id, invisible_id]);
    expect(await without("READ_ALL_ANALYSIS_STATES", () => ids("analyst"))).toEqual([
      released_id,
      invisible_id,
    ]);
    expect(await ids("viewer")).toEqual([released_id]);
  });
});
