// The life of findings over HTTP on a real database: changed, undone, talked about, and seen by whom it concerns.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { eq } from "drizzle-orm";
import { addResultPlant, type ResultPlant } from "../../../../tests/fixtures/result-plant.ts";
import {
  startTestServer,
  type AccountKey,
  type TestServer,
} from "../../../../tests/fixtures/http.ts";
import { api } from "../../../api/index.ts";
import type {
  FindingFields,
  FindingHistory,
  FindingLife,
  FindingPage,
  FindingPeople,
  FindingsChanged,
} from "../../../domain/finding/finding-life.ts";
import { keyFigureByKey } from "../../../domain/key-figure/key-figure.ts";
import { auditEntry } from "../../store/schema/account.ts";
import { findingLife } from "../../store/schema/finding-life.ts";
import { analysis } from "../../store/schema/plant.ts";
import { readComponents } from "../../store/plant/plant-component.ts";
import { writeColumns } from "../../store/plant/column/column.ts";

const calls = api.findingLife;
const figure = keyFigureByKey("fault_type")!;
const HOTSPOT = figure.classes.find(({ key }) => key === "hotspot")!.value;
const TRACKERS = 60;
const BAD = 1000;

let server: TestServer;
let plant: ResultPlant;
let released: number;
let draft: number;
let rowOf: (index: number) => number;
beforeAll(async () => {
  server = await startTestServer();
  const services = { ...server.services, db: server.database.owner.db };
  plant = await addResultPlant(services, server.accounts.viewer.customer_id, "Living", TRACKERS);
  released = await plant.addAnalysis("Autumn", "2026-10-01", { visibility: "released" });
  draft = await plant.addAnalysis("Winter", "2026-11-01");
  // A twin has its rows in an order of its own.
  const directory = await (await readComponents(services, plant.plant_id)).directory();
  rowOf = (index) => directory.byDtId(plant.moduleId(index))!.row;
  const types = new Uint8Array(plant.modules);
  for (let index = 0; index < BAD; index += 1) types[rowOf(index)] = HOTSPOT;
  for (const id of [released, draft]) {
    await writeColumns(services, id, new Map([[figure.id, types]]), { twin_version: 1 });
  }
});
beforeEach(() => server.database.owner.db.delete(findingLife));
afterAll(() => server.close());

const place = (row: number) => ({
  component_type: "module" as const,
  dt_id: plant.moduleId(row),
  fault_type: HOTSPOT,
});
type Targets = readonly { row: number; revision?: number }[];
const ask = (as: AccountKey, targets: Targets, set: FindingFields, id = released) =>
  server.ask(calls.change, as, {
    params: { id },
    body: {
      findings: targets.map(({ row, revision = 0 }) => ({ ...place(row), revision })),
      set,
    },
  });
const change = async (as: AccountKey, targets: Targets, set: FindingFields, id = released) => {
  const { status, body } = await ask(as, targets, set, id);
  expect([status, status === 200 ? null : reasons(body)]).toEqual([200, null]);
  return body as FindingsChanged;
};
const list = async (as: AccountKey) => {
  const asked = await server.ask(calls.list, as, { params: { id: plant.plant_id } });
  return (asked.body as FindingPage).findings;
};
const undo = (as: AccountKey, step_id: number | null) =>
  server.ask(calls.undo, as, { params: { id: plant.plant_id, step_id: step_id ?? 0 } });
const history = async (as: AccountKey, life_id: number) => {
  const params = { id: plant.plant_id, life_id };
  const { body } = await server.ask(calls.history, as, { params });
  return body as FindingHistory;
};
const reasons = (body: unknown) =>
  (body as { problems: { reason: string }[] }).problems.map(({ reason }) => reason);

