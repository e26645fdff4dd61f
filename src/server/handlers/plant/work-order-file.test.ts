// Work orders that go to another system as a file, and states that come back, over HTTP on a real database.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { assignedDone, workOrderHost } from "../../../../tests/fixtures/work-order-host.ts";
import { api } from "../../../api/index.ts";
import { keyFigureByKey } from "../../../domain/key-figure/key-figure.ts";
import { settingsWith } from "../../../domain/loss/loss-settings.ts";
import { writeColumns } from "../../store/plant/column/column.ts";
import type { WorkOrderImported } from "../../../domain/work-order/work-order-import-shape.ts";
import type { WorkOrder } from "../../../domain/work-order/work-order.ts";

const calls = api.workOrder;

let host: Awaited<ReturnType<typeof workOrderHost>>;
beforeAll(async () => {
  host = await workOrderHost("glass_broken");
});
let orders: WorkOrder[] = [];
beforeEach(async () => {
  await host.clear();
  const given = { crew: "North", due_on: "2026-12-24" };
  const first = await host.create("viewer", [0, 1], {
    title: '=Roof; "east"',
    ...given,
    priority: "normal",
  });
  const second = await host.create("viewer", [2], { title: "South", ...given, priority: "normal" });
  orders = [first.order, second.order];
});
afterAll(() => host.server.close());

const save = async (format: "csv" | "json", more: object = {}) => {
  const answer = await host.server.ask(calls.exportFile, "viewer", {
    params: host.params,
    query: { format, ...more },
  });
  expect(answer.status).toBe(200);
  return answer;
};
const send = (text: string, apply: "yes" | "no", name = "states.csv", words?: unknown) => {
  const body = new FormData();
  if (words !== undefined) body.append("words", JSON.stringify(words));
  body.append("file", new File([text], name));
  return host.server.ask(calls.importStates, "viewer", {
    params: host.params,
    query: { apply },
    body,
  });
};
const list = () => host.list("viewer");
const lives = () => host.lives("viewer");

