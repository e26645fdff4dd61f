// A file of states that is older than what was done here takes nothing back, over HTTP on a real database.
import { afterAll, beforeAll, expect, it } from "vitest";
import { workOrderHost } from "../../../tests/fixtures/work-order-host.ts";
import { api } from "../../api/index.ts";

let host: Awaited<ReturnType<typeof workOrderHost>>;
beforeAll(async () => {
  host = await workOrderHost("glass_broken");
  const given = { crew: "North", due_on: "2026-12-24" };
  await host.create("viewer", [0, 1], { title: "East", ...given });
  await host.create("viewer", [2], { title: "South" });
});
afterAll(() => host.server.close());

const save = () =>
  host.server.ask(api.workOrder.exportFile, "viewer", {
    params: host.params,
    query: { format: "csv" },
  });
const send = (text: string) => {
  const body = new FormData();
  body.append("file", new File([text], "states.csv"));
  const query = { apply: "yes" as const };
  return host.server.ask(api.workOrder.importStates, "viewer", {
    params: host.params,
    query,
    body,
  });
};
const lives = () => host.lives("viewer");

it("a file that would take back what was done here since is refused, whole, and says where", async () => {
  const { body } = await save();
  const [first] = await lives();
  const { component_type, dt_id, fault_type, revision } = first!;
  const findings = [{ component_type, dt_id, fault_type, revision }];
  const changed = await host.server.ask(api.findingLife.change, "viewer", {
    params: { id: first!.analysis_id! },
    body: { findings, set: { status: "done" } },
  });
  expect(changed.status).toBe(200);
  // The other system has done the second one meanwhile.
  const lines = String(body).split("\r\n");
  const text = [...lines.slice(0, 2), lines[2]!.replace(",assigned,", ",done,"), lines[3]].join(
    "\r\n",
  );
  const { status, body: answer } = await send(text);
  expect([status, answer]).toMatchObject([
    422,
    {
      problems: [
        { reason: "work_order_finding_changed_since", line: 2, field: "finding_revision" },
      ],
    },
  ]);
  expect((await lives()).map((one) => one.status)).toEqual(["done", "assigned", "open"]);
  const short = `order,finding_id,finding_status\nWO-1,${first!.id},assigned\n`;
  expect((await send(short)).body).toMatchObject({
    problems: [{ reason: "work_order_finding_reopened", line: 2 }],
  });
});
