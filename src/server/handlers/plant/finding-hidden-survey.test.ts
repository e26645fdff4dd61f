// Findings that also a survey shows which the customer does not see: what is said of it, and what can be done.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addResultPlant, type ResultPlant } from "../../../../tests/fixtures/result-plant.ts";
import {
  startTestServer,
  type AccountKey,
  type TestServer,
} from "../../../../tests/fixtures/http.ts";
import { api } from "../../../api/index.ts";
import type { Visibility } from "../../../domain/analysis/analysis.ts";
import type {
  FindingFields,
  FindingHistory,
  FindingPage,
  FindingsChanged,
} from "../../../domain/finding/finding-life.ts";
import { keyFigureByKey } from "../../../domain/key-figure/key-figure.ts";
import { findingLife } from "../../store/schema/finding-life.ts";
import { readComponents } from "../../store/plant/plant-component.ts";
import { writeColumns } from "../../store/plant/column/column.ts";

const calls = api.findingLife;
const types = keyFigureByKey("fault_type")!;
const classes = keyFigureByKey("class_of_abnormality")!;
const HOTSPOT = types.classes.find(({ key }) => key === "hotspot")!.value;
const classOf = (name: string) => classes.classes.find(({ key }) => key === name)!.value;
const MILD = classOf("thermal_abnormality");
const SAFETY = classOf("safety_relevant");

let server: TestServer;
let plant: ResultPlant;
let released: number;
let draft: number;
let closed: number;
let rowOf: (index: number) => number;
beforeAll(async () => {
  server = await startTestServer();
  plant = await addResultPlant(services(), server.accounts.viewer.customer_id, "Hidden");
  const directory = await (await readComponents(services(), plant.plant_id)).directory();
  rowOf = (index) => directory.byDtId(plant.moduleId(index))!.row;
  released = await survey("Autumn", "2026-10-01", "released", [0, 1], MILD);
  draft = await survey("Secret draft", "2026-11-01", "not_released", [0, 1, 2], SAFETY);
  closed = await survey("Closed book", "2026-11-02", "protected", [0, 1, 3], SAFETY);
});
beforeEach(() => server.database.owner.db.delete(findingLife));
afterAll(() => server.close());

const services = () => ({ ...server.services, db: server.database.owner.db });

/** A survey with a hot spot at these modules. */
async function survey(
  name: string,
  day: string,
  visibility: Visibility,
  hot: readonly number[],
  severity: number,
): Promise<number> {
  const id = await plant.addAnalysis(name, day, { visibility, state: "FINISHED" });
  const named = new Uint8Array(plant.modules);
  const judged = new Uint8Array(plant.modules).fill(classOf("no_abnormality"));
  for (const index of hot) {
    named[rowOf(index)] = HOTSPOT;
    judged[rowOf(index)] = severity;
  }
  const columns = new Map([
    [types.id, named],
    [classes.id, judged],
  ]);
  await writeColumns(services(), id, columns, { twin_version: 1 });
  return id;
}

const place = (index: number) => ({
  component_type: "module" as const,
  dt_id: plant.moduleId(index),
  fault_type: HOTSPOT,
});
const ask = (as: AccountKey, id: number, index: number, revision: number, set: FindingFields) =>
  server.ask(calls.change, as, {
    params: { id },
    body: { findings: [{ ...place(index), revision }], set },
  });
const change = async (...asked: Parameters<typeof ask>) => {
  const { status, body } = await ask(...asked);
  expect([status, status === 200 ? null : body]).toEqual([200, null]);
  return (body as FindingsChanged).findings[0]!;
};
const reasons = (body: unknown) =>
  (body as { problems: { reason: string }[] }).problems.map(({ reason }) => reason);
const list = async (as: AccountKey) => {
  const { body } = await server.ask(calls.list, as, { params: { id: plant.plant_id } });
  return (body as FindingPage).findings;
};
const history = async (as: AccountKey, life_id: number) => {
  const params = { id: plant.plant_id, life_id };
  const { status, body } = await server.ask(calls.history, as, { params });
  expect(status).toBe(200);
  return (body as FindingHistory).steps;
};
const shown = async (as: AccountKey, life_id: number) =>
  (await history(as, life_id)).map((step) => [step.analysis_id, step.analysis_name]);

