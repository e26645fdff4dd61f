// Files of states as workbooks, files that are too large, and previews while others change orders: nothing waits for them.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { patient } from "../../../../tests/fixtures/patience.ts";
import { isMutated, leastBlock } from "../../../../tests/fixtures/processor-time.ts";
import { reasons, workOrderHost } from "../../../../tests/fixtures/work-order-host.ts";
import { book, row } from "../../table-file/book.fixture.ts";
import { api } from "../../../api/index.ts";
import { limits } from "../../../domain/limits.ts";
import type { WorkOrder } from "../../../domain/work-order/work-order.ts";

const calls = api.workOrder;
/** Milliseconds of processor time in one go that the product promises not to pass. */
const MOST_BLOCK_MS = 50;

let host: Awaited<ReturnType<typeof workOrderHost>>;
const orders: WorkOrder[] = [];
beforeAll(async () => {
  host = await workOrderHost("glass_broken");
  await host.clear();
  for (const at of [0, 1]) orders.push((await host.create("viewer", [at])).order);
});
afterAll(() => host.server.close());

const send = (
  bytes: Uint8Array<ArrayBuffer> | string,
  name: string,
  apply: "yes" | "no" = "no",
) => {
  const body = new FormData();
  body.append("file", new File([bytes], name));
  return host.server.ask(calls.importStates, "viewer", {
    params: host.params,
    query: { apply },
    body,
  });
};

it("a workbook of states says what it would change, and its faults with their cells", async () => {
  const sendBook = (status: string) => {
    const sheets = { Orders: row(1, ["order", "status"]) + row(2, ["WO-1", status]) };
    return send(new Uint8Array(book({ sheets })), "states.xlsx");
  };
  expect((await sendBook("in_work")).body).toMatchObject({
    is_applied: false,
    changes: [{ title: orders[0]!.title, new_value: "in_work" }],
  });
  expect((await sendBook("finished")).body).toMatchObject({
    problems: [
      { reason: "work_order_status_unknown", file: "states.xlsx", sheet: "Orders", cell: "B2" },
    ],
  });
});

/** The text again and again, as far as the call takes it. */
function filled(start: string, again: string, end: string): Uint8Array<ArrayBuffer> {
  const room = limits.workOrderFileBytes - 2048;
  const bytes = Buffer.alloc(room, again);
  const whole = room - (room % again.length);
  return new Uint8Array(
    Buffer.concat([Buffer.from(start), bytes.subarray(0, whole), Buffer.from(end)]),
  );
}

/** What a process that parses JSON says of so many values: they are too many, or they take more memory than the file may. */
const tooMany = ["work_order_file_rows", "file_takes_too_much_memory"];

describe.skipIf(isMutated)("a file with millions of entries", () => {
  it.each([
    ["objects", "states.json", filled("[", "{},", "{}]"), tooMany],
    ["findings", "states.json", filled('[{"findings":[', "{},", "{}]}]"), tooMany],
    ["lists", "states.json", filled("[", "[],", "[]]"), tooMany],
    ["lines", "states.csv", filled("order\n", "1\n", ""), ["work_order_file_rows"]],
    ["wrong lines", "states.csv", filled("other\n", "1\n", ""), ["work_order_file_column"]],
    ["blank lines", "states.csv", filled("order\n", ",\n", ""), ["file_empty"]],
  ])("of %s is refused, and holds up no request", async (_, name, bytes, expected) => {
    let answer: { status: number; body: unknown } = { status: 0, body: null };
    const most = patient(MOST_BLOCK_MS);
    const block = await leastBlock(most, async () => (answer = await send(bytes, name)));
    const [[reason] = [], ...more] = reasons(answer.body);
    expect([answer.status, more]).toEqual([422, []]);
    expect(expected).toContain(reason);
    expect(block).toBeLessThan(most);
  });
});

it("a file has as many lines as the limit says, with their places", async () => {
  const text = (lines: number) => `order,status\n${"WO-1,in_work\n".repeat(lines)}`;
  const most = await send(text(limits.workOrderFileRows), "states.csv");
  expect(most).toMatchObject({ status: 200, body: { changes: [{ code: "WO-1" }] } });
  const more = await send(text(limits.workOrderFileRows + 1), "states.csv");
  expect(more).toMatchObject({ status: 422, body: { problems: [{ file: "states.csv" }] } });
  const json = JSON.stringify([{ order: "WO-1" }, { order: "WO-2", findings: [{ rma: "gone" }] }]);
  expect((await send(json, "states.json")).body).toMatchObject({ unchanged: ["WO-1", "WO-2"] });
  const wrong = JSON.stringify([{ order: "WO-2", findings: [{ finding_id: 999_999 }] }]);
  expect((await send(wrong, "states.json")).body).toMatchObject({
    problems: [{ field: "orders[0].findings[0].finding_id", file: "states.json" }],
  });
});

it("waits for no order that the file does not name, and a preview for none", async () => {
  const client = await host.server.database.owner.pool.connect();
  try {
    // Somebody else is about to change the first order, and takes a while.
    await client.query("begin");
    await client.query("select 1 from work_order where id = $1 for update", [orders[0]!.id]);
    await client.query("select 1 from finding_life where id = any($1) for update", [
      orders[0]!.finding_ids,
    ]);
    const first = await send("order,status\nWO-1,in_work\n", "states.csv");
    expect(first).toMatchObject({ status: 200, body: { changes: [{ code: "WO-1" }] } });
    const second = await send("order,status\nWO-2,in_work\n", "states.csv", "yes");
    expect(second).toMatchObject({ status: 200, body: { is_applied: true } });
  } finally {
    await client.query("rollback");
    client.release();
  }
});
