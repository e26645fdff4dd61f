// The sample files that the panels offer: each imports without a fault, a correction or a question.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { api } from "../../api/index.ts";
import { technologies } from "../../domain/component/component.ts";
import { samplePlantAreas } from "../../domain/plant/sample-plant-area.ts";
import { sampledType, sampleResult } from "../../domain/result-file/sample-result.ts";
import { sampleTwin } from "../../domain/twin/sample-twin.ts";
import { analysis } from "../store/schema/plant.ts";
import { form, startTwinStand, type TwinStand } from "./digital-twin.fixture.ts";

let stand: TwinStand;
beforeAll(async () => {
  stand = await startTwinStand();
});
afterAll(() => stand.server.close());

describe.each(technologies)("the samples of a %s plant", (technology) => {
  it("are imported as they are, and again without a change", async () => {
    const { id, name } = await stand.makePlant(`Sol “Ñ” ${technology}`, technology);
    const { file_name, text } = sampleTwin(technology, name, [-70.11, -18.88]);
    const first = await stand.finish(await stand.send(id, form({ [file_name]: text })));
    expect(first).toMatchObject({
      state: "SUCCESSFUL",
      output: { result: { refused_count: 0, orphans: [], columns: [], made: {}, confirmed: [] } },
    });
    const { mended, levels } = first.output.result as {
      mended: Record<string, number>;
      levels: { component_type: string; component_count: number }[];
    };
    expect(Object.values(mended).every((count) => count === 0)).toBe(true);
    const type = sampledType(technology);
    const count = levels.find(({ component_type }) => component_type === type)!.component_count;
    expect(count).toBeGreaterThanOrEqual(18);
    const again = await stand.finish(await stand.send(id, form({ [file_name]: text })));
    for (const counts of (again.output.result as { by_type: object[] }).by_type) {
      expect(counts).toMatchObject({ new: 0, changed: 0, moved: 0, removed: 0, orphans: 0 });
    }

    const features = (JSON.parse(text) as { features: { properties: Record<string, string> }[] })
      .features;
    const dt_ids = features
      .filter(({ properties }) => properties["component_type"] === type)
      .map(({ properties }) => properties["dt_id"]!);
    const [survey] = await stand.server.database.owner.db
      .insert(analysis)
      .values({
        plant_id: id,
        name: "S",
        flown_at: "2026-01-01T10:00:00Z",
        state: "DATA_COMPLETE_VERIFIED",
      })
      .returning();
    const body = new FormData();
    body.append("json_file", new Blob([sampleResult(technology, dt_ids)]), "sample.csv");
    const params = { id: survey!.id };
    const result = await stand.finish(
      await stand.server.ask(api.analysisResult.importFile, "analyst", { params, body }),
    );
    expect(result).toMatchObject({
      state: "SUCCESSFUL",
      output: { problems: [], result: { value_count: 2 * count, empty_count: 0, warnings: [] } },
    });
    const { body: columns } = await stand.server.ask(api.analysisResult.columns, "analyst", {
      params,
    });
    // Most components are good, so that the map of a first import explains itself.
    expect(columns).toMatchObject([
      { value_count: count },
      { value_count: count },
      // What is broken follows from them.
      { key_figure_id: faultTypeOf[technology] },
    ]);
  });
});

const faultTypeOf = { photovoltaic: 92, parabolic_trough: 93 } as const;

it("makes two plants of the sample of outlines", async () => {
  const body = new FormData();
  body.append("customer_id", String(stand.server.accounts.viewer.customer_id));
  body.append("technology", "photovoltaic");
  body.append("files", new Blob([samplePlantAreas()]), "sample plants.geojson");
  const answer = await stand.server.ask(api.digitalTwin.importPlantAreas, "analyst", { body });
  expect(answer).toMatchObject({
    status: 200,
    body: { created: 2, known: 0, refused_count: 0, refused: [] },
  });
});
