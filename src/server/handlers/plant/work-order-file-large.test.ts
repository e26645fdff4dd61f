// A file of thousands of findings is written in turns with other requests, and has a limit that the refusal states.
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { patient } from "../../../../tests/fixtures/patience.ts";
import { rounds } from "../../../../tests/fixtures/rounds.ts";
import { longestBlock } from "../../../../tests/fixtures/processor-time.ts";
import { reasons, workOrderHost } from "../../../../tests/fixtures/work-order-host.ts";
import { api } from "../../../api/index.ts";
import { limits } from "../../../domain/limits.ts";

const ORDERS = rounds(15, 40);
const FINDINGS = 1000;

let host: Awaited<ReturnType<typeof workOrderHost>>;
beforeAll(async () => {
  host = await workOrderHost("glass_broken");
  await fill(ORDERS);
}, patient(60_000));
afterAll(() => host.server.close());

/** Orders of a thousand findings each, one for each fault type from 1. */
async function fill(count: number): Promise<void> {
  const { db } = host.server.database.owner;
  await db.execute(sql`insert into finding_life (plant_id, component_type, dt_id, fault_type, severity, analysis_id, crew)
    select ${host.params.id}, 'module', 'T' || (n / 20) || '.M' || (n % 20), f, 2, ${host.released}, 'North'
    from generate_series(0, ${FINDINGS - 1}) n, generate_series(1, ${count}) f`);
  await db.execute(sql`insert into work_order (plant_id, number, title, status, priority, revision)
    select ${host.params.id}, f, 'Order ' || f, 'open', 'normal', 1 from generate_series(1, ${count}) f`);
  await db.execute(sql`insert into work_order_finding (order_id, finding_id)
    select o.id, l.id from work_order o join finding_life l on l.fault_type = o.number and l.plant_id = o.plant_id
    where o.plant_id = ${host.params.id}`);
}

const save = (format: "csv" | "json") =>
  host.server.ask(api.workOrder.exportFile, "viewer", { params: host.params, query: { format } });

it.each(["csv", "json"] as const)("the file as %s blocks no other request", async (format) => {
  // The first one also loads the twin.
  const { body } = await save(format);
  if (format === "csv") {
    expect(String(body).trimEnd().split("\r\n")).toHaveLength(1 + ORDERS * FINDINGS);
  } else {
    const { orders } = body as { orders: { findings: object[] }[] };
    expect(orders.map(({ findings }) => findings.length)).toEqual(Array(ORDERS).fill(FINDINGS));
  }
  const { token } = host.server.accounts.viewer;
  const path = api.workOrder.exportFile.path.replace("{id}", String(host.params.id));
  // What is read here is thrown away: to keep or parse the file would be work of this test.
  let [bytes, status] = [0, 0];
  const block = await longestBlock(async () => {
    const answer = await host.server.fetch(`/api${path}?format=${format}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    status = answer.status;
    for await (const chunk of answer.body!) bytes += (chunk as Uint8Array).length;
  });
  expect(status).toBe(200);
  expect(bytes).toBeGreaterThan(ORDERS * FINDINGS * 100);
  expect(block).toBeLessThan(patient(25));
});

it("has at most so many findings, and one order of them all can be saved", async () => {
  const { db } = host.server.database.owner;
  const wanted = limits.workOrderExport / FINDINGS + 1;
  await db.execute(sql`insert into work_order (plant_id, number, title, status, priority, revision)
    select ${host.params.id}, n, 'Done ' || n, 'cancelled', 'normal', 1
    from generate_series(${ORDERS + 1}::int, ${wanted}::int) n`);
  await db.execute(sql`insert into work_order_finding (order_id, finding_id)
    select o.id, l.id from work_order o join finding_life l on l.fault_type = 1 and l.plant_id = o.plant_id
    where o.number > ${ORDERS}`);
  const refused = await save("csv");
  const values = { count: wanted * FINDINGS, most: limits.workOrderExport };
  expect([refused.status, reasons(refused.body)]).toEqual([
    409,
    [["work_order_export_limit", values]],
  ]);
  const asked = { params: host.params, query: { format: "csv" as const, order: "WO-1" } };
  const { body } = await host.server.ask(api.workOrder.exportFile, "viewer", asked);
  expect(String(body).trimEnd().split("\r\n")).toHaveLength(1 + FINDINGS);
});
