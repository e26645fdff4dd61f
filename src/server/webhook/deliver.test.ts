// What webhooks send: over HTTP with a receiver, on a real database.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { AccountKey } from "../../../tests/fixtures/http.ts";
import { webhookHost } from "../../../tests/fixtures/webhook-host.ts";
import { isSigned } from "../../../tests/fixtures/webhook-receiver.ts";
import { api } from "../../api/index.ts";
import type { IssuedWebhook } from "../../domain/provider/webhook.ts";
import { eq } from "drizzle-orm";
import { analysis } from "../store/schema/plant.ts";
import { claimDeliveries } from "../store/provider/webhook.ts";
import { auditEntry } from "../store/schema/account.ts";
import { webhookDelivery } from "../store/schema/webhook.ts";

const calls = api.webhook;
let hooks: Awaited<ReturnType<typeof webhookHost>>;
beforeAll(async () => {
  hooks = await webhookHost();
});
afterAll(() => hooks.close());
beforeEach(() => hooks.clear());

describe("a delivery", () => {
  it("is signed, names IDs and states alone, and is sent once", async () => {
    const { secret, ...hook } = await hooks.create();
    const { order } = await hooks.host.create("viewer", [0, 1], { title: "Top secret" });
    expect(await hooks.round()).toBe(1);
    expect(await hooks.round()).toBe(0);
    const [message] = hooks.receiver.received;
    expect(isSigned(secret, message!)).toBe(true);
    expect(isSigned(`${secret.slice(0, -4)}AAA=`, message!)).toBe(false);
    expect(isSigned(secret, { ...message!, body: `${message!.body} ` })).toBe(false);
    expect(JSON.parse(message!.body)).toEqual({
      type: "work_order.created",
      timestamp: expect.any(String) as string,
      data: {
        plant_id: hooks.host.plant.plant_id,
        work_order_id: order.id,
        order: "WO-1",
        status: "open",
        revision: order.revision,
        finding_ids: order.finding_ids,
      },
    });
    expect(message!.body).not.toContain("secret");
    const [entry] = await hooks.log(hook);
    expect(entry).toMatchObject({
      id: message!.headers["webhook-id"],
      event: "work_order.created",
      state: "delivered",
      attempts: 1,
      status: 204,
      fault: null,
      next_attempt_at: null,
    });
    expect((await hooks.list())[0]).toMatchObject({ waiting: 0, is_on: true });
    expect((await hooks.list())[0]!.last_delivered_at).not.toBeNull();
    expect(JSON.stringify(await hooks.list())).not.toContain(secret);
  });

  it("tells of findings, work orders and releases", async () => {
    await hooks.create();
    const { order } = await hooks.host.create("viewer", [0]);
    const done_ids = order.finding_ids;
    const changed = await hooks.host.change("viewer", order, { set: { status: "in_work" } });
    const last = await hooks.host.change("viewer", changed.order, {
      set: { status: "done" },
      done_ids,
    });
    await hooks.host.askUndo("viewer", last.step_id);
    while ((await hooks.round()) > 0);
    // In no promised order: a work order brings its revision along.
    const sent = hooks
      .bodies()
      .map(({ type, data }) => [type, data.status ?? data.findings, data.revision]);
    const [finding_id] = done_ids;
    expect(sent.toSorted((one, other) => `${one}`.localeCompare(`${other}`))).toEqual([
      ["finding.status_changed", [{ finding_id, status: "done" }], undefined],
      ["finding.status_changed", [{ finding_id, status: "open" }], undefined],
      ["work_order.changed", "in_work", 2],
      ["work_order.changed", "in_work", 4],
      ["work_order.created", "open", 1],
      ["work_order.done", "done", 3],
    ]);
    hooks.receiver.received.length = 0;
    const release = {
      params: { id: hooks.host.draft },
      body: { visibility: "released" as const },
    };
    expect(
      (await hooks.host.server.ask(api.analysis.setVisibility, "super_admin", release)).status,
    ).toBe(200);
    await hooks.round();
    expect(hooks.bodies()).toMatchObject([
      {
        type: "survey.released",
        data: { plant_id: hooks.host.plant.plant_id, analysis_id: hooks.host.draft },
      },
    ]);
    await hooks.db
      .update(analysis)
      .set({ visibility: "not_released" })
      .where(eq(analysis.id, hooks.host.draft));
  });

  it("says nothing of what the customer does not see, of events without a subscriber, and to other customers", async () => {
    await hooks.create();
    const other = hooks.host.server.accounts.other_customer.customer_id;
    await hooks.host.server.ask(calls.create, "super_admin", {
      params: { id: other },
      body: hooks.form("/other"),
    });
    // The order is made of an analysis that is not released.
    await hooks.host.create("super_admin", [5], {}, hooks.host.draft);
    expect(await hooks.round()).toBe(0);
    const [own] = await hooks.list();
    const change = { ...hooks.form("/ok"), events: ["work_order.done" as const], is_on: true };
    await hooks.host.server.ask(calls.update, "super_admin", {
      params: hooks.params(own!),
      body: change,
    });
    await hooks.host.create("viewer", [0]);
    expect(await hooks.round()).toBe(0);
    await hooks.host.server.ask(calls.update, "super_admin", {
      params: hooks.params(own!),
      body: { ...hooks.form("/ok"), is_on: false },
    });
    await hooks.host.create("viewer", [1]);
    expect(await hooks.db.$count(webhookDelivery)).toBe(0);
  });

  it("is not stored where the change did not happen", async () => {
    const hook = await hooks.create();
    const { order } = await hooks.host.create("viewer", [0]);
    const refused = await hooks.host.askChange("viewer", order, { set: { status: "closed" } });
    expect(refused.status).toBe(409);
    expect((await hooks.log(hook)).map(({ event }) => event)).toEqual(["work_order.created"]);
  });
});

