// Analyses.
import { analysisApi } from "../../api/analysis.ts";
import { analysisStates } from "../../domain/analysis/analysis.ts";
import { failure } from "../../domain/error.ts";
import type { Handlers } from "../implement.ts";
import { named, refuse } from "../implement.ts";
import { audit } from "../store/account/account.ts";
import * as store from "../store/plant/analysis.ts";
import { readPlant } from "../store/plant/plant.ts";

export const analysisHandlers: Handlers<typeof analysisApi> = {
  list: ({ db, viewer }) => store.readAnalyses(db, viewer),

  listForView: ({ db, viewer }, { plant }) =>
    store.readAnalyses(db, viewer, { plant_id: named(plant).id }),

  read: async (_, { analysis }) => named(analysis),

  async create({ db, viewer }, { body }) {
    const plant = await readPlant(db, viewer, body.plant_id);
    if (!plant) throw failure("BAD_REQUEST", { reason: "plant_unknown", field: "plant_id" });
    const id = await store.insertAnalysis(db, body, viewer.account_id);
    if (id === null) throw failure("CONFLICT", { reason: "analysis_incomplete" });
    return named(await store.readAnalysis(db, viewer, id));
  },

  async remove({ db, viewer, request_id }, { analysis }) {
    const { id, name, plant_id } = named(analysis);
    refuse(analysisApi.remove, viewer, named(analysis));
    if (!(await store.deleteAnalysis(db, id))) {
      throw failure("CONFLICT", { reason: "analysis_released" });
    }
    await audit(db, {
      account_id: viewer.account_id,
      customer_id: viewer.customer_id,
      action: "delete_analysis",
      detail: { analysis_id: id, name, plant_id },
      request_id,
    });
    return { done: true };
  },

  async setState({ db, viewer, request_id }, { analysis, body }) {
    const before = named(analysis);
    await store.updateAnalysis(db, before.id, { state: body.state });
    await audit(db, {
      account_id: viewer.account_id,
      customer_id: viewer.customer_id,
      action: "set_analysis_state",
      detail: { analysis_id: before.id, from: before.state, to: body.state },
      request_id,
    });
    return { ...before, state: body.state };
  },

  states: async () => [...analysisStates],

  async setVisibility({ db, viewer, request_id, now }, { analysis, body }) {
    const before = named(analysis);
    const { visibility } = body;
    refuse(analysisApi.setVisibility, viewer, { analysis: before, visibility });
    const released_at =
      visibility === "released" ? (before.released_at ?? now().toISOString()) : null;
    await store.updateAnalysis(db, before.id, { visibility, released_at });
    await audit(db, {
      account_id: viewer.account_id,
      customer_id: viewer.customer_id,
      action: "set_analysis_visibility",
      detail: { analysis_id: before.id, from: before.visibility, to: visibility },
      request_id,
    });
    return { ...before, visibility, released_at };
  },
};
