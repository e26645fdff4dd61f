import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type AccountKey, type TestServer } from "../../../tests/fixtures/http.ts";
import { addResultPlant, type ResultPlant } from "../../../tests/fixtures/result-plant.ts";
import type { CallArgs, Endpoint } from "../../api/endpoint.ts";
import { analysisApi } from "../../api/analysis/analysis.ts";
import { geoVisualApi as calls } from "../../api/plant/geo-visual.ts";
import { plantApi } from "../../api/plant/plant.ts";
import { keyFigures } from "../../domain/key-figure/key-figure.ts";
import type { DifferenceClass } from "../../domain/column/difference.ts";
import type { Services } from "../context.ts";
import { writeColumns } from "../store/plant/column/column.ts";
import { readComponents } from "../store/plant/plant-component.ts";

/** Higher is worse, with three limits. */
const figure = keyFigures.find(
  ({ component_type, kind, direction, limits, expert }) =>
    component_type === "module" &&
    kind === "f32" &&
    direction === "higher_is_worse" &&
    limits.length === 3 &&
    expert !== true,
)!;
const [watch, poor, act] = figure.limits as [number, number, number];

let server: TestServer;
let plant: ResultPlant;
let older: number;
let newer: number;
let hidden: number;
/** Of another plant of the same customer. */
let elsewhere: number;
beforeAll(async () => {
  server = await startTestServer();
  const owner: Services = { ...server.services, db: server.database.owner.db };
  plant = await addResultPlant(owner, server.accounts.viewer.customer_id, "Atacama");
  const directory = await (await readComponents(owner, plant.plant_id)).directory();
  /** Values of the first modules; the others have none. */
  const fill = async (id: number, ...first: number[]) => {
    const values = new Float32Array(plant.modules).fill(NaN);
    for (const [i, value] of first.entries()) {
      values[directory.byDtId(plant.moduleId(i))!.row] = value;
    }
    await writeColumns(owner, id, new Map([[figure.id, values]]), { twin_version: 1 });
    return id;
  };
  const other = await addResultPlant(owner, server.accounts.viewer.customer_id, "Elsewhere");
  elsewhere = await fill(
    await other.addAnalysis("elsewhere", "2026-01-01", { visibility: "released" }),
    0,
  );
  const seen = { visibility: "released" } as const;
  older = await fill(await plant.addAnalysis("older", "2026-03-01", seen), 0, act, 0, 0);
  newer = await fill(await plant.addAnalysis("newer", "2026-06-01", seen), act, 0, 0);
  hidden = await fill(await plant.addAnalysis("hidden", "2026-09-01"), watch, poor, act);
});
afterAll(() => server.close());

type Feature = {
  geometry: { type: string; coordinates: [number, number][][] };
  properties: Record<string, string | number | null>;
};

async function ask<E extends Endpoint>(call: E, as: AccountKey, args: Partial<CallArgs<E>>) {
  const { status, body } = await server.ask(call, as, args);
  if (status !== 200) return { status, features: new Map<unknown, Feature>() };
  const { features } = (typeof body === "string" ? JSON.parse(body) : body) as {
    features: Feature[];
  };
  return {
    status,
    features: new Map<unknown, Feature>(features.map((one) => [one.properties["dt_id"], one])),
  };
}

describe("components on a map", () => {
  it("have the outlines that were drawn, names and parents", async () => {
    const params = { id: plant.plant_id };
    const { features } = await ask(calls.components, "viewer", { params });
    expect(features.size).toBe(1 + 3 + 60);
    const { geometry, properties } = features.get("T1.M5")!;
    expect(properties).toMatchObject({ pcs: "T1.M5 pcs", component_type: "module", parent: "T1" });
    // Module 5 of tracker 1 as the fixture draws it, in hundred-thousandths of a degree.
    const [ring] = geometry.coordinates;
    expect(ring).toHaveLength(5);
    expect(ring![0]).toEqual(ring![4]);
    const lons = ring!.map(([lon]) => lon);
    const lats = ring!.map(([, lat]) => lat);
    expect(Math.min(...lons)).toBeCloseTo(-70 + 5e-5, 7);
    expect(Math.max(...lons)).toBeCloseTo(-70 + 5.9e-5, 7);
    expect(Math.min(...lats)).toBeCloseTo(-24 + 2e-5, 7);
    expect(Math.max(...lats)).toBeCloseTo(-24 + 3e-5, 7);
  });

  it("are narrowed by type and ids, and written as CSV", async () => {
    const params = { id: plant.plant_id };
    const dt_ids = JSON.stringify(["T0", "T2", "T1.M1"]);
    const query = { component_type: "tracker", dt_ids } as const;
    const { features } = await ask(calls.components, "viewer", { params, query });
    expect([...features.keys()].toSorted()).toEqual(["T0", "T2"]);
    const csv = { ...query, csv: "1" } as const;
    const { body } = await server.ask(calls.components, "viewer", { params, query: csv });
    const lines = String(body).replace("\ufeff", "").trimEnd().split("\r\n");
    expect(lines[0]).toBe("dt_id,pcs,lon,lat,component_type,parent,height");
    expect(lines.slice(1).map((line) => line.split(",")[0])).toEqual(
      expect.arrayContaining(["T0", "T2"]),
    );
    expect(lines).toHaveLength(3);
  });

  it("are unknown to other customers", async () => {
    const params = { id: plant.plant_id };
    expect((await ask(calls.components, "other_customer", { params })).status).toBe(404);
  });
});