it("what waits is sent by the next server, under the same ID, also where one died while it sent", async () => {
  const hook = await hooks.create();
  await hooks.host.create("viewer", [0]);
  const began = Date.now();
  hooks.at(began);
  // This server takes the delivery and never comes back.
  const dead = hooks.deliver(() => new Promise(() => undefined));
  void dead;
  await expect.poll(async () => (await hooks.log(hook))[0]?.attempts).toBe(1);
  expect(await hooks.round()).toBe(0);
  hooks.at(began + 61_000);
  expect(await hooks.round()).toBe(1);
  const [entry] = await hooks.log(hook);
  expect(entry).toMatchObject({ state: "delivered", attempts: 2 });
  expect(hooks.receiver.received.map(({ headers }) => headers["webhook-id"])).toEqual([entry!.id]);
});

it("what one server is taking no other takes, and no other waits for it", async () => {
  const hook = await hooks.create();
  await hooks.host.create("viewer", [0]);
  const until = new Date(Date.now() + 60_000);
  const most = { all: 5, each: 5, ofCustomer: 5, until, busy: [] };
  const taken = await hooks.db.transaction(async (db) => {
    const mine = await claimDeliveries(db, new Date(), most);
    return [mine, await claimDeliveries(hooks.db, new Date(), most)].map((all) => all.length);
  });
  expect(taken).toEqual([1, 0]);
  expect((await hooks.log(hook))[0]).toMatchObject({ attempts: 1 });
});

it("a test and what is sent again are in the audit trail, with who asked", async () => {
  const hook = await hooks.create();
  await hooks.host.create("viewer", [0]);
  await hooks.round();
  const [sent] = await hooks.log(hook);
  await hooks.db.delete(auditEntry);
  await hooks.host.server.ask(calls.test, "super_admin", { params: hooks.params(hook) });
  const again = { ...hooks.params(hook), delivery_id: sent!.id };
  await hooks.host.server.ask(calls.redeliver, "super_admin", { params: again });
  const unknown = { ...again, delivery_id: "00000000-0000-4000-8000-000000000000" };
  const none = await hooks.host.server.ask(calls.redeliver, "super_admin", { params: unknown });
  expect(none.status).toBe(404);
  const account_id = hooks.host.server.accounts.super_admin.id;
  const about = { account_id, customer_id: hooks.customer_id };
  expect(await hooks.db.select().from(auditEntry).orderBy(auditEntry.id)).toMatchObject([
    { ...about, action: "webhook_tested", detail: { webhook_id: hook.id, name: "SAP" } },
    {
      ...about,
      action: "webhook_sent_again",
      detail: { webhook_id: hook.id, delivery_id: sent!.id },
    },
  ]);
});

it("two servers at once send nothing twice", async () => {
  await hooks.create();
  for (let count = 0; count < 6; count += 1) await hooks.host.create("viewer", [count]);
  while ((await Promise.all([hooks.round(), hooks.round()])).some((sent) => sent > 0));
  const ids = hooks.receiver.received.map(({ headers }) => headers["webhook-id"]);
  expect(ids).toHaveLength(6);
  expect(new Set(ids).size).toBe(6);
});

it("webhooks are managed with their permission, and by no other customer", async () => {
  const hook = await hooks.create();
  const as = async (key: AccountKey) =>
    (await hooks.host.server.ask(calls.list, key, { params: { id: hooks.customer_id } })).status;
  expect(await as("viewer")).toBe(403);
  expect([403, 404]).toContain(await as("other_customer"));
  const foreign = {
    id: hooks.host.server.accounts.other_customer.customer_id,
    webhook_id: hook.id,
  };
  for (const call of [calls.deliveries, calls.test, calls.renewSecret, calls.remove] as const) {
    const { status } = await hooks.host.server.ask(call, "super_admin", { params: foreign });
    expect(status).toBe(404);
  }
  const renewed = await hooks.host.server.ask(calls.renewSecret, "super_admin", {
    params: hooks.params(hook),
  });
  const { secret } = renewed.body as IssuedWebhook;
  expect(secret).not.toBe(hook.secret);
  await hooks.host.create("viewer", [0]);
  await hooks.round();
  expect(isSigned(secret, hooks.receiver.received[0]!)).toBe(true);
  expect(isSigned(hook.secret, hooks.receiver.received[0]!)).toBe(false);
});
