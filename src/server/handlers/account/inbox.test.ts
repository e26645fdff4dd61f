// The inbox over HTTP: what others did, what is due, read marks, and nothing of what the viewer may not see.
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { eq } from "drizzle-orm";
import { addResultPlant, type ResultPlant } from "../../../../tests/fixtures/result-plant.ts";
import {
  startTestServer,
  type AccountKey,
  type TestServer,
} from "../../../../tests/fixtures/http.ts";
import { contextOf } from "../../../../tests/fixtures/account.ts";
import { api } from "../../../api/index.ts";
import type { FindingFields, FindingLife } from "../../../domain/finding/finding-life.ts";
import type { WorkOrderChanged } from "../../../domain/work-order/work-order.ts";
import { keyFigureByKey } from "../../../domain/key-figure/key-figure.ts";
import {
  entryPath,
  entryText,
  firstInboxSettings,
  type Inbox,
} from "../../../domain/inbox/inbox.ts";
import { accountPlant } from "../../store/schema/account.ts";
import { findingLife, findingStep, findingStepChange } from "../../store/schema/finding-life.ts";
import { inboxRead, inboxSetting } from "../../store/schema/inbox.ts";
import { workOrder } from "../../store/schema/work-order.ts";
import { readComponents } from "../../store/plant/plant-component.ts";
import { writeColumns } from "../../store/plant/column/column.ts";
import { readInbox } from "../../inbox/inbox.ts";
import { deleteInbox } from "../../store/inbox/inbox.ts";

const figure = keyFigureByKey("fault_type")!;
const HOTSPOT = figure.classes.find(({ key }) => key === "hotspot")!.value;

let server: TestServer;
let plant: ResultPlant;
let released: number;
beforeAll(async () => {
  server = await startTestServer();
  const services = { ...server.services, db: server.database.owner.db };
  plant = await addResultPlant(services, server.accounts.viewer.customer_id, "Inbox plant", 2);
  released = await plant.addAnalysis("Autumn", "2026-10-01", { visibility: "released" });
  const directory = await (await readComponents(services, plant.plant_id)).directory();
  const types = new Uint8Array(plant.modules);
  for (let at = 0; at < 10; at += 1) types[directory.byDtId(plant.moduleId(at))!.row] = HOTSPOT;
  await writeColumns(services, released, new Map([[figure.id, types]]), { twin_version: 1 });
});
beforeEach(async () => {
  const { db } = server.database.owner;
  for (const table of [
    workOrder,
    findingLife,
    findingStep,
    accountPlant,
    inboxRead,
    inboxSetting,
  ]) {
    await db.delete(table);
  }
});
afterAll(() => server.close());

const place = (at: number) => ({
  component_type: "module" as const,
  dt_id: plant.moduleId(at),
  fault_type: HOTSPOT,
});
const inbox = async (as: AccountKey) => {
  const { status, body } = await server.ask(api.inbox.list, as);
  expect(status).toBe(200);
  return body as Inbox;
};
/** [kind, count, status, who]. */
const said = async (as: AccountKey) =>
  (await inbox(as)).entries.map((one) => [one.kind, one.count, one.status, one.user_name]);
async function change(as: AccountKey, rows: readonly number[], set: FindingFields) {
  const lives = await server.database.owner.db.select().from(findingLife);
  const findings = rows.map((at) => ({
    ...place(at),
    revision: lives.find((one) => one.dt_id === plant.moduleId(at))?.revision ?? 0,
  }));
  const params = { id: released };
  const answer = await server.ask(api.findingLife.change, as, { params, body: { findings, set } });
  expect([answer.status, answer.body]).toMatchObject([200, {}]);
}
const comment = (as: AccountKey, message: string) =>
  server.ask(api.findingLife.comment, as, {
    params: { id: released },
    body: { ...place(0), message },
  });
const read = async (as: AccountKey, keys: string[]) => {
  const { status, body } = await server.ask(api.inbox.markRead, as, { body: { keys } });
  expect(status).toBe(200);
  return body as Inbox;
};

it("says who gave the user findings, in one entry for one change, until another has them", async () => {
  const { viewer, tenant } = server.accounts;
  await change("tenant", [0, 1, 2], { assignee_id: viewer.id });
  expect(await said("viewer")).toEqual([["assigned", 3, null, "tenant Tester"]]);
  const [entry] = (await inbox("viewer")).entries;
  expect(entry).toMatchObject({
    plant_id: plant.plant_id,
    plant_name: "Inbox plant",
    is_read: false,
  });
  expect(entryPath(entry!)).toBe(
    `/plant/${plant.plant_id}?panel=findings&component=module%7E${encodeURIComponent(entry!.dt_id!)}`,
  );
  // What the users do themselves is nothing new to them.
  expect(await said("tenant")).toEqual([]);
  await change("tenant", [0, 1, 2], { assignee_id: tenant.id });
  expect(await said("viewer")).toEqual([]);
});

