// Comments and work orders count as entries of their customer, and are refused with the figures.
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { patient } from "../../../../tests/fixtures/patience.ts";
import { reasons, workOrderHost } from "../../../../tests/fixtures/work-order-host.ts";
import { api } from "../../../api/index.ts";
import type { CustomerUsage } from "../../../domain/provider/quota.ts";
import { customer } from "../../store/schema/account.ts";
import { findingComment } from "../../store/schema/finding-life.ts";
import { workOrder } from "../../store/schema/work-order.ts";

let host: Awaited<ReturnType<typeof workOrderHost>>;
beforeAll(async () => {
  host = await workOrderHost("glass_broken");
});
afterAll(() => host.server.close());

const comment = () =>
  host.server.ask(api.findingLife.comment, "viewer", {
    params: { id: host.released },
    body: { ...host.place(0), message: "Seen" },
  });

it("takes two entries where two fit, of whichever kind, and a third one once there is room", async () => {
  const { db } = host.server.database.owner;
  const { customer_id } = host.server.accounts.viewer;
  await db.update(customer).set({ row_limit: 2 }).where(eq(customer.id, customer_id));
  expect((await comment()).status).toBe(200);
  expect((await host.askCreate("viewer", [1])).status).toBe(200);
  const { body: usages } = await host.server.ask(api.customer.listUsage, "super_admin");
  const usage = (usages as CustomerUsage[]).find((one) => one.customer_id === customer_id);
  expect(usage?.rows).toBe(2);
  const full = [["quota_rows_customer", { used: 2, most: 2, wanted: 1 }]];
  for (const { status, body } of [await comment(), await host.askCreate("viewer", [2])]) {
    expect([status, reasons(body)]).toEqual([409, full]);
  }
  expect(await db.select().from(findingComment)).toHaveLength(1);
  expect(await db.select().from(workOrder)).toHaveLength(1);
  await db.delete(findingComment);
  // What was counted is read again within a second.
  await expect.poll(async () => (await comment()).status, { timeout: patient(20_000) }).toBe(200);
});
