// Parts and the day of repairs over HTTP on a real database. The plant lies at 70 west: its day begins four hours after that of UTC.
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { ok, reasons, workOrderHost } from "../../../../tests/fixtures/work-order-host.ts";
import { api } from "../../../api/index.ts";
import type {
  FindingFields,
  FindingHistory,
  FindingsChanged,
} from "../../../domain/finding/finding-life.ts";
import type { WorkOrderImported } from "../../../domain/work-order/work-order-import-shape.ts";

let host: Awaited<ReturnType<typeof workOrderHost>>;
beforeAll(async () => {
  host = await workOrderHost("hotspot");
});
beforeEach(async () => {
  await host.clear();
  host.server.clock.now = Date.parse("2026-11-20T02:30:00Z");
});
afterAll(() => host.server.close());

const ask = (index: number, revision: number, set: FindingFields) =>
  host.server.ask(api.findingLife.change, "viewer", {
    params: { id: host.released },
    body: { findings: [{ ...host.place(index), revision }], set },
  });
const change = async (...given: Parameters<typeof ask>) => {
  const { status, body } = await ask(...given);
  expect([status, status === 200 ? null : reasons(body)]).toEqual([200, null]);
  return body as FindingsChanged;
};
const repairOf = async (life_id: number) => {
  const life = (await host.lives("viewer")).find(({ id }) => id === life_id);
  return [life?.status, life?.parts, life?.done_on];
};
const changesOf = async (life_id: number) => {
  const params = { ...host.params, life_id };
  const { body } = await host.server.ask(api.findingLife.history, "viewer", { params });
  return (body as FindingHistory).steps.map(({ changes }) =>
    changes.map(({ field, old_value, new_value }) => [field, old_value, new_value]),
  );
};

it("what is done gets the day at the plant, which is corrected and goes with an undo", async () => {
  const made = await change(0, 0, { status: "done", parts: "2x Diode" });
  const [life] = made.findings;
  expect(await repairOf(life!.id)).toEqual(["done", "2 × Diode", "2026-11-19"]);
  expect(await changesOf(life!.id)).toEqual([
    [
      ["status", "open", "done"],
      ["parts", null, "2 × Diode"],
      ["done_on", null, "2026-11-19"],
    ],
  ]);
  const mended = await change(0, life!.revision, { done_on: "2026-11-12", parts: "1 × Module" });
  expect(await repairOf(life!.id)).toEqual(["done", "1 × Module", "2026-11-12"]);
  const params = { ...host.params, step_id: mended.step_id ?? 0 };
  expect((await host.server.ask(api.findingLife.undo, "viewer", { params })).status).toBe(200);
  expect(await repairOf(life!.id)).toEqual(["done", "2 × Diode", "2026-11-19"]);
});

it("a day that has not begun at the plant is refused, and one of a finding that is not done", async () => {
  const tomorrow = await ask(0, 0, { status: "done", done_on: "2026-11-20" });
  expect([tomorrow.status, reasons(tomorrow.body)]).toEqual([
    400,
    [["finding_day_in_future", null]],
  ]);
  const before = await ask(0, 0, { status: "done", done_on: "2020-01-03" });
  expect([before.status, reasons(before.body)]).toEqual([
    400,
    [["finding_day_before_survey", { date: expect.stringMatching(/^202\d-/) }]],
  ]);
  const open = await ask(0, 0, { done_on: "2026-11-18" });
  expect([open.status, reasons(open.body)]).toEqual([409, [["finding_day_without_done", null]]]);
  const unclear = await ask(0, 0, { parts: "a module" });
  expect(unclear.status).toBe(400);
});

it("a repair that is recorded later has the day on which it was seen", async () => {
  const { order } = await host.create("viewer", [3]);
  const [id] = order.finding_ids;
  const recorded = await host.server.ask(api.observation.create, "viewer", {
    params: host.params,
    body: {
      observed_at: "2026-11-16T15:00:00Z",
      notes: "Diode replaced",
      external_id: "parts-late",
      dt_id: host.plant.moduleId(3),
      finished_ids: [id!],
    },
  });
  expect(recorded.status).toBe(200);
  expect(await repairOf(id!)).toEqual(["done", null, "2026-11-16"]);
});

it("an order that is done states the parts of the findings that are done with it, and an undo takes them back", async () => {
  const { order } = await host.create("viewer", [0, 1]);
  const [first, second] = order.finding_ids;
  const doneWith = (parts: string) =>
    host.askChange("viewer", order, { set: { status: "done" }, done_ids: [first!], parts });
  expect((await doneWith("two diodes")).status).toBe(400);
  const changed = ok(await doneWith("2x Diode"));
  expect(await repairOf(first!)).toEqual(["done", "2 × Diode", "2026-11-19"]);
  expect(await repairOf(second!)).toEqual(["open", null, null]);
  expect((await host.askUndo("viewer", changed.step_id)).status).toBe(200);
  expect(await repairOf(first!)).toEqual(["open", null, null]);
});

it("an order that is done with its findings gives them the day, and its file brings parts and another day back", async () => {
  const { order } = await host.create("viewer", [0, 1]);
  const [first, second] = order.finding_ids;
  ok(await host.askChange("viewer", order, { set: { status: "done" }, done_ids: [first!] }));
  expect(await repairOf(first!)).toEqual(["done", null, "2026-11-19"]);
  const send = async (lines: readonly string[], apply: "yes" | "no") => {
    const form = new FormData();
    const text = ["order,finding_id,finding_status,parts,done_on,finding_revision", ...lines].join(
      "\n",
    );
    form.append("file", new Blob([text]), "states.csv");
    return host.server.ask(api.workOrder.importStates, "viewer", {
      params: host.params,
      query: { apply },
      body: form,
    });
  };
  const code = "WO-1";
  const lines = [
    `${code},${first},,2 * Diode,2026-11-18`,
    `${code},${second},done,1 x Module,2026-11-17`,
  ];
  const { body } = await send(lines, "yes");
  const { changes } = body as WorkOrderImported;
  expect(changes[0]?.findings.map((one) => [one.id, one.new_parts, one.new_done_on])).toEqual([
    [first, "2 × Diode", "2026-11-18"],
    [second, "1 × Module", "2026-11-17"],
  ]);
  expect(await repairOf(second!)).toEqual(["done", "1 × Module", "2026-11-17"]);
  // The day that is known may stay in the file of a finding that is open again. Without the revision of which the file was
  // made, nothing that is done is opened.
  const reopening = `${code},${second},open,,2026-11-17`;
  const outdated = await send([reopening], "yes");
  expect([outdated.status, reasons(outdated.body)[0]?.[0]]).toEqual([
    422,
    "work_order_finding_reopened",
  ]);
  const revision = (await host.lives("viewer")).find(({ id }) => id === second)!.revision;
  const opened = await send([`${reopening},${revision}`], "yes");
  expect(opened.status).toBe(200);
  expect(await repairOf(second!)).toEqual(["open", "1 × Module", null]);
  const wrong = await send(
    [
      `${code},${first},,a diode,`,
      `${code},${first},,,2026-11-21`,
      `${code},${second},,,2026-11-01`,
      `${code},${first},,,2020-01-03`,
    ],
    "no",
  );
  expect(wrong.status).toBe(422);
  expect(reasons(wrong.body).map(([reason]) => reason)).toEqual([
    "parts_unreadable",
    "finding_day_in_future",
    "finding_day_without_done",
    "finding_day_before_survey",
  ]);
});