describe("the history of a finding", () => {
  it("says nothing of surveys that the reader does not see", async () => {
    const { id } = await change("viewer", released, 0, 0, { crew: "North" });
    await change("analyst", draft, 0, 1, { crew: "South" });
    await change("super_admin", closed, 0, 2, { crew: "East" });
    const [first, second, third] = [
      [released, "Autumn"],
      [draft, "Secret draft"],
      [closed, "Closed book"],
    ];
    const unknown = [null, null];
    expect(await shown("super_admin", id)).toEqual([third, second, first]);
    expect(await shown("analyst", id)).toEqual([unknown, second, first]);
    for (const as of ["viewer", "tenant"] as const) {
      expect(await shown(as, id)).toEqual([unknown, unknown, first]);
    }
    // What was decided is one for all.
    expect((await history("viewer", id))[0]?.changes).toEqual([
      { field: "crew", old_value: "South", new_value: "East" },
    ]);
  });
});

describe("a finding that staff decided in view of a survey that is not released", () => {
  it("is met by the customer who finds it too, without what the hidden survey says", async () => {
    const { id } = await change("analyst", draft, 0, 0, { crew: "North" });
    expect(await list("analyst")).toMatchObject([{ id, severity: 3, analysis_id: draft }]);
    expect(await list("viewer")).toEqual([]);
    const own = { id, crew: "North", severity: 2, analysis_id: released, revision: 1 };
    const { status, body } = await ask("viewer", released, 0, 0, { due_on: "2026-12-24" });
    expect([status, reasons(body)]).toEqual([409, ["finding_changed"]]);
    expect((body as { versions: { current: unknown } }).versions.current).toMatchObject([own]);
    for (const as of ["viewer", "tenant"] as const) expect(await list(as)).toMatchObject([own]);
    const now = await change("viewer", released, 0, 1, { due_on: "2026-12-24" });
    expect(now).toMatchObject({ ...own, due_on: "2026-12-24", revision: 2 });
    expect(await list("analyst")).toMatchObject([{ due_on: "2026-12-24", severity: 3 }]);
  });

  it("and said nothing but words about takes the customer's first decision", async () => {
    const message = "Who has seen this one?";
    const params = { id: draft };
    await server.ask(calls.comment, "analyst", { params, body: { ...place(0), message } });
    expect(await list("viewer")).toEqual([]);
    await change("viewer", released, 0, 0, { crew: "South" });
    expect(await list("viewer")).toMatchObject([{ crew: "South", analysis_id: released }]);
  });

  it("in a work order of that survey shows nothing of the order", async () => {
    const form = { title: "Secret round", findings: [place(1)], crew: "North" };
    const made = await server.ask(api.workOrder.create, "analyst", {
      params: { id: draft },
      body: form,
    });
    expect(made.status).toBe(200);
    const message = "Ours as well";
    const params = { id: released };
    await server.ask(calls.comment, "viewer", { params, body: { ...place(1), message } });
    expect(await list("viewer")).toMatchObject([{ ...place(1), crew: "North", work_order: null }]);
    expect(await list("analyst")).toMatchObject([{ work_order: 1 }]);
    const orders = await server.ask(api.workOrder.list, "viewer", {
      params: { id: plant.plant_id },
    });
    expect(orders.body).toEqual([]);
  });

  it("and its customer at once is decided once, and shown to whom it is refused", async () => {
    const set = { crew: "North" };
    const answers = await Promise.all([
      ask("analyst", draft, 1, 0, set),
      ask("viewer", released, 1, 0, { crew: "South" }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409)!.body;
    expect((refused as { versions: { current: unknown } }).versions.current).toMatchObject([
      { ...place(1), revision: 1 },
    ]);
    expect(await list("viewer")).toMatchObject([{ ...place(1), analysis_id: released }]);
  });

  it("stays hidden where no released survey shows it", async () => {
    await change("analyst", draft, 2, 0, { crew: "North" });
    await change("super_admin", closed, 3, 0, { crew: "North" });
    expect(await list("viewer")).toEqual([]);
    expect(await list("analyst")).toMatchObject([place(2)]);
    // It reads as any place without a finding.
    const answers = [
      await ask("viewer", released, 2, 0, { crew: "South" }),
      await ask("viewer", released, 3, 0, { crew: "South" }),
      await ask("viewer", released, 9, 0, { crew: "South" }),
    ];
    expect(answers.map(({ status, body }) => [status, reasons(body)])).toEqual(
      answers.map(() => [400, ["finding_unknown"]]),
    );
  });
});