describe("a finding", () => {
  it("is assigned, worked on and done, and says who did what", async () => {
    const { id } = server.accounts.tenant;
    const first = await change("viewer", [{ row: 3 }], { assignee_id: id, due_on: "2026-12-24" });
    expect(first.findings).toMatchObject([
      {
        ...place(3),
        row: rowOf(3),
        status: "assigned",
        assignee_id: id,
        assignee_name: "tenant Tester",
        due_on: "2026-12-24",
        severity: 2,
        analysis_id: released,
        returned: false,
        revision: 1,
        updated_by: "viewer Tester",
      },
    ]);
    await change("tenant", [{ row: 3, revision: 1 }], { status: "in_work" });
    await change("tenant", [{ row: 3, revision: 2 }], { status: "done" });
    const [one] = await list("viewer");
    expect(one).toMatchObject({ status: "done", revision: 3 });
    const { steps } = await history("viewer", one!.id);
    expect(
      steps.map(({ changes, user_name, kind, analysis_name }) => [
        user_name,
        kind,
        analysis_name,
        changes.map(({ field, old_value, new_value }) => `${field}: ${old_value} → ${new_value}`),
      ]),
    ).toEqual([
      [
        "tenant Tester",
        "person",
        "Autumn",
        ["status: in_work → done", expect.stringMatching(/^done_on: null → \d{4}-\d{2}-\d{2}$/)],
      ],
      ["tenant Tester", "person", "Autumn", ["status: assigned → in_work"]],
      [
        "viewer Tester",
        "person",
        "Autumn",
        expect.arrayContaining([
          "status: open → assigned",
          "assignee_id: null → tenant Tester",
          "due_on: null → 2026-12-24",
        ]),
      ],
    ]);
  });

  it("is what the analysis shows: another fault or a healthy component is refused", async () => {
    const other = { ...place(3), fault_type: HOTSPOT + 1, revision: 0 };
    const healthy = { ...place(BAD), revision: 0 };
    const nothing = { ...place(3), dt_id: "M", revision: 0 };
    for (const [one, reason] of [
      [other, "finding_unknown"],
      [healthy, "finding_unknown"],
      [nothing, "component_unknown"],
    ] as const) {
      const { status, body } = await server.ask(calls.change, "viewer", {
        params: { id: released },
        body: { findings: [one], set: { status: "done" } },
      });
      expect([status, reasons(body)]).toEqual([400, [reason]]);
    }
    expect(await list("viewer")).toEqual([]);
  });

  it("that two change at once keeps the first change, and shows it to the second", async () => {
    await change("viewer", [{ row: 1 }], { crew: "North" });
    const targets = [{ row: 0 }, { row: 1 }];
    const { status, body } = await ask("tenant", targets, { status: "done" });
    expect([status, reasons(body)]).toEqual([409, ["finding_changed"]]);
    expect((body as { versions: { current: unknown } }).versions.current).toMatchObject([
      { ...place(1), status: "assigned", crew: "North", updated_by: "viewer Tester", revision: 1 },
    ]);
    // All or none.
    expect(await list("viewer")).toMatchObject([{ status: "assigned" }]);
    const both = [{ row: 1, revision: 1 }];
    const answers = await Promise.all([
      ask("viewer", both, { status: "in_work" }),
      ask("tenant", both, { status: "dismissed", reason: "Old" }),
    ]);
    expect(answers.map((one) => one.status).toSorted()).toEqual([200, 409]);
  });

  it("of which two decide for the first time at once is decided once", async () => {
    const answers = await Promise.all([
      ask("viewer", [{ row: 7 }, { row: 8 }], { crew: "North" }),
      ask("tenant", [{ row: 8 }, { row: 7 }], { crew: "South" }),
    ]);
    expect(answers.map((one) => one.status).toSorted()).toEqual([200, 409]);
    const crews = new Set((await list("viewer")).map(({ crew }) => crew));
    expect(crews.size).toBe(1);
  });

  it("is given to those alone who see the plant", async () => {
    const { body } = await server.ask(calls.people, "viewer", { params: { id: plant.plant_id } });
    const users = (body as FindingPeople).users.map(({ id }) => id);
    expect(users).toContain(server.accounts.tenant.id);
    expect(users).not.toContain(server.accounts.other_customer.id);
    const assignee_id = server.accounts.other_customer.id;
    const { status, body: refused } = await ask("viewer", [{ row: 1 }], { assignee_id });
    expect([status, reasons(refused)]).toEqual([400, ["finding_assignee_unknown"]]);
  });
});

