import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../../../../tests/fixtures/http.ts";
import { api } from "../../../api/index.ts";
import { failure } from "../../../domain/error.ts";
import type { AnalysisServer, ServerChanges } from "../../../domain/provider/analysis-server.ts";
import { task } from "../../store/schema/plant.ts";
import { analysisServer, evaluationRun } from "../../store/schema/server.ts";

let server: TestServer;
let id: number;

beforeAll(async () => {
  server = await startTestServer();
  const [row] = await server.database.owner.db.select().from(analysisServer);
  id = row?.id ?? 0;
});
beforeEach(async () => {
  const { db } = server.database.owner;
  await db.delete(evaluationRun);
  const values = { state: "STOPPED", locked: false, size: "small", volume_gb: 100 } as const;
  await db.update(analysisServer).set(values);
});
afterAll(() => server.close());

const reasons = (body: unknown) =>
  (body as { problems?: { reason: string }[] }).problems?.map(({ reason }) => reason);
const act = (action: "start" | "stop") =>
  server.ask(api.analysisServer[action], "analyst", { params: { id } });
const update = (body: ServerChanges) =>
  server.ask(api.analysisServer.update, "analyst", { params: { id }, body });

it("is started, stopped and listed for the provider, and hidden from customers", async () => {
  const listed = await server.ask(api.analysisServer.list, "analyst");
  expect(listed.body).toMatchObject([{ id, name: "analysis-1", state: "STOPPED" }]);
  expect((await act("start")).body).toMatchObject({ state: "RUNNING", for_evaluation: false });
  expect(reasons((await act("start")).body)).toEqual(["server_not_stopped"]);
  expect((await act("stop")).body).toMatchObject({ state: "STOPPED" });
  expect(reasons((await act("stop")).body)).toEqual(["server_not_running"]);
  expect((await server.ask(api.analysisServer.list, "tenant")).body).toEqual([]);
  const foreign = await server.ask(api.analysisServer.start, "tenant", { params: { id } });
  expect(foreign.status).toBe(404);
});

it("grows by 100, 250 or 500 GB and changes its size while it is stopped", async () => {
  expect((await update({ volume_increase_gb: 250, size: "large" })).body).toMatchObject({
    volume_gb: 350,
    size: "large",
  });
  expect((await update({ volume_increase_gb: 500 })).body).toMatchObject({ volume_gb: 850 });
  expect((await update({ volume_increase_gb: 7 as never })).status).toBe(400);
  expect((await update({ size: "huge" as never })).status).toBe(400);
  await act("start");
  expect(reasons((await update({ size: "medium" })).body)).toEqual(["server_not_stopped"]);
});

it("refuses everything but unlocking while it is locked", async () => {
  expect((await update({ locked: true })).body).toMatchObject({ locked: true });
  for (const refused of [await act("start"), await update({ size: "large" })]) {
    expect(reasons(refused.body)).toEqual(["server_locked"]);
  }
  expect((await update({ locked: false })).body).toMatchObject({ locked: false });
  expect((await act("start")).status).toBe(200);
});

it("is added, renamed and deleted, once per name, and not by customers", async () => {
  const form = { name: "analysis-2", size: "medium", volume_gb: 250 } as const;
  const create = (as: "analyst" | "tenant" | "viewer" = "analyst") =>
    server.ask(api.analysisServer.create, as, { body: form });
  expect((await create("tenant")).status).toBe(403);
  expect((await create("viewer")).status).toBe(403);
  const made = (await create()).body as AnalysisServer;
  expect(made).toMatchObject({ ...form, state: "STOPPED", locked: false, running_tasks: [] });
  expect(reasons((await create()).body)).toEqual(["server_name_taken"]);
  const small = { ...form, name: "analysis-3", volume_gb: 99 };
  const refused = await server.ask(api.analysisServer.create, "analyst", { body: small });
  expect(refused.status).toBe(400);
  expect(reasons((await update({ name: "analysis-2" })).body)).toEqual(["server_name_taken"]);
  const params = { id: made.id };
  const change = (body: ServerChanges) =>
    server.ask(api.analysisServer.update, "analyst", { params, body });
  const remove = () => server.ask(api.analysisServer.remove, "analyst", { params });
  expect((await change({ name: "evaluation" })).body).toMatchObject({ name: "evaluation" });
  await server.ask(api.analysisServer.start, "analyst", { params });
  expect(reasons((await remove()).body)).toEqual(["server_not_stopped"]);
  await server.ask(api.analysisServer.stop, "analyst", { params });
  await change({ locked: true });
  expect(reasons((await remove()).body)).toEqual(["server_locked"]);
  await change({ locked: false });
  const { db } = server.database.owner;
  const [row] = await db.insert(task).values({ name: "evaluate_analysis" }).returning();
  const report = { file_count: 1, bytes: 2, kinds: { jpg: 1 } };
  await db.insert(evaluationRun).values({ task_id: row?.id ?? 0, server_id: made.id, report });
  expect(reasons((await remove()).body)).toEqual(["server_evaluates"]);
  await db.update(task).set({ state: "SUCCESSFUL" });
  expect((await remove()).body).toEqual({ done: true });
  expect(await db.select().from(evaluationRun)).toMatchObject([{ server_id: null, report }]);
  const left = (await server.ask(api.analysisServer.list, "analyst")).body as AnalysisServer[];
  expect(left.map(({ name }) => name)).toEqual(["analysis-1"]);
});

it("is not stopped while it evaluates", async () => {
  const { db } = server.database.owner;
  await act("start");
  const [row] = await db.insert(task).values({ name: "evaluate_analysis" }).returning();
  await db.insert(evaluationRun).values({ task_id: row?.id ?? 0, server_id: id });
  const [listed] = (await server.ask(api.analysisServer.list, "analyst")).body as AnalysisServer[];
  expect(listed?.running_tasks).toEqual([row?.id]);
  expect(reasons((await act("stop")).body)).toEqual(["server_evaluates"]);
  await db.update(task).set({ state: "FAILED" });
  expect((await act("stop")).status).toBe(200);
});

it("is started once of ten requests at the same time", async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => act("start")));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

it("has the state that the machine is in if that does not start", async () => {
  const { analysisServers } = server.services;
  const start = analysisServers.start.bind(analysisServers);
  Object.assign(analysisServers, {
    start: () => Promise.reject(failure("UNAVAILABLE", { reason: "server_not_stopped" })),
    state: async () => "STOPPED" as const,
  });
  expect((await act("start")).status).toBe(503);
  const [row] = await server.database.owner.db.select().from(analysisServer);
  expect(row?.state).toBe("STOPPED");
  Object.assign(analysisServers, { start });
});
