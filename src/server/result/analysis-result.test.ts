import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type AccountKey, type TestServer } from "../../../tests/fixtures/http.ts";
import { addResultPlant, type ResultPlant } from "../../../tests/fixtures/result-plant.ts";
import { analysisResultApi as calls } from "../../api/analysis/analysis-result.ts";
import type { ComponentResult } from "../../domain/analysis/analysis-result.ts";
import { valueAt, type ColumnSummary } from "../../domain/column/column.ts";
import { decodeColumn } from "../../domain/column/column-codec.ts";
import { keyFigures, type KeyFigure } from "../../domain/key-figure/key-figure.ts";
import type { Permission } from "../../domain/account/permission.ts";
import { rolePermissions } from "../../domain/account/role.ts";
import { role } from "../store/schema/account.ts";
import { writeColumns } from "../store/plant/column/column.ts";
import type { Services } from "../context.ts";
import { readComponents } from "../store/plant/plant-component.ts";

const ofModules = keyFigures.filter(({ component_type }) => component_type === "module");
const measured = ofModules.find(({ kind, expert }) => kind === "f32" && !expert) as KeyFigure;
const expert = ofModules.find(({ kind, expert }) => kind === "u8" && expert) as KeyFigure;

let server: TestServer;
let owner: Services;
let plant: ResultPlant;
let released: number;
let unreleased: number;
let invisible: number;
let rowOf: (index: number) => number;

beforeAll(async () => {
  server = await startTestServer();
  owner = { ...server.services, db: server.database.owner.db };
  plant = await addResultPlant(owner, server.accounts.viewer.customer_id, "Atacama");
  released = await plant.addAnalysis("spring", "2026-03-01", { visibility: "released" });
  unreleased = await plant.addAnalysis("summer", "2026-06-01");
  invisible = await plant.addAnalysis("autumn", "2026-09-01", { visibility: "invisible" });
  const directory = await (await readComponents(owner, plant.plant_id)).directory();
  rowOf = (index) => directory.byDtId(plant.moduleId(index))?.row ?? -1;
  for (const id of [released, unreleased, invisible]) await fill(id);
});
afterAll(() => server.close());

/** Module i has the value i × step above the least. */
async function fill(analysisId: number): Promise<void> {
  const values = new Float32Array(plant.modules).fill(NaN);
  for (let i = 0; i < plant.modules; i++) values[rowOf(i)] = valueOf(i);
  values[rowOf(59)] = NaN;
  const classes = new Uint8Array(plant.modules).fill(expert.classes[0]?.value ?? 0);
  const columns = new Map<number, Float32Array | Uint8Array>([
    [measured.id, values],
    [expert.id, classes],
  ]);
  await writeColumns(owner, analysisId, columns, { twin_version: 1 });
}

function valueOf(index: number): number {
  return Math.round((measured.range[0] + index * measured.step) * 1e6) / 1e6;
}

async function summaryOf(analysisId: number, as: AccountKey = "analyst"): Promise<ColumnSummary> {
  const { body } = await server.ask(calls.columns, as, { params: { id: analysisId } });
  return (body as ColumnSummary[]).find((one) => one.key_figure_id === measured.id)!;
}

describe("a file of values", () => {
  test("is for those who may take results away; looking needs no such permission", async () => {
    const params = { analysis_id: released, key_figure_id: measured.id };
    const ask = (csv: "0" | "1") => server.ask(calls.read, "viewer", { params, query: { csv } });
    const set = (permissions: readonly Permission[]) =>
      owner.db
        .update(role)
        .set({ permissions: [...permissions] })
        .where(eq(role.key, "customer_user"));
    expect((await ask("1")).status).toBe(200);
    const held = rolePermissions.customer_user;
    await set(held.filter((name) => name !== "DOWNLOAD_ANALYSIS_RESULT_FILE"));
    expect(await ask("1")).toMatchObject({
      status: 403,
      body: { code: "PERMISSION_DENIED", problems: [{ reason: "permission_missing" }] },
    });
    expect((await ask("0")).status).toBe(200);
    await set(held);
  });
});

