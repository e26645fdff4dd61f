// Analyses.
import { analysisApi } from "../../../api/analysis/analysis.ts";
import { analysisStates, incompleteStates } from "../../../domain/analysis/analysis.ts";
import { failure } from "../../../domain/error.ts";
import { changeAnalysis, nameTaken } from "../../analysis/change.ts";
import { progressAnalysis } from "../../analysis/progress.ts";
import type { Database } from "../../context.ts";
import type { Handlers } from "../../implement.ts";
import { refuse, requireFound } from "../../implement.ts";
import { startEvaluation } from "../../analysis/start-evaluation.ts";
import { readReleaseEffect } from "../../result/release-effect.ts";
import { verdictsOf } from "../../finding/withdraw-verdict.ts";
import { changeVisibility } from "../../result/visibility.ts";
import { changeWithAudit } from "../../store/account/audit.ts";
import { lockState, setState } from "../../store/plant/analysis/analysis-change.ts";
import { refuseViolation } from "../../store/database-fault.ts";
import * as store from "../../store/plant/analysis/analysis.ts";
import { readPlant, readPlants } from "../../store/plant/plant.ts";
import { plantDate } from "../../../domain/plant/plant-time.ts";

export const analysisHandlers: Handlers<typeof analysisApi> = {
  list: ({ db, viewer }) => store.readAnalyses(db, viewer),

  async listNames({ db, viewer }) {
    const [analyses, plants] = await Promise.all([
      store.readAnalyses(db, viewer),
      readPlants(db, viewer),
    ]);
    const customerOf = new Map(plants.map(({ id, customer_id }) => [id, customer_id]));
    return analyses.flatMap((analysis) => {
      const customer_id = customerOf.get(analysis.plant_id);
      return customer_id === undefined ? [] : [{ ...analysis, customer_id }];
    });
  },

  async listIncomplete({ db, viewer }) {
    const analyses = await store.readAnalyses(db, viewer);
    return analyses.filter(({ state }) => incompleteStates.includes(state));
  },

  listForView: ({ db, viewer }, { plant }) =>
    store.readAnalyses(db, viewer, { plant_id: plant.id }),

  read: async (_, { analysis }) => analysis,

  async readLast({ db, viewer }, { plant, query: { date } }) {
    const analyses = await store.readAnalyses(db, viewer, { plant_id: plant.id });
    return (
      analyses.find(({ flown_at, time_zone }) => plantDate(time_zone, flown_at) < date) ?? null
    );
  },

  async create(context, { body }) {
    const { db, viewer } = context;
    const plant = await readPlant(db, viewer, body.plant_id);
    if (!plant) throw failure("BAD_REQUEST", { reason: "plant_unknown", field: "plant_id" });
    const id = await refuseViolation(nameTaken, () =>
      changeWithAudit(
        context,
        (transaction) => store.insertAnalysis(transaction, body, viewer.account_id),
        (analysis_id) =>
          analysis_id === null
            ? null
            : {
                action: "create_analysis",
                customer_id: plant.customer_id,
                detail: { plant_id: plant.id, analysis_id, name: body.name },
              },
      ),
    );
    if (id === null) throw failure("CONFLICT", { reason: "analysis_incomplete" });
    return requireFound(await store.readAnalysis(db, viewer, id));
  },

  update: (context, { analysis, plant, body }) => changeAnalysis(context, analysis, plant, body),

  progress: (context, { analysis, body }) => progressAnalysis(context, analysis.id, body.event),

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
      async (db) => {
        const facts = requireFound(await lockState(db, before.id));
        const by = { analysis_id: before.id, account_id: context.viewer.account_id };
        await setState(db, { ...by, from: facts.state, to: state });
        const isCompleted = state === "DATA_COMPLETE" && facts.state !== state;
        if (isCompleted) await startEvaluation(db, by);
      },
      () => ({
        action: "set_analysis_state",
        detail: { analysis_id: before.id, from: before.state, to: state },
      }),
    );
    return requireFound(await store.readAnalysis(context.db, context.viewer, before.id));
  },

  states: async () => [...analysisStates],

  releaseEffect: (context, { analysis }) => readReleaseEffect(context, analysis),

  async setVisibility(context, { analysis: before, body }) {
    const { visibility, confirmation } = body;
    refuse(analysisApi.setVisibility, context.viewer, { analysis: before, visibility });
    return changeVisibility(context, before, visibility, verdictsOf(context, before), confirmation);
  },
};
