// What losses of a plant cost: its settings, the sums of an analysis, and the repairs under a budget.
import type { Analysis } from "../../../domain/analysis/analysis.ts";
import type { lossApi } from "../../../api/analysis/loss.ts";
import {
  modulePower,
  modulesOf,
  poweredPlant,
  type PoweredPlant,
} from "../../../domain/loss/module-power.ts";
import { settingsWith, type LossSettings } from "../../../domain/loss/loss-settings.ts";
import type { Plant } from "../../../domain/plant/plant.ts";
import type { Context, Database } from "../../context.ts";
import { readComponentStates } from "../../finding/component-state.ts";
import { requireFound, type Handlers } from "../../implement.ts";
import { readAnalysisLoss } from "../../result/loss.ts";
import { changeWithAudit } from "../../store/account/audit.ts";
import { readTwin } from "../../store/plant/twin.ts";
import { readLossSettings, storeLossSettings } from "../../store/plant/analysis/loss-settings.ts";

export const lossHandlers: Handlers<typeof lossApi> = {
  read: async ({ db }, { plant }) => shown(db, plant, await readLossSettings(db, plant.id)),

  async set(context, { plant, body }) {
    await changeWithAudit(
      context,
      (db) => storeLossSettings(db, plant.id, body),
      () => ({ action: "set_loss_settings", detail: { plant_id: plant.id, ...body } }),
    );
    return shown(context.db, plant, body);
  },

  async summary(context, { analysis, plant }) {
    const { split, recovery, module_power, settings, lead_key_figure_id } = await readAnalysisLoss(
      context,
      { analysis, plant, budget: null, states: await settled(context, analysis) },
    );
    return { ...split, recovery, module_power, settings, lead_key_figure_id };
  },

  async repairs(context, { analysis, plant, query: budget }) {
    const states = await settled(context, analysis);
    const asked = { analysis, plant, budget, states };
    const { plan, settings } = await readAnalysisLoss(context, asked);
    return { ...requireFound(plan), settings };
  },

  async component(context, { analysis, plant, params, query: budget }) {
    const { dt_id, component_type } = params;
    const read = await readAnalysisLoss(context, {
      analysis,
      plant,
      budget,
      states: await settled(context, analysis),
      parts: [{ name: dt_id, dt_id }],
      isRepairWanted: true,
    });
    const isThere = read.parts[0]?.component_type === component_type;
    return { ...requireFound(isThere ? read.component : null), settings: read.settings };
  },
};

/** What is done or dismissed of the findings of the analysis. */
const settled = (context: Context, analysis: Analysis) =>
  readComponentStates(context, context.viewer, analysis, "settled");

async function shown(
  db: Database,
  plant: PoweredPlant & Pick<Plant, "id">,
  own: Partial<LossSettings> | null,
) {
  const settings = settingsWith(own);
  const modules = modulesOf(await readTwin(db, plant.id));
  const module_power = modulePower({ ...poweredPlant(plant), ...modules, settings });
  return { settings, own: Object.keys(own ?? {}), module_power };
}
