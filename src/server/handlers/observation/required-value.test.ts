// Required and conditional properties over HTTP: set, refused, and kept by every way that stores observations.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { api } from "../../../api/index.ts";
import type { ErrorAnswer } from "../../../domain/error-shape.ts";
import type { Observation } from "../../../domain/observation/observation.ts";
import type { CustomComponentProperty } from "../../../domain/plant/custom-component-property.ts";
import { startObservationStand, type ObservationStand } from "./observation-file.fixture.ts";

const observed_at = "2026-03-04T23:30:00Z";
let stand: ObservationStand;
let cause: CustomComponentProperty;
let high: string;

const property = (body: object) =>
  stand.server.ask(api.customComponentProperty.create, "viewer", {
    params: stand.params,
    body: { component_type: "module", relation_type: "time", data_type: "text", ...body } as never,
  });
beforeAll(async () => {
  stand = await startObservationStand();
  high = stand.severity.options!.find(({ label }) => label === "High")!.id;
  const condition = { property_id: stand.severity.id, values: [high] };
  const made = await property({ name: "Cause", is_required: true, condition });
  expect(made.body).toMatchObject({ is_required: true, condition });
  cause = made.body as CustomComponentProperty;
});
afterAll(() => stand.server.close());

const problemOf = ({ status, body }: { status: number; body: unknown }) => {
  const [problem] = (body as ErrorAnswer).problems ?? [];
  return [status, problem?.reason, problem?.field];
};
const change = (id: number, body: object) =>
  stand.server.ask(api.customComponentProperty.update, "viewer", { params: { id }, body });
const said = (level: "High" | "Low", because?: string) => ({
  analysis_id: null,
  file_ids: [],
  pi_values: [],
  ccp_values: [
    {
      ccp_id: stand.severity.id,
      value: stand.severity.options!.find(({ label }) => label === level)!.id,
    },
    ...(because === undefined ? [] : [{ ccp_id: cause.id, value: because }]),
  ],
});
const create = (request: object, more: object = {}) =>
  stand.server.ask(api.observation.create, "viewer", {
    params: stand.params,
    body: { dt_id: stand.plant.moduleId(2), observed_at, request, ...more } as never,
  });

describe("an observation", () => {
  it("is refused without a value that its others ask for, and with one that they do not", async () => {
    const field = `ccp_${cause.id}`;
    expect(problemOf(await create(said("High")))).toEqual([
      400,
      "observation_value_missing",
      field,
    ]);
    expect(problemOf(await create(said("Low", "hail")))).toEqual([
      400,
      "observation_value_unasked",
      field,
    ]);
    expect((await create(said("Low"))).status).toBe(200);
    expect((await create(said("High", "hail"))).status).toBe(200);
  });

  it("of many components is refused as a whole", async () => {
    const before = (await stand.stored()).length;
    const body = {
      dt_ids: [stand.plant.moduleId(3), stand.plant.moduleId(4)],
      observed_at,
      notes: "",
      request: said("High"),
    };
    const many = await stand.server.ask(api.observation.bulkAdd, "viewer", {
      params: stand.params,
      body: body as never,
    });
    expect(problemOf(many).slice(0, 2)).toEqual([400, "observation_value_missing"]);
    expect(await stand.stored()).toHaveLength(before);
  });

  it("keeps a required value when it is changed, and needs the one that a new answer asks for", async () => {
    const edit = (one: Observation, request: object) =>
      stand.server.ask(api.observation.update, "viewer", {
        params: { id: one.id },
        body: { base_revision: one.revision, observed_at, notes: "", request } as never,
      });
    const full = (await create(said("High", "hail"))).body as Observation;
    expect(problemOf(await edit(full, said("High")))[1]).toBe("observation_value_missing");
    const low = (await create(said("Low"))).body as Observation;
    expect(problemOf(await edit(low, said("High")))[1]).toBe("observation_value_missing");
    expect((await edit(low, said("High", "bird"))).status).toBe(200);
    // What is stored stays, though its question went away.
    expect((await edit(full, said("Low", "hail"))).status).toBe(200);
  });

  it("of a file is refused in its line", async () => {
    const id = (module: number) => `${stand.plant.moduleId(module)} pcs`;
    const table = [
      "name,date,Severity,Cause",
      `${id(5)},2026-05-04 10:00,High,hail`,
      `${id(6)},2026-05-04 10:00,High,`,
      `${id(7)},2026-05-04 10:00,Low,bird`,
    ].join("\n");
    const fields = { time_zone: "America/Santiago" };
    const shown = await stand.previewOf("seen.csv", table, fields);
    expect(shown).toMatchObject({ result_count: 1, refused_count: 2 });
    expect(shown.refused.map(({ reason, line }) => [reason, line])).toEqual([
      ["observation_value_missing", 3],
      ["observation_value_unasked", 4],
    ]);
  });
});

describe("a condition", () => {
  it("is refused where it cannot be met, and with values that are none", async () => {
    const condition = (property_id: number, values: readonly unknown[]) => ({
      condition: { property_id, values },
    });
    const tried = async (body: object) => problemOf(await property({ name: "Other", ...body }));
    expect(await tried(condition(cause.id, ["x"]))).toEqual([
      400,
      "property_condition_type",
      "condition.property_id",
    ]);
    expect(await tried(condition(stand.severity.id, ["gone"]))).toEqual([
      400,
      "property_condition_value",
      "condition.values",
    ]);
    expect((await tried(condition(stand.severity.id, [])))[0]).toBe(400);
    expect(await tried({ data_type: "checkbox", is_required: true })).toEqual([
      400,
      "property_checkbox_required",
      "is_required",
    ]);
  });

  it("keeps the property and the options that it names, until it is taken away", async () => {
    const { id, options } = stand.severity;
    const remove = () =>
      stand.server.ask(api.customComponentProperty.remove, "viewer", { params: { id } });
    expect(problemOf(await remove()).slice(0, 2)).toEqual([409, "property_in_condition"]);
    const others = options!.filter((one) => one.id !== high);
    expect(problemOf(await change(id, { options: others }))).toEqual([
      400,
      "property_option_in_condition",
      "options",
    ]);
    expect((await change(cause.id, { condition: null, is_required: false })).status).toBe(200);
    expect((await change(id, { options: others })).status).toBe(200);
    expect((await remove()).status).toBe(200);
  });
});
