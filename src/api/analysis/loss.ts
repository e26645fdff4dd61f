// What losses of a plant cost: its settings, the sums of an analysis, and the repairs under a budget.
import { z } from "zod";
import { lossChangesShape, lossSettingsShape } from "../../domain/loss/loss-settings.ts";
import { lossSplitShape } from "../../domain/loss/loss-split.ts";
import { modulePowerShape } from "../../domain/loss/module-power.ts";
import { recoveryShape } from "../../domain/loss/recovery.ts";
import { budgetShape, componentRepairShape, repairPlanShape } from "../../domain/loss/repair.ts";
import { endpoint } from "../endpoint.ts";
import { idParams } from "../plant/plant.ts";
import { componentParams } from "./analysis-result.ts";

/** The settings with the defaults for the rest, and the names of those that the plant has of its own. */
const answer = z.object({
  settings: lossSettingsShape,
  own: z.array(z.string()),
  /** Null for a plant without modules, or without a digital twin. */
  module_power: modulePowerShape.nullable(),
});

export const lossApi = {
  read: endpoint({
    method: "GET",
    path: "/auth/plant/{id}/loss-settings",
    summary: "What losses of the plant cost, and what repairs take.",
    permission: "READ_ANALYSIS_RESULT",
    scope: { plant: "id" },
    params: idParams,
    answer,
  }),
  set: endpoint({
    method: "POST",
    path: "/auth/plant/{id}/loss-settings",
    summary: "Sets what losses of the plant cost. Settings that are left out have their defaults.",
    permission: "UPDATE_PLANT",
    scope: { plant: "id" },
    params: idParams,
    body: lossChangesShape,
    answer,
  }),
  summary: endpoint({
    method: "GET",
    path: "/auth/analysis/{id}/loss",
    summary:
      "What the components of an analysis lose a year, by cause, and how much of it has a finding. The parts add up to the whole.",
    permission: "READ_ANALYSIS_RESULT",
    scope: { analysis: "id" },
    params: idParams,
    answer: lossSplitShape.extend({
      /** Null for a plant without modules. */
      module_power: modulePowerShape.nullable(),
      /** What repairs and cleaning bring back. */
      recovery: recoveryShape,
      settings: lossSettingsShape,
      /** Its findings are meant; null where nothing is judged. */
      lead_key_figure_id: z.number().int().nullable(),
    }),
    heavy: true,
    access: "read_results",
  }),
  repairs: endpoint({
    method: "GET",
    path: "/auth/analysis/{id}/repairs",
    summary:
      "The repairs that bring the most money a year for a budget of crew hours and spare parts, soonest paid back first, or most energy first where the cost of one is not known; with first=safety the dangerous ones before all others.",
    permission: "READ_ANALYSIS_RESULT",
    scope: { analysis: "id" },
    params: idParams,
    query: budgetShape,
    answer: repairPlanShape.extend({ settings: lossSettingsShape }),
    heavy: true,
    access: "read_results",
  }),
  component: endpoint({
    method: "GET",
    path: "/auth/analysis/{id}/component-repair/{component_type}/{dt_id}",
    summary:
      "What a component and the parts below it lose a year, which repairs of them the survey suggests, and the place of the first in the work list of the budget.",
    permission: "READ_ANALYSIS_RESULT",
    scope: { analysis: "id" },
    params: componentParams,
    query: budgetShape,
    answer: componentRepairShape.extend({ settings: lossSettingsShape }),
    heavy: true,
    access: "read_results",
  }),
};
