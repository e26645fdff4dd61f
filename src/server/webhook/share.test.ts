// Who is sent when much waits: no customer and no receiver delays another, and what cannot be sent ends.
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { patient } from "../../../tests/fixtures/patience.ts";
import { webhookHost } from "../../../tests/fixtures/webhook-host.ts";
import { api } from "../../api/index.ts";
import { mostWebhooks, retrySeconds, type IssuedWebhook } from "../../domain/provider/webhook.ts";
import { insertDelivery } from "../store/provider/webhook.ts";
import { webhook } from "../store/schema/webhook.ts";
import { startWebhooks } from "./deliver.ts";
import type { Outcome } from "./send.ts";

let hooks: Awaited<ReturnType<typeof webhookHost>>;
beforeAll(async () => {
  hooks = await webhookHost();
});
afterAll(() => hooks.close());
beforeEach(() => hooks.clear());

const done: Outcome = { fault: null, status: 204, duration_ms: 1, isGone: false };
/** Messages that wait since so many milliseconds. */
async function wait({ id }: { id: number }, count: number, agoMs: number) {
  for (let at = 0; at < count; at += 1) {
    const data = { webhook_id: id };
    await insertDelivery(hooks.db, id, "work_order.created", {
      data,
      at: new Date(Date.now() - agoMs),
    });
  }
}
const createFor = async (id: number, path: string) => {
  const asked = { params: { id }, body: hooks.form(path) };
  return (await hooks.host.server.ask(api.webhook.create, "super_admin", asked))
    .body as IssuedWebhook;
};

it("the backlog of one customer does not delay another", async () => {
  for (let at = 0; at < mostWebhooks; at += 1) await wait(await hooks.create("/ok"), 5, 60_000);
  const other = hooks.host.server.accounts.other_customer.customer_id;
  await wait(await createFor(other, "/other"), 1, 0);
  await hooks.round();
  expect(hooks.receiver.received.filter(({ path }) => path === "/other")).toHaveLength(1);
});

it(
  "a receiver that is never done delays no other, and many messages do not wait for the next look",
  async () => {
    await wait(await hooks.create("/slow"), 50, 60_000);
    await wait(await hooks.create("/ok"), 50, 0);
    const sent: string[] = [];
    const free: (() => void)[] = [];
    const parts = { ...hooks.host.server.services, now: () => new Date() };
    const queue = startWebhooks(parts, hooks.db, async ({ url }) => {
      const { pathname } = new URL(url);
      sent.push(pathname);
      if (pathname === "/slow") await new Promise<void>((resolve) => free.push(resolve));
      return done;
    });
    const count = (path: string) => sent.filter((one) => one === path).length;
    const patience = { timeout: patient(8000) };
    await expect.poll(() => count("/ok"), patience).toBe(50);
    expect(count("/slow")).toBe(2);
    const stopped = queue.stop();
    for (const resolve of free) resolve();
    await stopped;
    expect(sent).toHaveLength(52);
  },
  patient(20_000),
);

it("what cannot be signed is not sent, says why, and is given up in the end", async () => {
  const hook = await hooks.create();
  await hooks.host.create("viewer", [0]);
  await hooks.db.update(webhook).set({ secret: Buffer.alloc(60) });
  let now = Date.now();
  for (let attempt = 0; attempt <= retrySeconds.length; attempt += 1) {
    hooks.at(now);
    await hooks.round();
    now += (retrySeconds[attempt] ?? 0) * 1000;
  }
  expect((await hooks.log(hook))[0]).toMatchObject({ state: "given_up", fault: "secret" });
  expect(hooks.receiver.received).toEqual([]);
});
