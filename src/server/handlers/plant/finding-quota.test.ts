// What people enter of findings and beside them counts as entries of their customer, and is refused with the figures.
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { patient } from "../../../../tests/fixtures/patience.ts";
import { measured } from "../../../../tests/fixtures/result-import.ts";
import { reasons, workOrderHost } from "../../../../tests/fixtures/work-order-host.ts";
import { api } from "../../../api/index.ts";
import type { WorkOrderChanged } from "../../../domain/work-order/work-order.ts";
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

/** Leaves room for so many more entries; answers how many there are. */
async function leave(rows: number): Promise<number> {
  const { db } = host.server.database.owner;
  const { customer_id } = host.server.accounts.viewer;
  const { body } = await host.server.ask(api.customer.listUsage, "super_admin");
  const used = (body as CustomerUsage[]).find((one) => one.customer_id === customer_id)!.rows;
  const row_limit = used + rows;
  await db.update(customer).set({ row_limit }).where(eq(customer.id, customer_id));
  return used;
}

it("takes two entries where two fit, of whichever kind, and a third one once there is room", async () => {
  const { db } = host.server.database.owner;
  const { customer_id } = host.server.accounts.viewer;
  await db.update(customer).set({ row_limit: 2 }).where(eq(customer.id, customer_id));
  expect((await comment()).status).toBe(200);
  expect((await host.askCreate("viewer", [1])).status).toBe(200);
  const { body: usages } = await host.server.ask(api.customer.listUsage, "super_admin");
  const usage = (usages as CustomerUsage[]).find((one) => one.customer_id === customer_id);
  expect(usage?.rows).toBe(2);
  const full = [["quota_rows_customer", { used: 2, most: 2, wanted: 1, days: 30 }]];
  for (const { status, body } of [await comment(), await host.askCreate("viewer", [2])]) {
    expect([status, reasons(body)]).toEqual([409, full]);
  }
  expect(await db.select().from(findingComment)).toHaveLength(1);
  expect(await db.select().from(workOrder)).toHaveLength(1);
  await db.delete(findingComment);
  // What was counted is read again within a second.
  await expect.poll(async () => (await comment()).status, { timeout: patient(20_000) }).toBe(200);
});

it("counts what is changed of findings, and serial numbers", async () => {
  const change = (index: number) =>
    host.server.ask(api.findingLife.change, "viewer", {
      params: { id: host.released },
      body: { findings: [{ ...host.place(index), revision: 0 }], set: { status: "in_work" } },
    });
  const before = await leave(1);
  // What was counted is read again within a second.
  const first = async () => (await change(5)).status;
  await expect.poll(first, { timeout: patient(20_000) }).toBe(200);
  const refused = await change(6);
  expect([refused.status, reasons(refused.body)]).toEqual([
    409,
    [["quota_rows_customer", { used: before + 1, most: before + 1, wanted: 1, days: 30 }]],
  ]);
  const { dt_id } = host.place(5);
  const serial = (text: string) =>
    host.server.ask(api.serialNumber.change, "viewer", {
      params: host.params,
      body: {
        component_type: "module",
        dt_id,
        serial: text,
        before: null,
        source: "typed",
        ending: null,
        fitted_on: null,
      },
    } as never);
  const full = await serial("S1");
  expect([full.status, reasons(full.body)[0]?.[0]]).toEqual([409, "quota_rows_customer"]);
  const used = await leave(1);
  await expect
    .poll(async () => (await serial("S1")).status, { timeout: patient(20_000) })
    .toBe(200);
  expect(await leave(0)).toBe(used + 1);
});

const full = (used: number, wanted: number) => [
  409,
  [["quota_rows_customer", { used, most: used, wanted, days: 30 }]],
];
type Asked = { readonly status: number; readonly body: unknown };
const said = ({ status, body }: Asked) => [status, status === 200 ? [] : reasons(body)];
/** What was counted is read again within a second. */
const taken = (ask: () => Promise<Asked>) =>
  expect.poll(async () => said(await ask()), { timeout: patient(20_000) }).toEqual([200, []]);

it("counts reference measurements, one by one and of a table", async () => {
  const params = { id: host.released };
  const values = [{ key_figure_id: measured.id, value: measured.range[0] }];
  const one = () =>
    host.server.ask(api.referenceMeasurement.create, "tenant", {
      params,
      body: { dt_id: host.place(0).dt_id, measured_at: "2026-10-01T09:30:00Z", values },
    });
  const table = () => {
    const lines = [1, 2].map(
      (at) => `${host.place(at).dt_id},2026-10-01T09:30:00Z,${measured.range[0]}`,
    );
    const body = new FormData();
    const text = `dt_id,measured_at,${measured.key}\n${lines.join("\n")}\n`;
    body.append("file", new File([text], "references.csv"));
    return host.server.ask(api.referenceMeasurement.importCsv, "tenant", { params, body });
  };
  const used = await leave(1);
  await taken(one);
  expect(said(await one())).toEqual(full(used + 1, 1));
  expect(said(await table())).toEqual(full(used + 1, 2));
  await leave(2);
  await taken(table);
  expect(await leave(0)).toBe(used + 3);
});

it("counts what work orders change, of themselves and of their findings", async () => {
  const used = await leave(0);
  // Each of two findings has a crew then, and is assigned.
  const make = () => host.askCreate("viewer", [10, 11], { crew: "North" });
  expect(said(await make())).toEqual(full(used, 5));
  await leave(5);
  let order!: WorkOrderChanged["order"];
  await taken(async () => {
    const made = await make();
    if (made.status === 200) ({ order } = made.body as WorkOrderChanged);
    return made;
  });
  expect(await leave(0)).toBe(used + 5);
  const note = () => host.askChange("viewer", order, { set: { note: "By the north gate" } });
  expect(said(await note())).toEqual(full(used + 5, 1));
  await leave(1);
  await taken(note);
  expect(await leave(0)).toBe(used + 6);
});
