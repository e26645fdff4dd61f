// Changes of values by hand: served, listed, undone.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type AccountKey, type TestServer } from "../../../tests/fixtures/http.ts";
import { addResultPlant } from "../../../tests/fixtures/result-plant.ts";
import { analysisResultApi as calls } from "../../api/analysis/analysis-result.ts";
import type { ComponentResult, ValueChange } from "../../domain/analysis/analysis-result.ts";
import type { ColumnSummary } from "../../domain/column/column.ts";
import { keyFigures, type KeyFigure } from "../../domain/key-figure/key-figure.ts";
import { columnKey, writeColumns } from "../store/plant/column/column.ts";
import type { Services } from "../context.ts";
import { readComponents } from "../store/plant/plant-component.ts";

const measured = keyFigures.find(
  ({ component_type, kind, expert }) => component_type === "module" && kind === "f32" && !expert,
) as KeyFigure;

let server: TestServer;
let owner: Services;
let released: number;
let unreleased: number;

beforeAll(async () => {
  server = await startTestServer();
  owner = { ...server.services, db: server.database.owner.db };
  const plant = await addResultPlant(owner, server.accounts.viewer.customer_id, "Atacama");
  released = await plant.addAnalysis("spring", "2026-03-01", { visibility: "released" });
  unreleased = await plant.addAnalysis("summer", "2026-06-01");
  const directory = await (await readComponents(owner, plant.plant_id)).directory();
  // Module i has the value i × step above the least.
  const values = new Float32Array(plant.modules).fill(NaN);
  for (let i = 0; i < plant.modules; i++) {
    values[directory.byDtId(plant.moduleId(i))!.row] = valueOf(i);
  }
  for (const id of [released, unreleased]) {
    await writeColumns(owner, id, new Map([[measured.id, values]]), { twin_version: 1 });
  }
});
afterAll(() => server.close());

function valueOf(index: number): number {
  return Math.round((measured.range[0] + index * measured.step) * 1e6) / 1e6;
}

async function summaryOf(analysisId: number): Promise<ColumnSummary> {
  const { body } = await server.ask(calls.columns, "analyst", { params: { id: analysisId } });
  return (body as ColumnSummary[]).find((one) => one.key_figure_id === measured.id)!;
}

const onMeasured = () => ({ analysis_id: unreleased, key_figure_id: measured.id });

describe("edits", () => {
  test("change the served column, are noted, and can be taken back", async () => {
    const params = onMeasured();
    const before = await summaryOf(unreleased);
    const edit = (dt_id: string, value: number | null) =>
      server.ask(calls.modifyValue, "analyst", { params, body: { dt_id, value } });
    const changed = (await edit("T0.M3", valueOf(50))).body as ColumnSummary;
    expect(changed.hash).not.toBe(before.hash);
    const emptied = (await edit("T0.M4", null)).body as ColumnSummary;
    expect(emptied.value_count).toBe(before.value_count - 1);
    expect(await owner.files.size(columnKey(before.hash))).not.toBeNull();
    const history = await server.ask(calls.changeHistory, "analyst", { params });
    const changes = history.body as ValueChange[];
    expect(changes.map(({ dt_id, old_value, new_value }) => [dt_id, old_value, new_value])).toEqual(
      [
        ["T0.M4", expect.closeTo(valueOf(4), 5), null],
        ["T0.M3", expect.closeTo(valueOf(3), 5), expect.closeTo(valueOf(50), 5)],
      ],
    );
    expect(changes[0]?.user_name).toBe("analyst Tester");
    for (const { id } of changes) {
      await server.ask(calls.undo, "analyst", { params, body: { change_id: id } });
    }
    expect((await summaryOf(unreleased)).hash).toBe(before.hash);
    const again = await server.ask(calls.undo, "analyst", {
      params,
      body: { change_id: changes[0]!.id },
    });
    expect(again.status).toBe(409);
  });

  test("are listed with the component, and only the last one that holds can be undone", async () => {
    const params = onMeasured();
    const before = await summaryOf(unreleased);
    const dt_id = "T0.M5";
    const edit = (value: number | null) =>
      server.ask(calls.modifyValue, "analyst", { params, body: { dt_id, value } });
    const undo = (change: ValueChange) =>
      server.ask(calls.undo, "super_admin", { params, body: { change_id: change.id } });
    const listed = async () => {
      const about = { id: unreleased, component_type: measured.component_type, dt_id };
      const answer = await server.ask(calls.component, "analyst", { params: about });
      return (answer.body as ComponentResult).changes;
    };
    await edit(valueOf(50));
    await edit(null);
    const [newer, older] = (await listed()) as [ValueChange, ValueChange];
    expect(
      [newer, older].map(({ new_value, changed_again }) => [new_value, changed_again]),
    ).toEqual([
      [null, false],
      [expect.closeTo(valueOf(50), 5), true],
    ]);
    expect(newer).toMatchObject({ user_name: "analyst Tester", undone_at: null, undone_by: null });
    const refused = await undo(older);
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { problems: [{ reason: "value_changed_again" }] },
    ]);
    expect((await undo(newer)).status).toBe(200);
    expect((await undo(older)).status).toBe(200);
    expect((await summaryOf(unreleased)).hash).toBe(before.hash);
    const undone = await listed();
    expect(undone).toHaveLength(2);
    for (const change of undone) {
      expect(change).toMatchObject({ undone_by: "super_admin Tester", changed_again: false });
      expect(change.undone_at).not.toBeNull();
    }
    expect((await undo(newer)).body).toMatchObject({
      problems: [{ reason: "change_already_undone" }],
    });
  });

  test("undone by two at once are undone once", async () => {
    const params = onMeasured();
    const body = { dt_id: "T0.M6", value: valueOf(50) };
    await server.ask(calls.modifyValue, "analyst", { params, body });
    const history = await server.ask(calls.changeHistory, "analyst", { params });
    const [{ id: change_id }] = history.body as [ValueChange];
    const undo = () => server.ask(calls.undo, "analyst", { params, body: { change_id } });
    const answers = await Promise.all([undo(), undo()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test("at once do not lose each other", async () => {
    const params = onMeasured();
    const before = await summaryOf(unreleased);
    await Promise.all(
      [1, 2, 3, 4, 5].map((i) =>
        server.ask(calls.modifyValue, "analyst", {
          params,
          body: { dt_id: `T2.M${i}`, value: null },
        }),
      ),
    );
    expect((await summaryOf(unreleased)).value_count).toBe(before.value_count - 5);
  });

  test("are refused out of range, for unknown components, by customers and on released results", async () => {
    const edit = (as: AccountKey, body: { dt_id: string; value: number }, id = unreleased) =>
      server.ask(calls.modifyValue, as, { params: { ...onMeasured(), analysis_id: id }, body });
    const good = { dt_id: "T0.M1", value: valueOf(1) };
    expect((await edit("analyst", { ...good, value: measured.range[1] + 1 })).status).toBe(400);
    expect((await edit("analyst", { ...good, dt_id: "T0" })).status).toBe(400);
    expect((await edit("viewer", good, released)).status).toBe(403);
    const onReleased = await edit("analyst", good, released);
    expect([200, 409]).toContain(onReleased.status);
  });
});