describe("the file", () => {
  it("as CSV has a line for each finding, with stable IDs and places", async () => {
    const { body, headers } = await save("csv");
    expect(headers.get("content-disposition")).toContain("Export-Co-work-orders.csv");
    const lines = String(body)
      .replace(/^\uFEFF/, "")
      .trimEnd()
      .split("\r\n");
    const [first] = orders[0]!.finding_ids;
    const { created_at } = orders[0]!;
    expect(lines).toHaveLength(4);
    expect(lines[0]).toBe(
      "order,status,revision,priority,title,assignee,crew,due_on,note,created_at,updated_at," +
        "finding_id,finding_status,component_type,dt_id,name,fault_type,severity,safety,lon,lat," +
        "place,component_loss_mwh,component_loss_uncertainty_mwh,serial,rma,rma_claim,rma_reason," +
        "replaced_on,parts,done_on,finding_revision,causes,measured_by,measured_value," +
        "measured_unit,measured_uncertainty,new_serial,dismiss_reason",
    );
    // A spreadsheet does not run the title. The plant lies at 70 west, 24 south.
    expect(lines[1]).toMatch(
      new RegExp(
        `^WO-1,open,1,normal,"'=Roof; ""east""",,North,2026-12-24,,${created_at},${created_at},` +
          `${first},assigned,module,T0\\.M0,T0\\.M0 pcs,glass_broken,3,yes,-(69\\.99|70)\\d*,-(23\\.99|24)[\\d.]*,G0 pcs / T0 pcs,,,,none,,,,,,1,,,,,,,$`,
      ),
    );
    expect(lines[3]).toMatch(/^WO-2,open,1,normal,South,/);
  });

  it("as JSON says the same", async () => {
    const { body } = await save("json");
    const { orders: saved } = (typeof body === "string" ? JSON.parse(body) : body) as {
      orders: { order: string; findings: object[] }[];
    };
    expect(saved).toMatchObject([
      {
        order: "WO-1",
        status: "open",
        crew: "North",
        findings: [
          { finding_id: orders[0]!.finding_ids[0], finding_status: "assigned", safety: true },
          { finding_id: orders[0]!.finding_ids[1], dt_id: "T0.M1", fault_type: "glass_broken" },
        ],
      },
      { order: "WO-2", findings: [{ dt_id: "T0.M2" }] },
    ]);
  });

  it("has what the list shows under the same filter, or one order by its code", async () => {
    const codesOf = async (query: object) => {
      const { body } = await save("json", query);
      const text = typeof body === "string" ? body : JSON.stringify(body);
      return [...text.matchAll(/"order": ?"(WO-\d+)"/g)].map(([, code]) => code);
    };
    await host.change("viewer", orders[1]!, { set: { status: "in_work", crew: "West" } });
    expect(await codesOf({ order: "WO-2" })).toEqual(["WO-2"]);
    expect(await codesOf({ status: "open" })).toEqual(["WO-1"]);
    expect(await codesOf({ status: "active", crew: "West" })).toEqual(["WO-2"]);
    expect(await codesOf({ unassigned: "yes" })).toEqual([]);
    expect(await codesOf({ due: "overdue", today: "2027-01-01" })).toEqual(["WO-1", "WO-2"]);
    expect(await codesOf({ due: "overdue", today: "2026-12-24" })).toEqual([]);
    const refused = await host.server.ask(calls.exportFile, "viewer", {
      params: host.params,
      query: { format: "csv", due: "week" },
    });
    expect(refused.status).toBe(400);
  });

  it("says what the component loses by its newest survey, and by how much that can be wrong", async () => {
    const watts = keyFigureByKey("power_loss")!;
    const values = new Float32Array(host.plant.modules).fill(100);
    const services = { ...host.server.services, db: host.server.database.owner.db };
    await writeColumns(services, host.released, new Map([[watts.id, values]]), { twin_version: 1 });
    const { body } = await save("json", { order: "WO-2" });
    const parsed = (typeof body === "string" ? JSON.parse(body) : body) as {
      orders: {
        findings: { component_loss_mwh: number; component_loss_uncertainty_mwh: number }[];
      }[];
    };
    const [finding] = parsed.orders[0]!.findings;
    const { full_load_hours, degradation_percent, age_years } = settingsWith(null);
    const aged = (1 - degradation_percent / 100) ** age_years;
    expect(finding!.component_loss_mwh).toBeCloseTo((0.1 * aged * full_load_hours) / 1000, 3);
    expect(finding!.component_loss_uncertainty_mwh).toBeGreaterThan(0);
  });

  it("says what its newest survey measured of a finding", async () => {
    const keys = ["glass_breakage", "delta_t_normalised", "delta_t_uncertainty"];
    const [glass, heat, wide] = keys.map((key) => keyFigureByKey(key)!);
    const broken = glass!.classes.find(({ key }) => key === "broken")!.value;
    const services = { ...host.server.services, db: host.server.database.owner.db };
    const columns = new Map<number, Float32Array | Uint8Array>([
      [glass!.id, new Uint8Array(host.plant.modules).fill(broken)],
      [heat!.id, new Float32Array(host.plant.modules).fill(12.5)],
      [wide!.id, new Float32Array(host.plant.modules).fill(1.84)],
    ]);
    await writeColumns(services, host.released, columns, { twin_version: 1 });
    const { body } = await save("csv", { order: "WO-2" });
    expect(body).toMatch(/,glass_breakage: broken,delta_t_normalised,12\.5,K,1\.8,,\s*$/);
  });

  it("of another customer is not there", async () => {
    const query = { format: "csv" } as const;
    const asked = await host.server.ask(calls.exportFile, "other_customer", {
      params: host.params,
      query,
    });
    expect(asked.status).toBe(404);
  });
});