describe("columns", () => {
  test("are summarised without those only experts see", async () => {
    const { status, body } = await server.ask(calls.columns, "viewer", {
      params: { id: released },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject([
      { key_figure_id: measured.id, row_count: 60, value_count: 59, min: valueOf(0) },
    ]);
  });

  test("arrive packed, or unpacked for clients that cannot unpack", async () => {
    const { hash, bytes } = await summaryOf(released, "viewer");
    const path = `/api/auth/analysis-result/${released}/${measured.id}/column/${hash}`;
    const authorization = `Bearer ${server.accounts.viewer.token}`;
    for (const encoding of ["gzip", "identity"]) {
      const answer = await server.fetch(path, {
        headers: { authorization, "accept-encoding": encoding },
      });
      expect(answer.headers.get("content-encoding")).toBe(encoding === "gzip" ? "gzip" : null);
      expect(answer.headers.get("cache-control")).toBe("private, no-cache");
      if (encoding === "gzip") expect(answer.headers.get("content-length")).toBe(String(bytes));
      const values = decodeColumn(new Uint8Array(await answer.arrayBuffer()));
      expect(valueAt(values, rowOf(7))).toBeCloseTo(valueOf(7), 5);
    }
    const params = { analysis_id: released, key_figure_id: measured.id, hash: "0".repeat(64) };
    expect((await server.ask(calls.column, "viewer", { params })).status).toBe(404);
    const hidden = { analysis_id: released, key_figure_id: expert.id, hash };
    expect((await server.ask(calls.column, "viewer", { params: hidden })).status).toBe(404);
  });

  test("of an unreleased or foreign analysis do not exist for a customer", async () => {
    for (const [id, as] of [
      [unreleased, "viewer"],
      [invisible, "viewer"],
      [released, "other_customer"],
    ] as const) {
      const { hash } = await summaryOf(id);
      const params = { analysis_id: id, key_figure_id: measured.id };
      const asked = [
        await server.ask(calls.columns, as, { params: { id } }),
        await server.ask(calls.column, as, { params: { ...params, hash } }),
        await server.ask(calls.read, as, { params }),
        await server.ask(calls.images, as, { params: { id } }),
        await server.ask(calls.component, as, {
          params: { id, component_type: "module", dt_id: "T0.M0" },
        }),
      ];
      expect(asked.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    }
  });
});

describe("rows", () => {
  const params = () => ({ analysis_id: released, key_figure_id: measured.id });
  const filters = () =>
    JSON.stringify([
      { kind: "range", key_figure_id: measured.id, min: valueOf(10), max: valueOf(14) },
      { kind: "within", component_type: "tracker", dt_id: "T0" },
    ]);

  test("pass filters, names and pages as JSON", async () => {
    const query = { filters: filters(), limit: 3 };
    const { body } = await server.ask(calls.read, "viewer", { params: params(), query });
    const { count, rows } = body as { count: number; rows: { dt_id: string; value: number }[] };
    expect([count, rows.length]).toEqual([5, 3]);
    for (const { dt_id, value } of rows)
      expect(value).toBeCloseTo(valueOf(Number(dt_id.slice(4))), 5);
    const named = { dt_ids: JSON.stringify(["T1.M1", "nobody"]) };
    const one = await server.ask(calls.read, "viewer", { params: params(), query: named });
    expect(one.body).toMatchObject({ count: 1, rows: [{ dt_id: "T1.M1", pcs: "T1.M1 pcs" }] });
  });

  test("are exactly the filtered ones in CSV", async () => {
    const mappings = [{ key_figure_id: measured.id, header: "=power" }];
    const query = { filters: filters(), csv: "1", csv_mappings: JSON.stringify(mappings) } as const;
    const { headers, body } = await server.ask(calls.read, "viewer", { params: params(), query });
    expect(headers.get("content-disposition")).toContain("Atacama spring.csv");
    const lines = String(body).replace("\ufeff", "").trimEnd().split("\r\n");
    expect(lines[0]).toBe("dt_id,pcs,'=power");
    const expected = [10, 11, 12, 13, 14].map((i) => `T0.M${i},T0.M${i} pcs,${valueOf(i)}`);
    expect(lines.slice(1).toSorted()).toEqual(expected.toSorted());
  });

  test("compare only with what the viewer sees", async () => {
    const query = { compare_analysis_id: unreleased, limit: 1 };
    const asAnalyst = await server.ask(calls.read, "analyst", { params: params(), query });
    expect(asAnalyst.body).toMatchObject({ rows: [{ compare_value: expect.any(Number) }] });
    expect((await server.ask(calls.read, "viewer", { params: params(), query })).status).toBe(404);
  });

  test("are refused for filters that are none, with the field", async () => {
    for (const [query, field] of [
      [{ filters: "[" }, "filters"],
      [{ filters: '[{"kind":"hello"}]' }, "filters.0.kind"],
      [{ dt_ids: "{}" }, "dt_ids"],
      [{ csv: "1", csv_mappings: '[{"key_figure_id":1,"header":"x"}]' }, "csv_mappings.0"],
    ] as const) {
      const answer = await server.ask(calls.read, "viewer", { params: params(), query });
      expect([answer.status, answer.body]).toMatchObject([400, { problems: [{ field }] }]);
    }
  });
});

describe("one component", () => {
  const ask = (id: number, as: AccountKey, dt_id = "T1.M5") =>
    server.ask(calls.component, as, { params: { id, component_type: "module", dt_id } });

  test("has parents, neighbours and the history that the viewer may see", async () => {
    const { body } = await ask(released, "viewer");
    const outcome = body as ComponentResult;
    expect(outcome.parents.map(({ dt_id }) => dt_id)).toEqual(["T1", "G0"]);
    expect(outcome.values).toHaveLength(1);
    const others = Array.from({ length: 20 }, (_, i) => i).filter((i) => i !== 5);
    expect(outcome.values[0]?.value).toBeCloseTo(valueOf(25), 5);
    expect(outcome.values[0]?.neighbours_median).toBeCloseTo(valueOf(20 + (others[9] ?? 0)), 5);
    expect(outcome.history.map(({ name }) => name)).toEqual(["spring"]);
    const asAnalyst = (await ask(released, "analyst")).body as ComponentResult;
    expect(asAnalyst.history.map(({ name }) => name)).toEqual(["spring", "summer", "autumn"]);
  });

  test("that is not there or of another type is not found", async () => {
    expect((await ask(released, "viewer", "T9.M9")).status).toBe(404);
    expect((await ask(released, "viewer", "T1")).status).toBe(404);
  });
});

describe("removing results", () => {
  test("is refused once released and takes everything otherwise", async () => {
    const id = await plant.addAnalysis("winter", "2026-12-01");
    await fill(id);
    const remove = (one: number) =>
      server.ask(calls.remove, "super_admin", { params: { id: one } });
    expect((await remove(released)).status).toBe(409);
    expect((await remove(id)).status).toBe(200);
    expect((await server.ask(calls.columns, "super_admin", { params: { id } })).body).toEqual([]);
  });
});

test("the schema of the result file is open to anybody's tools", async () => {
  const answer = await server.fetch("/api/schemas/analysis-result.json", { bot: null });
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({
    $schema: "https://json-schema.org/draft/2020-12/schema",
    required: ["format", "version"],
    additionalProperties: false,
  });
});
