import { expect, test } from "vitest";
import { api } from "../../api/index.ts";
import { settingsSections } from "./settings-sections.ts";

test("a section needs the permission of the call that it is there for", () => {
  const calls = {
    properties: api.customComponentProperty.order,
    key_figures: api.enabledKeyFigure.enable,
    blueprints: api.blueprint.uploadKml,
    terrain: api.elevation.upload,
    models: api.plantModel.upload,
    evaluation: api.evaluation.updateLimits,
    losses: api.loss.set,
    batches: api.evaluationBatch.create,
  };
  const needed = Object.entries(calls).map(([id, { permission }]) => [id, permission]);
  expect(settingsSections.map(({ id, changes }) => [id, changes])).toEqual(needed);
});
