// Receivers that are slow, huge, gone, wrong, away or in a private network.
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import { webhookHost } from "../../../tests/fixtures/webhook-host.ts";
import { api } from "../../api/index.ts";
import { mostGivenUp, retrySeconds } from "../../domain/provider/webhook.ts";
import { auditEntry } from "../store/schema/account.ts";
import { webhook } from "../store/schema/webhook.ts";

const calls = api.webhook;
let hooks: Awaited<ReturnType<typeof webhookHost>>;
beforeAll(async () => {
  hooks = await webhookHost();
});
afterAll(() => hooks.close());
beforeEach(() => hooks.clear());

const mailsSince = (count: number) => hooks.host.server.mails.slice(count);

describe("a receiver that", () => {
  test.each([
    ["is slow", "/slow", "timeout", null],
    ["trickles", "/trickle", "timeout", null],
    ["is huge", "/huge", "too_large", null],
    ["redirects", "/redirect", "redirect", 302],
    ["is wrong", "/wrong", "status", 500],
    ["has a status of its own", "/odd", "connection", null],
    ["is down", "http://127.0.0.1:1/hook", "connection", null],
  ] as const)("%s gets the same delivery again, later", async (_, path, fault, status) => {
    const hook = await hooks.create(path);
    await hooks.host.server.ask(calls.test, "super_admin", { params: hooks.params(hook) });
    const began = Date.now();
    hooks.at(began);
    expect(await hooks.round()).toBe(1);
    const [first] = await hooks.log(hook);
    expect(first).toMatchObject({ state: "waiting", attempts: 1, fault, status });
    expect(Date.parse(first!.next_attempt_at!) - began).toBe(retrySeconds[0] * 1000);
    expect(await hooks.round()).toBe(0);
    hooks.at(began + retrySeconds[0] * 1000);
    expect(await hooks.round()).toBe(1);
    const [second] = await hooks.log(hook);
    expect(second).toMatchObject({ id: first!.id, attempts: 2, state: "waiting" });
    const ids = hooks.receiver.received.map(({ headers }) => headers["webhook-id"]);
    expect(new Set(ids).size).toBeLessThanOrEqual(1);
    // The redirect was not followed.
    expect(hooks.receiver.received.some((one) => one.path === "/ok")).toBe(false);
  });

  it("is in a private network is not asked, whatever its name says", async () => {
    const hook = await hooks.create();
    for (const url of [
      "https://10.0.0.8/hook",
      "https://192.168.1.1/",
      "https://169.254.169.254/latest/meta-data",
      "https://[::1]/",
      "https://[fd00::1]/",
      "https://127.0.0.1/",
      "https://localhost/",
    ]) {
      const asked = { params: { id: hooks.customer_id }, body: hooks.form(url) };
      const answer = await hooks.host.server.ask(calls.create, "super_admin", asked);
      expect([url, answer.status]).toEqual([url, 400]);
    }
    // A name that was public when it was stored: the address is checked again with each attempt.
    for (const url of ["https://localhost:9/", "http://127.0.0.1:2/", "https://10.0.0.8/"]) {
      await hooks.db.update(webhook).set({ url });
      await hooks.host.server.ask(calls.test, "super_admin", { params: hooks.params(hook) });
      await hooks.round();
      expect((await hooks.log(hook))[0]).toMatchObject({ fault: "address", status: null });
    }
  });

  it("does not answer for days is stopped, said so, and can be switched on again", async () => {
    const before = hooks.host.server.mails.length;
    const hook = await hooks.create("/wrong");
    for (let count = 0; count < mostGivenUp; count += 1) await hooks.host.create("viewer", [count]);
    const began = Date.now();
    let now = began;
    for (let attempt = 0; attempt <= retrySeconds.length; attempt += 1) {
      hooks.at(now);
      while ((await hooks.round()) > 0);
      now += (retrySeconds[attempt] ?? 0) * 1000;
    }
    const [stopped] = await hooks.list();
    expect(stopped).toMatchObject({ is_on: false, waiting: 0 });
    expect(stopped!.stopped_at).not.toBeNull();
    const entries = await hooks.log(hook);
    expect(entries.map(({ state }) => state)).toEqual(Array(mostGivenUp).fill("given_up"));
    expect(entries.map(({ attempts }) => attempts)).toEqual(
      Array(mostGivenUp).fill(retrySeconds.length + 1),
    );
    const audit = await hooks.db.select().from(auditEntry).orderBy(auditEntry.id);
    expect(audit.at(-1)).toMatchObject({
      action: "webhook_stopped",
      customer_id: hooks.customer_id,
    });
    // Those of the customer who may manage webhooks, and who made it. Once.
    const stopMails = mailsSince(before);
    expect(stopMails.map(({ to }) => to).toSorted()).toEqual(
      ["super_admin", "tenant"].map((key) => `${key}@example.com`),
    );
    expect(stopMails[0]!.subject).toContain("SAP");
    expect(stopMails[0]!.text).toContain("/settings/webhooks");
    expect(stopMails[0]!.text).not.toContain("/wrong");
    // Events of the meantime are not sent later.
    await hooks.host.create("viewer", [8]);
    expect(await hooks.log(hook)).toHaveLength(mostGivenUp);
    const body = { ...hooks.form("/ok"), is_on: true };
    await hooks.host.server.ask(calls.update, "super_admin", { params: hooks.params(hook), body });
    expect((await hooks.list())[0]).toMatchObject({ is_on: true, stopped_at: null });
    const redone = await hooks.host.server.ask(calls.redeliver, "super_admin", {
      params: { ...hooks.params(hook), delivery_id: entries[0]!.id },
    });
    expect(redone.body).toMatchObject({ state: "waiting", attempts: 0 });
    expect(await hooks.round()).toBe(1);
    expect((await hooks.log(hook))[0]).toMatchObject({ id: entries[0]!.id, state: "delivered" });
  });

  it("answers 205 has the delivery", async () => {
    const hook = await hooks.create("/reset");
    await hooks.host.create("viewer", [0]);
    await hooks.round();
    expect((await hooks.log(hook))[0]).toMatchObject({ state: "delivered", status: 205 });
  });

  it("answers that it is gone is stopped at once", async () => {
    await hooks.create("/gone");
    await hooks.host.create("viewer", [0]);
    await hooks.round();
    expect((await hooks.list())[0]).toMatchObject({ is_on: false, waiting: 0 });
  });

  it("is slow delays no other", async () => {
    await hooks.create("/slow");
    await hooks.create("/ok");
    for (let count = 0; count < 4; count += 1) await hooks.host.create("viewer", [count]);
    await hooks.round();
    const paths = hooks.receiver.received.map(({ path }) => path);
    expect(paths.filter((path) => path === "/ok")).toHaveLength(2);
    expect(paths.filter((path) => path === "/slow")).toHaveLength(2);
  });
});
