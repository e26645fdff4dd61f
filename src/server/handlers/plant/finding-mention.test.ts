// Mentions in comments over HTTP: only of people who see the plant and its findings, stored by ID, shown by name.
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { eq } from "drizzle-orm";
import { addResultPlant, type ResultPlant } from "../../../../tests/fixtures/result-plant.ts";
import {
  startTestServer,
  type AccountKey,
  type TestServer,
} from "../../../../tests/fixtures/http.ts";
import { api } from "../../../api/index.ts";
import type {
  FindingHistory,
  FindingLife,
  FindingPeople,
} from "../../../domain/finding/finding-life.ts";
import { keyFigureByKey } from "../../../domain/key-figure/key-figure.ts";
import { account, accountPlant, role } from "../../store/schema/account.ts";
import { findingLife, findingMention } from "../../store/schema/finding-life.ts";
import { readComponents } from "../../store/plant/plant-component.ts";
import { writeColumns } from "../../store/plant/column/column.ts";

const calls = api.findingLife;
const figure = keyFigureByKey("fault_type")!;
const HOTSPOT = figure.classes.find(({ key }) => key === "hotspot")!.value;
const TRACKERS = 2;

let server: TestServer;
let plant: ResultPlant;
let other: ResultPlant;
let released: number;
beforeAll(async () => {
  server = await startTestServer();
  const services = { ...server.services, db: server.database.owner.db };
  const { customer_id } = server.accounts.viewer;
  plant = await addResultPlant(services, customer_id, "Mentioned", TRACKERS);
  other = await addResultPlant(services, customer_id, "Elsewhere", TRACKERS);
  released = await plant.addAnalysis("Autumn", "2026-10-01", { visibility: "released" });
  const directory = await (await readComponents(services, plant.plant_id)).directory();
  const types = new Uint8Array(plant.modules);
  types[directory.byDtId(plant.moduleId(1))!.row] = HOTSPOT;
  await writeColumns(services, released, new Map([[figure.id, types]]), { twin_version: 1 });
});
beforeEach(async () => {
  const { db } = server.database.owner;
  await db.delete(findingLife);
  await db.delete(accountPlant);
});
afterAll(() => server.close());

const say = (as: AccountKey, message: string) =>
  server.ask(calls.comment, as, {
    params: { id: released },
    body: {
      component_type: "module",
      dt_id: plant.moduleId(1),
      fault_type: HOTSPOT,
      message,
    },
  });
const params = () => ({ id: plant.plant_id });
const commentsOf = async (as: AccountKey, life_id: number) => {
  const { body } = await server.ask(calls.history, as, { params: { ...params(), life_id } });
  return (body as FindingHistory).comments;
};
const offered = async (as: AccountKey) => {
  const { body } = await server.ask(calls.people, as, { params: params() });
  return (body as FindingPeople).users.map(({ id }) => id);
};
const reasons = (body: unknown) =>
  (body as { problems: { reason: string }[] }).problems.map(({ reason }) => reason);

it("a comment mentions a user by ID, and shows the present name", async () => {
  const { tenant, viewer } = server.accounts;
  const message = `@[${tenant.id}] and @[${viewer.id}] and @[${tenant.id}]: ordered`;
  const { status, body } = await say("viewer", message);
  expect(status).toBe(200);
  const { id } = body as FindingLife;
  const mentions = [
    { user_id: viewer.id, name: "viewer Tester" },
    { user_id: tenant.id, name: "tenant Tester" },
  ].toSorted((a, b) => a.user_id - b.user_id);
  expect(await commentsOf("tenant", id)).toMatchObject([{ message, mentions }]);
  const { db } = server.database.owner;
  await db.update(account).set({ first_name: "Renamed" }).where(eq(account.id, tenant.id));
  const [shown] = await commentsOf("viewer", id);
  expect(shown!.mentions.map(({ name }) => name)).toContain("Renamed Tester");
  await db.update(account).set({ first_name: "tenant" }).where(eq(account.id, tenant.id));
});

it.each(["other_customer", "bare"] as const)(
  "%s is neither offered nor mentioned, and nothing is stored",
  async (key) => {
    const { id } = server.accounts[key];
    expect(await offered("viewer")).not.toContain(id);
    const { status, body } = await say("viewer", `@[${id}] look`);
    expect([status, reasons(body)]).toEqual([400, ["mention_unknown"]]);
    expect((await say("viewer", "@[2000000000] look")).status).toBe(400);
    expect(await server.database.owner.db.select().from(findingLife)).toEqual([]);
  },
);

it("a user who sees other plants alone is not offered, and one who loses this plant sees nothing of it", async () => {
  const { db } = server.database.owner;
  const { viewer, tenant } = server.accounts;
  expect(await offered("tenant")).toContain(viewer.id);
  const { body } = await say("tenant", `@[${viewer.id}] look`);
  const { id } = body as FindingLife;
  const elsewhere = { plant_id: other.plant_id };
  await db.insert(accountPlant).values([
    { account_id: viewer.id, ...elsewhere },
    { account_id: tenant.id, ...elsewhere },
  ]);
  // The role of the other one sees all plants, whichever are named.
  const left = await offered("tenant");
  expect([left.includes(viewer.id), left.includes(tenant.id)]).toEqual([false, true]);
  expect((await say("tenant", `@[${viewer.id}] again`)).status).toBe(400);
  const history = { params: { ...params(), life_id: id } };
  expect((await server.ask(calls.history, "viewer", history)).status).toBe(404);
  // What was said stays as it was for those who see it.
  expect((await commentsOf("tenant", id)).map(({ mentions }) => mentions)).toEqual([
    [{ user_id: viewer.id, name: "viewer Tester" }],
  ]);
});

it("a user whose role may not see findings is not offered, on a plant that they see", async () => {
  const { db } = server.database.owner;
  const { viewer, tenant } = server.accounts;
  const [own] = await db
    .select({ id: role.id, permissions: role.permissions })
    .from(role)
    .innerJoin(account, eq(account.role_id, role.id))
    .where(eq(account.id, viewer.id));
  const permissions = own!.permissions.filter((name) => name !== "READ_FINDING");
  await db.update(role).set({ permissions }).where(eq(role.id, own!.id));
  const left = await offered("tenant");
  expect([left.includes(viewer.id), left.includes(tenant.id)]).toEqual([false, true]);
  expect((await say("tenant", `@[${viewer.id}] look`)).status).toBe(400);
  await db.update(role).set({ permissions: own!.permissions }).where(eq(role.id, own!.id));
});

it("a mention ends with its comment, and loses its name with the account", async () => {
  const { db } = server.database.owner;
  const { tenant, viewer } = server.accounts;
  const ownRole = db
    .select({ role_id: account.role_id })
    .from(account)
    .where(eq(account.id, viewer.id));
  const [gone] = await db
    .insert(account)
    .values({
      customer_id: viewer.customer_id,
      role_id: (await ownRole)[0]!.role_id,
      email: "gone@example.com",
      first_name: "Gone",
      last_name: "Tester",
    })
    .returning({ id: account.id });
  const { body } = await say("viewer", `@[${gone!.id}] look`);
  const { id } = body as FindingLife;
  await db.delete(account).where(eq(account.id, gone!.id));
  const [comment] = await commentsOf("tenant", id);
  expect(comment!.mentions).toEqual([{ user_id: gone!.id, name: null }]);
  const remove = { params: { ...params(), comment_id: comment!.id } };
  expect((await server.ask(calls.removeComment, "viewer", remove)).status).toBe(200);
  expect(await db.select().from(findingMention)).toEqual([]);
  expect(tenant.id).not.toBe(gone!.id);
});
