import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../../../../tests/fixtures/http.ts";
import { storeHolding, type Holding } from "../../../../tests/fixtures/plants.ts";
import { api } from "../../../api/index.ts";
import type { HistoryEntry } from "../../../domain/analysis/history.ts";
import type { Task } from "../../../domain/analysis/task.ts";
import type { Monitoring } from "../../../domain/provider/monitoring.ts";
import { analysisUpload } from "../../store/schema/analysis-file.ts";
import { analysis, plant, task } from "../../store/schema/plant.ts";

let server: TestServer;
let own: Holding;
let other: Holding;

beforeAll(async () => {
  server = await startTestServer();
  own = await storeHolding(server, server.accounts.viewer.customer_id, "Andasol");
  other = await storeHolding(server, server.accounts.other_customer.customer_id, "Noor");
  await server.database.owner.db.update(plant).set({ setup_phase: false });
});
afterAll(() => server.close());

async function store(values: Partial<typeof task.$inferInsert>): Promise<number> {
  const [row] = await server.database.owner.db
    .insert(task)
    .values({ name: "clone_twin", plant_id: own.plant_id, ...values })
    .returning();
  return row?.id ?? 0;
}
const read = async (id: number) => {
  const rows = await server.database.owner.db.select().from(task).where(eq(task.id, id));
  return rows[0];
};
const reasons = (body: unknown) =>
  (body as { problems?: { reason: string }[] }).problems?.map(({ reason }) => reason);

async function setState(state: string): Promise<void> {
  const params = { id: own.unreleased_id };
  const body = { state } as never;
  expect((await server.ask(api.analysis.setState, "analyst", { params, body })).status).toBe(200);
}
const evaluations = () =>
  server.database.owner.db.select().from(task).where(eq(task.analysis_id, own.unreleased_id));

it("is listed for staff from all customers, for customers from their own plants", async () => {
  const ids = async (as: "analyst" | "viewer" | "other_customer", query = {}) =>
    ((await server.ask(api.task.list, as, { query })).body as Task[]).map(({ id }) => id);
  expect(await ids("analyst")).toEqual([other.task_id, own.task_id]);
  expect(await ids("viewer")).toEqual([own.task_id]);
  expect(await ids("other_customer")).toEqual([other.task_id]);
  const waiting = await store({});
  expect(await ids("analyst", { state: "PENDING" })).toEqual([waiting]);
  expect(await ids("analyst", { dead_letters: "1" })).toEqual([other.task_id, own.task_id]);
  const named = (await server.ask(api.task.list, "viewer")).body as Task[];
  expect(named[0]).toMatchObject({ plant_name: "Andasol", analysis_name: null, user_name: null });
});

it("has the specified text if a failure has no reason", async () => {
  const id = await store({ state: "FAILED" });
  const text = "No error message provided. Check server logs for details";
  const ask = (language: string) =>
    server.ask(api.task.read, "analyst", { params: { id } }, { "accept-language": language });
  expect(((await ask("en")).body as Task).output.error).toBe(text);
});

it("is cancelled at once while it waits, and at its next step while it runs", async () => {
  const waiting = await store({});
  const params = { id: waiting };
  const cancelled = await server.ask(api.task.cancel, "analyst", { params });
  expect(cancelled.body).toMatchObject({ state: "CANCELLED", end_requested: null });
  expect((await read(waiting))?.finished_at).not.toBeNull();
  const again = await server.ask(api.task.cancel, "analyst", { params });
  expect([again.status, reasons(again.body)]).toEqual([409, ["task_ended"]]);
  const running = { id: await store({ state: "RUNNING" }) };
  const ending = await server.ask(api.task.cancel, "analyst", { params: running });
  expect(ending.body).toMatchObject({ state: "RUNNING", end_requested: "CANCELLED" });
  const twice = await server.ask(api.task.cancel, "analyst", { params: running });
  expect(reasons(twice.body)).toEqual(["task_ending"]);
  expect((await server.ask(api.task.cancel, "viewer", { params: running })).status).toBe(403);
});

it("is run again as a new task, once, of twenty requests at the same time", async () => {
  const input = { plant_id: own.plant_id, source_plant_id: other.plant_id };
  const params = { id: await store({ state: "FAILED", input }) };
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => server.ask(api.task.retry, "analyst", { params })),
  );
  const won = answers.filter(({ status }) => status === 200);
  expect(won).toHaveLength(1);
  const [{ task_id }] = won.map(({ body }) => body as { task_id: number }) as [{ task_id: number }];
  expect(await read(task_id)).toMatchObject({ name: "clone_twin", input, state: "PENDING" });
  expect(await read(params.id)).toMatchObject({ repeated_by: task_id });
  const letters = await server.ask(api.task.list, "analyst", { query: { dead_letters: "1" } });
  expect((letters.body as Task[]).map(({ id }) => id)).not.toContain(params.id);
});

