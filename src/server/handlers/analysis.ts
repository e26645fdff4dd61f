// Analyses.
import { analysisApi } from "../../api/analysis.ts";
import { analysisStates } from "../../domain/analysis/analysis.ts";
import { failure } from "../../domain/error.ts";
import type { Database } from "../context.ts";
import type { Handlers } from "../implement.ts";
import { refuse, requireFound } from "../implement.ts";
import { changeWithAudit } from "../store/account/audit.ts";
import * as store from "../store/plant/analysis.ts";
import { readPlant } from "../store/plant/plant.ts";

export const analysisHandlers: Handlers<typeof analysisApi> = {
  list: ({ db, viewer }) => store.readAnalyses(db, viewer),

  listForView: ({ db, viewer }, { plant }) =>
    store.readAnalyses(db, viewer, { plant_id: plant.id }),

  read: async (_, { analysis }) => analysis,

  async create({ db, viewer }, { body }) {
    const plant = await readPlant(db, viewer, body.plant_id);
    if (!plant) throw failure("BAD_REQUEST", { reason: "plant_unknown", field: "plant_id" });
    const id = await store.insertAnalysis(db, body, viewer.account_id);
    if (id === null) throw failure("CONFLICT", { reason: "analysis_incomplete" });
    return requireFound(await store.readAnalysis(db, viewer, id));
  },

  async remove(context, { analysis }) {
    const { id, name, plant_id } = analysis;
    refuse(analysisApi.remove, context.viewer, analysis);
    const remove = async (db: Database) => {
      if (await store.deleteAnalysis(db, id)) return;
      throw failure("CONFLICT", { reason: "analysis_released" });
    };
    const detail = { analysis_id: id, name, plant_id };
    await changeWithAudit(context, remove, () => ({ action: "delete_analysis", detail }));
    return { done: true };
  },

  async setState(context, { analysis: before, body: { state } }) {
    await changeWithAudit(
      context,
      (db) => store.updateAnalysis(db, before.id, { state }),
      () => ({
        action: "set_analysis_state",
        detail: { analysis_id: before.id, from: before.state, to: state },
      }),
    );
    return { ...before, state };
  },

  states: async () => [...analysisStates],

  async setVisibility(context, { analysis: before, body }) {
    const { visibility } = body;
    refuse(analysisApi.setVisibility, context.viewer, { analysis: before, visibility });
    const released_at =
      visibility === "released" ? (before.released_at ?? context.now().toISOString()) : null;
    await changeWithAudit(
      context,
      (db) => store.updateAnalysis(db, before.id, { visibility, released_at }),
      () => ({
        action: "set_analysis_visibility",
        detail: { analysis_id: before.id, from: before.visibility, to: visibility },
      }),
    );
    return { ...before, visibility, released_at };
  },
};