it("says who mentions the user, and who changed what they decided on first", async () => {
  const { viewer } = server.accounts;
  await comment("tenant", `@[${viewer.id}] look`);
  expect(await said("viewer")).toEqual([["mentioned", 1, null, "tenant Tester"]]);
  await change("viewer", [3, 4], { crew: "North" });
  await change("tenant", [3, 4], { status: "done" });
  expect(await said("viewer")).toEqual([
    ["status", 2, "done", "tenant Tester"],
    ["mentioned", 1, null, "tenant Tester"],
  ]);
});

it("says that an analysis verified some and returned others", async () => {
  const { db } = server.database.owner;
  const { viewer } = server.accounts;
  await change("viewer", [5, 6, 7], { assignee_id: viewer.id });
  await change("viewer", [5, 6, 7], { status: "done" });
  const lives = await db.select().from(findingLife);
  const row = { plant_id: plant.plant_id, kind: "survey" as const, analysis_id: released };
  const [step] = await db.insert(findingStep).values(row).returning();
  await db.insert(findingStepChange).values(
    lives.map(({ id }, at) => ({
      step_id: step!.id,
      finding_id: id,
      field: "status" as const,
      old_value: "done",
      new_value: at === 0 ? "open" : "verified",
    })),
  );
  expect((await said("viewer")).toSorted()).toEqual([
    ["survey", 1, "open", null],
    ["survey", 2, "verified", null],
  ]);
  expect(await said("tenant")).toEqual([]);
});

it("says that an analysis opened what was dismissed, to who dismissed it and who follows it", async () => {
  const { db } = server.database.owner;
  await change("tenant", [5], { crew: "North" });
  await change("viewer", [5, 6], { status: "dismissed", reason: "Reflection" });
  const lives = await db.select().from(findingLife);
  const row = { plant_id: plant.plant_id, kind: "survey" as const, analysis_id: released };
  const [step] = await db.insert(findingStep).values(row).returning();
  const opened = { field: "status" as const, old_value: "dismissed", new_value: "open" };
  await db
    .insert(findingStepChange)
    .values(lives.map(({ id }) => ({ step_id: step!.id, finding_id: id, ...opened })));
  const ofSurvey = async (as: AccountKey) =>
    (await inbox(as)).entries.filter(({ kind }) => kind === "survey");
  const [own, ...others] = await ofSurvey("viewer");
  expect([own, others]).toMatchObject([{ count: 2, status: "dismissed" }, []]);
  expect(entryText(own!)).toBe("reopened_findings");
  // The tenant was the first to decide something of one of them.
  expect(await ofSurvey("tenant")).toMatchObject([{ count: 1, status: "dismissed" }]);
  expect(await ofSurvey("analyst")).toEqual([]);
});

it("says what is due soon, and says it again once it is overdue, by the clock of the plant", async () => {
  const { viewer } = server.accounts;
  await change("tenant", [0, 1], { assignee_id: viewer.id, due_on: "2026-12-10" });
  const context = await contextOf(server, "viewer");
  const due = async (at: string) => {
    const parts = { ...context, ownerDb: server.database.owner.db, now: () => new Date(at) };
    const entries = await readInbox(parts, firstInboxSettings);
    return entries.filter(({ kind }) => kind === "due");
  };
  expect(await due("2026-12-06T12:00:00Z")).toEqual([]);
  const [soon] = await due("2026-12-07T12:00:00Z");
  expect(soon).toMatchObject({ count: 2, due_on: "2026-12-10", is_overdue: false });
  expect(await due("2026-12-10T12:00:00Z")).toMatchObject([{ is_overdue: false }]);
  await read("viewer", [soon!.key]);
  const [late] = await due("2026-12-11T12:00:00Z");
  expect(late).toMatchObject({ is_overdue: true, is_read: false });
  expect(late!.key).not.toBe(soon!.key);
});

it("tells of work orders in place of their findings", async () => {
  const { viewer } = server.accounts;
  const made = await server.ask(api.workOrder.create, "tenant", {
    params: { id: released },
    body: { title: "Row nine", assignee_id: viewer.id, findings: [place(8), place(9)] },
  });
  const { order } = made.body as WorkOrderChanged;
  expect(await said("viewer")).toEqual([["assigned", 1, null, "tenant Tester"]]);
  const [entry] = (await inbox("viewer")).entries;
  expect(entry).toMatchObject({ work_order_id: order.id, work_order: order.number });
  expect(entryPath(entry!)).toBe(
    `/plant/${plant.plant_id}?panel=work-orders&work_order=${order.id}`,
  );
  const done = await server.ask(api.workOrder.change, "viewer", {
    params: { id: plant.plant_id, work_order_id: order.id },
    body: { revision: order.revision, set: { status: "in_work" }, done_ids: [], removed_ids: [] },
  });
  expect(done.status).toBe(200);
  expect(await said("tenant")).toEqual([["status", 1, "in_work", "viewer Tester"]]);
});

