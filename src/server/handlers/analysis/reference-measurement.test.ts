// Reference measurements over HTTP: entered, imported, left out, moved, exported.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  measured,
  openResultImport,
  type ResultImport,
} from "../../../../tests/fixtures/result-import.ts";
import { book, row } from "../../table-file/book.fixture.ts";
import { api } from "../../../api/index.ts";
import { agreementOf } from "../../../domain/analysis/agreement.ts";
import type { ReferenceMeasurement } from "../../../domain/analysis/reference-measurement.ts";
import type { ErrorAnswer } from "../../../domain/error-shape.ts";

const calls = api.referenceMeasurement;
const valueAt = (step: number) => measured.range[0] + step * measured.step;
const measured_at = "2026-01-05T09:30:00Z";
let host: ResultImport;
let id: number;
let other: number;
beforeAll(async () => {
  host = await openResultImport();
  id = await host.plant.addAnalysis("With references", "2026-01-01");
  other = await host.plant.addAnalysis("Other", "2026-02-01");
  const lines = [0, 1, 2, 3].map((at) => `${host.plant.moduleId(at)};${valueAt(at * 2)}`);
  const bytes = `dt_id;${measured.key}\r\n${lines.join("\r\n")}\r\n`;
  await host.send({ json_file: { name: "a.csv", bytes } }, id);
  await host.runLaunched();
});
afterAll(() => host.server.close());

const list = async (of = id) =>
  (await host.server.ask(calls.list, "analyst", { params: { id: of } }))
    .body as ReferenceMeasurement[];
const create = (at: number, value: number) =>
  host.server.ask(calls.create, "analyst", {
    params: { id },
    body: {
      dt_id: host.plant.moduleId(at),
      measured_at,
      values: [{ key_figure_id: measured.id, value }],
      acquired_by: "Clara",
    },
  });
const importCsv = (text: string) => {
  const body = new FormData();
  body.append("file", new File([text], "references.csv"));
  return host.server.ask(calls.importCsv, "analyst", { params: { id }, body });
};