describe("a step", () => {
  it("of 1,000 findings is one, and undone as one", async () => {
    const rows = Array.from({ length: BAD }, (_, row) => ({ row }));
    const { step_id, findings } = await change("viewer", rows, { crew: "North" });
    expect(findings.length).toBe(BAD);
    expect(new Set(findings.map(({ status }) => status))).toEqual(new Set(["assigned"]));
    const { status, body } = await undo("tenant", step_id);
    expect(status).toBe(200);
    const after = (body as FindingsChanged).findings;
    expect(after.length).toBe(BAD);
    for (const one of after) expect(one).toMatchObject({ status: "open", crew: null, revision: 2 });
    const again = await undo("viewer", step_id);
    expect([again.status, reasons(again.body)]).toEqual([409, ["finding_step_undone"]]);
    const { steps } = await history("viewer", after[0]!.id);
    expect(steps).toMatchObject([{ count: BAD, undone_by: "tenant Tester" }]);
    const entries = await server.database.owner.db.select().from(auditEntry).orderBy(auditEntry.id);
    const actions = entries
      .filter(({ detail }) => (detail as { step_id?: number }).step_id === step_id)
      .map(({ action }) => action);
    expect(actions).toEqual(["change_findings", "undo_finding_step"]);
  });

  it("below a later one is not undone before it", async () => {
    const first = await change("viewer", [{ row: 1 }], { crew: "North" });
    const second = await change("viewer", [{ row: 1, revision: 1 }], { status: "done" });
    const early = await undo("viewer", first.step_id);
    expect([early.status, reasons(early.body)]).toEqual([409, ["finding_changed_again"]]);
    expect((await undo("viewer", second.step_id)).status).toBe(200);
    expect((await undo("viewer", first.step_id)).status).toBe(200);
    expect(await list("viewer")).toMatchObject([{ status: "open", crew: null }]);
  });

  it("that changes nothing is none", async () => {
    await change("viewer", [{ row: 1 }], { crew: "North" });
    const same = await change("viewer", [{ row: 1, revision: 1 }], { crew: "North" });
    expect(same).toMatchObject({ step_id: null, findings: [{ revision: 1 }] });
  });

  it("of another plant or customer is missing", async () => {
    const { step_id } = await change("viewer", [{ row: 1 }], { crew: "North" });
    expect((await undo("other_customer", step_id)).status).toBe(404);
    expect((await undo("viewer", 999_999)).status).toBe(404);
  });
});

describe("who sees a finding", () => {
  it("of an analysis that is not released: staff, and the customer once it is", async () => {
    await change("analyst", [{ row: 2 }], { crew: "North" }, draft);
    expect((await ask("viewer", [{ row: 2 }], { crew: "South" }, draft)).status).toBe(404);
    expect(await list("viewer")).toEqual([]);
    const [one] = await list("analyst");
    const params = { id: plant.plant_id, life_id: one!.id };
    expect((await server.ask(calls.history, "viewer", { params })).status).toBe(404);
    const { db } = server.database.owner;
    const set = (visibility: "released" | "not_released") =>
      db.update(analysis).set({ visibility }).where(eq(analysis.id, draft));
    await set("released");
    expect(await list("viewer")).toMatchObject([{ crew: "North" }]);
    await set("not_released");
  });

  it("is never another customer", async () => {
    await change("viewer", [{ row: 2 }], { crew: "North" });
    const params = { id: plant.plant_id };
    expect((await server.ask(calls.list, "other_customer", { params })).status).toBe(404);
  });
});

describe("a comment", () => {
  it("is written below a finding, and deleted by its author or staff", async () => {
    const say = (as: AccountKey, message: string) =>
      server.ask(calls.comment, as, { params: { id: released }, body: { ...place(4), message } });
    expect((await say("viewer", "Ordered a module")).body).toMatchObject({
      comments: 1,
      row: rowOf(4),
    });
    const { body } = await say("tenant", "It came");
    expect(body).toMatchObject({ comments: 2, status: "open", revision: 0 });
    const { id } = body as FindingLife;
    const { comments } = await history("viewer", id);
    expect(comments).toMatchObject([
      { message: "It came", user_name: "tenant Tester" },
      { message: "Ordered a module", user_name: "viewer Tester" },
    ]);
    const remove = (as: AccountKey, comment_id: number) =>
      server.ask(calls.removeComment, as, { params: { id: plant.plant_id, comment_id } });
    const refused = await remove("viewer", comments[0]!.id);
    expect([refused.status, reasons(refused.body)]).toEqual([409, ["comment_not_own"]]);
    expect((await remove("other_customer", comments[0]!.id)).status).toBe(404);
    expect((await remove("tenant", comments[0]!.id)).body).toMatchObject({ comments: 1 });
    expect((await remove("analyst", comments[1]!.id)).body).toMatchObject({ comments: 0 });
  });
});