it("is not run again once its uploads are gone", async () => {
  const input = { files: [{ key: "upload/twin/1/0" }] };
  const params = { id: await store({ name: "import_twin", state: "FAILED", input }) };
  const refused = await server.ask(api.task.retry, "analyst", { params });
  expect(reasons(refused.body)).toEqual(["task_files_gone"]);
});

it("is stored with the complete data of an analysis, once its plant is set up", async () => {
  const { db } = server.database.owner;
  await db.update(plant).set({ setup_phase: true });
  await setState("DATA_INCOMPLETE");
  await setState("DATA_COMPLETE");
  expect(await evaluations()).toEqual([]);
  await db.update(plant).set({ setup_phase: false });
  await setState("DATA_INCOMPLETE");
  await setState("DATA_COMPLETE");
  const { id: account_id } = server.accounts.analyst;
  const stored = { name: "evaluate_analysis", state: "PENDING", created_by: account_id };
  expect(await evaluations()).toMatchObject([stored]);
});

it("is launched by hand for complete data, and answered again until it has ended", async () => {
  const params = { id: own.unreleased_id };
  const body = { name: "evaluate_analysis" as const };
  const launch = () => server.ask(api.task.launchForAnalysis, "analyst", { params, body });
  const [first] = await evaluations();
  expect((await launch()).body).toEqual({ task_id: first?.id });
  const done = await server.ask(api.task.finishRunning, "analyst", {
    params: { id: first?.id ?? 0 },
  });
  expect(done.body).toMatchObject({ state: "SUCCESSFUL" });
  const { task_id } = (await launch()).body as { task_id: number };
  expect(task_id).not.toBe(first?.id);
  await setState("FINISHED");
  const refused = await launch();
  expect([refused.status, reasons(refused.body)]).toEqual([409, ["analysis_not_complete"]]);
});

it("leaves a remark in the analysis when it is cancelled before it began", async () => {
  const running = (await evaluations()).find(({ state }) => state === "PENDING");
  await setState("DATA_COMPLETE");
  await server.ask(api.task.cancel, "analyst", { params: { id: running?.id ?? 0 } });
  const { db } = server.database.owner;
  // The server's remark is translated for each reader.
  const { body } = await server.ask(api.analysisHistory.list, "analyst", {
    params: { id: own.unreleased_id },
  });
  const note = "A user cancelled this task.";
  expect((body as HistoryEntry[])[0]).toMatchObject({ field: "note", note });
  const [row] = await db.select().from(analysis).where(eq(analysis.id, own.unreleased_id));
  expect(row?.state).toBe("DATA_COMPLETE");
});

it("is counted in the monitoring, where the installation is shown to the provider alone", async () => {
  await store({});
  await server.database.owner.db.insert(analysisUpload).values({
    analysis_id: own.unreleased_id,
    account_id: server.accounts.analyst.id,
    file_name: "DJI_1.JPG",
    name_key: "dji_1.jpg",
    object: "upload/1",
    handle: "1",
    bytes: 1000,
    offset: 250,
  });
  const staff = (await server.ask(api.monitoring.read, "analyst")).body as Monitoring;
  const waiting = (await server.database.owner.db.select().from(task)).filter(
    ({ state }) => state === "PENDING",
  );
  expect(staff.queue).toMatchObject({ waiting: waiting.length, running: 1 });
  expect(staff.queue.oldest_waiting_s).toBeGreaterThanOrEqual(0);
  expect(staff.analyses).toMatchObject([{ id: own.unreleased_id, state: "DATA_COMPLETE" }]);
  expect(staff.installation?.database.bytes).toBeGreaterThan(1e6);
  const upload = { file_name: "DJI_1.JPG", bytes: 1000, offset: 250, user_name: "analyst Tester" };
  expect(staff.uploads).toMatchObject([upload]);
  expect(staff.installation?.backup).toBeNull();
  const customer = (await server.ask(api.monitoring.read, "viewer")).body as Monitoring;
  expect(customer.installation).toBeNull();
  expect([customer.analyses, customer.uploads]).toEqual([[], []]);
  expect((await server.ask(api.monitoring.read, "bare")).status).toBe(403);
});