describe("reference measurements", () => {
  it("come from the sheet of a workbook that is chosen, by the clock of a zone", async () => {
    const of = (at: number, step: number) =>
      row(1, ["dt_id", "measured_at", measured.key]) +
      row(2, [host.plant.moduleId(at), "2026-01-05 09:30:00", valueAt(step)]);
    const sheets = { May: of(0, 1), June: of(1, 1) };
    const send = async (given: Record<string, string>) => {
      const body = new FormData();
      for (const [name, value] of Object.entries(given)) body.append(name, value);
      body.append("file", new File([new Uint8Array(book({ sheets }))], "references.xlsx"));
      return host.server.ask(calls.importCsv, "analyst", { params: { id: other }, body });
    };
    const problemOf = async (given: Record<string, string>) =>
      ((await send(given)).body as ErrorAnswer).problems?.[0];
    expect(await problemOf({})).toMatchObject({ reason: "sheet_choice", sheet: "May" });
    expect(await problemOf({ sheet: "June" })).toMatchObject({
      reason: "condition_time_zone",
      sheet: "June",
      cell: "B2",
    });
    expect((await send({ sheet: "June", time_zone: "Etc/GMT-2" })).body).toEqual({
      count: 1,
      notes: [],
    });
    const [only] = await list(other);
    expect(only).toMatchObject({ dt_id: host.plant.moduleId(1) });
    expect(Date.parse(only!.measured_at)).toBe(Date.parse("2026-01-05T07:30:00Z"));
    await host.server.ask(calls.remove, "analyst", {
      params: { id: other, measurement_id: only!.id },
    });
  });

  it("are entered for a component, beside what the drone measured there", async () => {
    const { status, body } = await create(2, valueAt(5));
    expect(status).toBe(200);
    const made = body as ReferenceMeasurement;
    expect(made).toMatchObject({ dt_id: "T0.M2", component_type: "module", is_ignored: false });
    expect(made.drone_values[0]?.value).toBeCloseTo(valueAt(4), 4);
    const params = { id, measurement_id: made.id };
    const ignored = await host.server.ask(calls.ignore, "analyst", {
      params,
      body: { is_ignored: true },
    });
    expect(ignored.body).toMatchObject({ is_ignored: true });
    const values = [{ key_figure_id: measured.id, value: valueAt(6) }];
    await host.server.ask(calls.update, "analyst", {
      params,
      body: { measured_at, values, notes: "Again" },
    });
    expect(await list()).toMatchObject([{ values, notes: "Again", is_ignored: true }]);
    const move = (to: object) => host.server.ask(calls.move, "analyst", { params, body: to });
    expect((await move({ dt_id: "T9.M9" })).status).toBe(400);
    expect((await move({ dt_id: "T0" })).status).toBe(409);
    expect((await move({ analysis_id: 999_999 })).status).toBe(404);
    expect((await move({ dt_id: "T0.M3", analysis_id: other })).status).toBe(200);
    expect(await list()).toEqual([]);
    expect(await list(other)).toMatchObject([{ dt_id: "T0.M3", analysis_id: other }]);
    const there = { params: { id: other, measurement_id: made.id } };
    expect((await host.server.ask(calls.remove, "analyst", { params })).status).toBe(404);
    expect((await host.server.ask(calls.remove, "analyst", there)).status).toBe(200);
    expect(await list(other)).toEqual([]);
  });

  it("are refused for values that the key figure cannot have", async () => {
    expect((await create(0, measured.range[1] + 1000)).status).toBe(400);
    expect(await list()).toEqual([]);
  });

  it("come from a CSV file as a whole, or with its faults by line", async () => {
    const row = (dtId: string, value: string | number) => `${dtId};${measured_at};Ana;;${value}`;
    const head = `dt_id;measured_at;acquired_by;notes;${measured.key}`;
    const bad = [head, row("T0.M0", valueAt(1)), row("nowhere", 1), row("T0.M1", "warm")];
    const refused = await importCsv(bad.join("\r\n"));
    expect(refused.status).toBe(422);
    const problems = (refused.body as ErrorAnswer).problems ?? [];
    expect(problems.map(({ reason, line }) => [reason, line])).toEqual([
      ["component_unknown", 3],
      ["reference_no_number", 4],
    ]);
    expect(await list()).toEqual([]);
    const steps = [1, 3, 4, 8];
    const good = steps.map((step, at) => row(host.plant.moduleId(at), valueAt(step)));
    expect((await importCsv([head, ...good].join("\r\n"))).body).toEqual({ count: 4, notes: [] });
    const pairs = (await list()).map(({ values, drone_values }) => ({
      reference: values[0]!.value,
      drone: drone_values[0]!.value!,
    }));
    // By hand: the drone is 1, 1, 0 and 2 steps below the reference.
    expect(agreementOf(pairs)!.bias).toBeCloseTo(-measured.step, 4);
    expect(agreementOf(pairs)!.spread).toBeCloseTo(measured.step * Math.sqrt(2 / 3), 4);
    // What is exported can be imported again.
    const headers = { authorization: `Bearer ${host.server.accounts.analyst.token}` };
    const path = `/api/auth/analysis/${id}/reference-measurements/csv`;
    const text = await (await host.server.fetch(path, { headers })).text();
    expect((await importCsv(text)).body).toEqual({ count: 4, notes: [] });
    const all = await list();
    expect(all.filter(({ dt_id }) => dt_id === "T0.M3").map(({ values }) => values)).toEqual([
      all.find(({ dt_id }) => dt_id === "T0.M3")!.values,
      all.find(({ dt_id }) => dt_id === "T0.M3")!.values,
    ]);
  });

  it("are for staff alone", async () => {
    const { status } = await host.server.ask(calls.list, "viewer", { params: { id } });
    expect([403, 404]).toContain(status);
  });
});