it("is read entry by entry, by its own user alone", async () => {
  const { viewer, tenant } = server.accounts;
  await change("tenant", [0], { assignee_id: viewer.id });
  await comment("tenant", `@[${viewer.id}] and @[${tenant.id}]`);
  const { entries, unread } = await inbox("viewer");
  expect([entries.length, unread]).toEqual([2, 2]);
  await read("tenant", [entries[0]!.key]);
  expect((await inbox("viewer")).unread).toBe(2);
  const after = await read("viewer", [entries[0]!.key, entries[0]!.key]);
  expect([after.unread, after.entries[0]!.is_read]).toEqual([1, true]);
});

it("leaves out what is switched off, and forgets all with the user", async () => {
  const { db } = server.database.owner;
  const { viewer } = server.accounts;
  await change("tenant", [0], { assignee_id: viewer.id });
  const body = { ...firstInboxSettings, assigned: "off" } as const;
  // What DIGEST_HOUR and DIGEST_ZONE are where nothing else is set.
  const daily = { digest_hour: 7, digest_zone: "UTC" };
  expect((await server.ask(api.inbox.storeSettings, "viewer", { body })).status).toBe(200);
  expect((await server.ask(api.inbox.settings, "viewer")).body).toEqual({ ways: body, ...daily });
  const { body: ofTenant } = await server.ask(api.inbox.settings, "tenant");
  expect(ofTenant).toEqual({ ways: firstInboxSettings, ...daily });
  expect(await said("viewer")).toEqual([]);
  await read("viewer", ["assigned 1"]);
  await deleteInbox(db, viewer.id);
  expect([await db.select().from(inboxRead), await db.select().from(inboxSetting)]).toEqual([
    [],
    [],
  ]);
});

it("has the mention beside a hundred and twenty things that are due, and without them where they are off", async () => {
  const { db } = server.database.owner;
  const { viewer } = server.accounts;
  await change("tenant", [0], { crew: "North" });
  const orders = Array.from({ length: 120 }, (_, at) => ({
    plant_id: plant.plant_id,
    number: at + 1,
    title: `Order ${at}`,
    assignee_id: viewer.id,
    due_on: "2026-01-15",
  }));
  await db.insert(workOrder).values(orders);
  await comment("tenant", `@[${viewer.id}] look`);
  const kinds = async () => {
    const { entries } = await inbox("viewer");
    return Object.fromEntries(
      [...Map.groupBy(entries, ({ kind }) => kind)].map(([kind, own]) => [kind, own.length]),
    );
  };
  expect(await kinds()).toEqual({ due: 100, mentioned: 1 });
  const body = { ...firstInboxSettings, due: "off" } as const;
  expect((await server.ask(api.inbox.storeSettings, "viewer", { body })).status).toBe(200);
  expect(await kinds()).toEqual({ mentioned: 1 });
});

it("says in one entry what one user did in a day, stop by stop", async () => {
  await change("viewer", [0, 1, 2], { crew: "North" });
  for (const at of [0, 1, 2]) await change("tenant", [at], { status: "done" });
  const { entries } = await inbox("viewer");
  expect(entries.map(({ kind, count, status }) => [kind, count, status])).toEqual([
    ["status", 3, "done"],
  ]);
  expect(entries[0]!.user_name).not.toBeNull();
});

it("has nothing of a plant that the user may no longer see, nor of other customers", async () => {
  const { db } = server.database.owner;
  const { viewer, other_customer } = server.accounts;
  await change("tenant", [0], { assignee_id: viewer.id });
  await comment("tenant", `@[${viewer.id}] look`);
  expect((await inbox("viewer")).entries).toHaveLength(2);
  const services = { ...server.services, db };
  const other = await addResultPlant(services, viewer.customer_id, "Elsewhere", 1);
  await db.insert(accountPlant).values({ account_id: viewer.id, plant_id: other.plant_id });
  expect((await inbox("viewer")).entries).toEqual([]);
  await db.delete(accountPlant);
  // As if another customer's user had been given it.
  await db
    .update(findingLife)
    .set({ assignee_id: other_customer.id })
    .where(eq(findingLife.plant_id, plant.plant_id));
  await db.update(findingStepChange).set({ new_value: String(other_customer.id) });
  expect((await inbox("other_customer")).entries).toEqual([]);
  expect((await server.ask(api.inbox.list, "bare")).status).toBe(403);
  expect((await server.ask(api.inbox.list, null)).status).toBe(401);
  expect((await comment("tenant", "x")).body as FindingLife).toBeTruthy();
});