describe("a key figure on a map", () => {
  const params = () => ({ analysis_id: hidden, key_figure_id: figure.id });

  it("has the value and its severity, and nothing where it was not measured", async () => {
    const { features } = await ask(calls.keyFigure, "analyst", { params: params() });
    expect(features.size).toBe(60);
    const of = (dt_id: string) => {
      const { value, severity } = features.get(dt_id)!.properties;
      return [Number(value), severity];
    };
    expect(of("T0.M0")).toEqual([expect.closeTo(watch, 4), 1]);
    expect(of("T0.M1")).toEqual([expect.closeTo(poor, 4), 2]);
    expect(of("T0.M2")).toEqual([expect.closeTo(act, 4), 3]);
    expect(features.get("T0.M3")!.properties).toMatchObject({ value: null, severity: null });
  });

  it("is judged by the plant's own limits, and filtered", async () => {
    const limits = [act + 1, act + 2, act + 3];
    await server.ask(plantApi.updateLimits, "analyst", {
      params: { id: plant.plant_id },
      body: { key_figure_id: figure.id, limits },
    });
    const filters = JSON.stringify([{ kind: "present", key_figure_id: figure.id, present: true }]);
    const { features } = await ask(calls.keyFigure, "analyst", {
      params: params(),
      query: { filters },
    });
    expect([...features.values()].map(({ properties }) => properties["severity"])).toEqual([
      0, 0, 0,
    ]);
    await server.ask(plantApi.updateLimits, "analyst", {
      params: { id: plant.plant_id },
      body: { key_figure_id: figure.id, limits: [] },
    });
  });

  it("of a hidden analysis is not found", async () => {
    expect((await ask(calls.keyFigure, "viewer", { params: params() })).status).toBe(404);
    const other = { ...params(), analysis_id: newer };
    expect((await ask(calls.keyFigure, "other_customer", { params: other })).status).toBe(404);
  });
});

describe("a result on a map", () => {
  it("has all key figures of the lowest type with values", async () => {
    const { features } = await ask(calls.analysisResult, "viewer", {
      params: { analysis_id: newer },
    });
    expect(features.size).toBe(60);
    expect(features.get("T0.M0")!.properties[figure.key]).toBeCloseTo(act, 4);
    expect(features.get("T2.M0")!.properties[figure.key]).toBeNull();
    const query = { component_type: "tracker" } as const;
    const none = await ask(calls.analysisResult, "viewer", {
      params: { analysis_id: newer },
      query,
    });
    expect(none.status).toBe(404);
  });
});

describe("two results on a map", () => {
  const compare = async (as: AccountKey, analysis_id: number, other: number) =>
    ask(calls.compare, as, {
      params: { analysis_id, key_figure_id: figure.id },
      query: { compare_analysis_id: other },
    });

  it("say what became worse and better from the older to the newer, whichever is asked for", async () => {
    for (const [id, other] of [
      [newer, older],
      [older, newer],
    ] as const) {
      const { features } = await compare("viewer", id, other);
      const changes = [0, 1, 2, 3, 4].map(
        (i) => features.get(plant.moduleId(i))!.properties["change"],
      );
      expect(changes).toEqual(["worse", "better", "same", "only_older", "unknown"]);
    }
    const { features } = await compare("viewer", newer, older);
    expect(features.get("T0.M1")!.properties).toMatchObject({ value: 0 });
    expect(features.get("T0.M1")!.properties["compare_value"]).toBeCloseTo(act, 4);
  });

  it("compare with nothing that the viewer does not see", async () => {
    expect((await compare("viewer", newer, hidden)).status).toBe(404);
    // Rows of two plants are not the same components.
    expect((await compare("viewer", newer, elsewhere)).status).toBe(404);
    expect((await compare("super_admin", newer, elsewhere)).status).toBe(404);
    expect((await compare("analyst", newer, hidden)).status).toBe(200);
    expect((await compare("other_customer", newer, older)).status).toBe(404);
  });

  it("are filtered by change, which needs another analysis that the viewer sees", async () => {
    const filtered = (as: AccountKey, analysis_id: number, ...values: DifferenceClass[]) => {
      const filter = { kind: "change", key_figure_id: figure.id, analysis_id, values };
      return ask(calls.keyFigure, as, {
        params: { analysis_id: newer, key_figure_id: figure.id },
        query: { filters: JSON.stringify([filter]) },
      });
    };
    const idsOf = async (...values: DifferenceClass[]) =>
      [...(await filtered("viewer", older, ...values)).features.keys()].toSorted();
    expect(await idsOf("worse")).toEqual(["T0.M0"]);
    expect(await idsOf("better", "only_older")).toEqual(["T0.M1", "T0.M3"]);
    expect(await idsOf("unknown")).toHaveLength(56);
    expect((await filtered("viewer", hidden, "worse")).status).toBe(404);
    expect((await filtered("analyst", hidden, "worse")).status).toBe(200);
  });
});

it("is counted before it is released: key figures, values, and what is poor or worse", async () => {
  const of = async (id: number) =>
    (await server.ask(analysisApi.releaseEffect, "analyst", { params: { id } })).body;
  // Act now, good, good; then watch, poor, act now.
  expect(await of(newer)).toMatchObject({ key_figures: 1, values: 3, findings: 1 });
  expect(await of(hidden)).toMatchObject({ key_figures: 1, values: 3, findings: 2 });
});