describe("states", () => {
  it("of the file as it was saved change nothing", async () => {
    for (const format of ["csv", "json"] as const) {
      const { body } = await save(format);
      const text = typeof body === "string" ? body : JSON.stringify(body);
      const { status, body: answer } = await send(text, "yes", `states.${format}`);
      const unchanged = ["WO-1", "WO-2"];
      expect([status, answer]).toEqual([
        200,
        { is_applied: true, changes: [], unchanged, unread: [], notes: [] },
      ]);
    }
  });

  it("are shown first, then applied with their findings, as one step of each order that is undone", async () => {
    const [first] = orders;
    const one = first!.finding_ids[0]!;
    const text = [
      "order;status;finding_id;finding_status",
      `WO-1;done;${one};done`,
      "WO-2;closed;;",
    ].join("\r\n");
    const expected: WorkOrderImported["changes"] = [
      {
        code: "WO-1",
        title: first!.title,
        old_value: "open",
        new_value: "done",
        findings: [{ id: one, dt_id: "T0.M0", ...assignedDone }],
        fields: [],
      },
      {
        code: "WO-2",
        title: "South",
        old_value: "open",
        new_value: "closed",
        findings: [],
        fields: [],
      },
    ];
    const rest = { unchanged: [], unread: [], notes: [] };
    const preview = await send(text, "no");
    expect([preview.status, preview.body]).toEqual([
      200,
      { is_applied: false, changes: expected, ...rest },
    ]);
    expect((await list()).map(({ status }) => status)).toEqual(["open", "open"]);
    const applied = await send(text, "yes");
    expect(applied.body).toEqual({ is_applied: true, changes: expected, ...rest });
    expect((await list()).map(({ status, revision }) => [status, revision])).toEqual([
      ["done", 2],
      ["closed", 2],
    ]);
    expect((await lives()).map(({ status }) => status)).toEqual(["done", "assigned", "assigned"]);
    const [step] = await host.history("viewer", first!);
    expect(step).toMatchObject({ kind: "import", findings_changed: 1 });
    const undone = await host.askUndo("viewer", step!.id);
    expect(undone.status).toBe(200);
    expect((await list()).map(({ status }) => status)).toEqual(["open", "closed"]);
    expect((await lives())[0]).toMatchObject({ status: "assigned" });
  });

  it("of which one is wrong change nothing, and say where", async () => {
    const text = "order,status\nWO-1,done\nWO-7,done\nWO-2,ready\n";
    for (const apply of ["no", "yes"] as const) {
      const { status, body } = await send(text, apply);
      const { problems } = body as { problems: { message: string }[] };
      expect([status, problems]).toMatchObject([
        422,
        [
          { reason: "work_order_unknown", file: "states.csv", line: 3, field: "order" },
          { reason: "work_order_status_unknown", file: "states.csv", line: 4, field: "status" },
        ],
      ]);
      expect(problems[0]!.message).toContain("WO-7");
    }
    expect((await list()).map(({ status }) => status)).toEqual(["open", "open"]);
  });

  it("of an order that was changed since its export are refused", async () => {
    const { body } = await save("csv");
    const [first] = orders;
    await host.change("tenant", first!, { set: { note: "Gate" } });
    const { status, body: answer } = await send(String(body), "yes");
    expect(status).toBe(422);
    const { problems } = answer as { problems: { reason: string; line: number }[] };
    expect(problems.map(({ reason, line }) => [reason, line])).toEqual([
      ["work_order_changed_since", 2],
      ["work_order_changed_since", 3],
    ]);
  });

  it("in words of another system wait for what a person says of them", async () => {
    const text = "order,status\nWO-1,Erledigt\n";
    const asked = await send(text, "no");
    expect([asked.status, asked.body]).toMatchObject([
      422,
      { problems: [{ reason: "work_order_status_unknown", line: 2, field: "status" }] },
    ]);
    const words = { status: { erledigt: "done" }, finding_status: {} };
    expect((await send(text, "yes", "states.csv", words)).body).toMatchObject({
      is_applied: true,
      changes: [{ code: "WO-1", new_value: "done" }],
    });
    for (const wrong of [{ ...words, priority: { a: "finished" } }, "x", { status: {} }]) {
      expect((await send(text, "no", "states.csv", wrong)).status).toBe(400);
    }
  });

  it("may come with a priority, an assignee, a crew, a due day and a note, which findings get as they do at the desk", async () => {
    const { body: people } = await host.server.ask(api.findingLife.people, "viewer", {
      params: host.params,
    });
    const [one] = (people as { users: { id: number; name: string }[] }).users;
    const text = `order,title,priority,assignee,crew,due_on,note\nWO-1,Roof,safety,${one!.name},West,2027-01-08,Gate 4\n`;
    const fields = [
      { field: "priority", old_value: "normal", new_value: "safety" },
      { field: "assignee", old_value: null, new_value: one!.name },
      { field: "crew", old_value: "North", new_value: "West" },
      { field: "due_on", old_value: "2026-12-24", new_value: "2027-01-08" },
      { field: "note", old_value: null, new_value: "Gate 4" },
    ];
    expect((await send(text, "no")).body).toMatchObject({
      changes: [{ code: "WO-1", fields }],
      unread: ["title"],
    });
    expect((await list())[0]).toMatchObject({ crew: "North" });
    await send(text, "yes");
    const now = { priority: "safety", assignee_id: one!.id, crew: "West", note: "Gate 4" };
    expect((await list())[0]).toMatchObject({ ...now, due_on: "2027-01-08" });
    expect((await lives()).map(({ crew }) => crew)).toEqual(["West", "West", "North"]);
    const years = (await lives()).map(({ due_on }) => due_on?.slice(0, 4));
    expect(years).toEqual(["2027", "2027", "2026"]);
    const [step] = await host.history("viewer", orders[0]!);
    expect((await host.askUndo("viewer", step!.id)).status).toBe(200);
    const before = { assignee_id: null, crew: "North", note: "", priority: "normal" };
    expect((await list())[0]).toMatchObject({ ...before, due_on: "2026-12-24" });
  });
});
