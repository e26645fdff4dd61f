// Plants.
import type { plantApi } from "../../api/plant.ts";
import { failure } from "../../domain/error.ts";
import { keyFigureById } from "../../domain/key-figure.ts";
import { plantRemovalRefusal } from "../../domain/plant.ts";
import { limitsRefusal } from "../../domain/severity.ts";
import type { Context } from "../context.ts";
import type { Handlers } from "../implement.ts";
import { named } from "../implement.ts";
import * as store from "../store/plant.ts";

const done = { done: true } as const;
/** Key figures told per plant in the list. */
const worstShown = 3;

export const plantHandlers: Handlers<typeof plantApi> = {
  list: ({ db, viewer }) => store.readPlants(db, viewer),

  async listForTable({ db, viewer }) {
    const [plants, columns, counts] = await Promise.all([
      store.readPlants(db, viewer),
      store.readNewestColumns(db, viewer),
      store.countAnalyses(db, viewer),
    ]);
    const byPlant = Map.groupBy(columns, ({ plant_id }) => plant_id);
    return plants.map((plant) => ({
      ...plant,
      worst_key_figures: worstOf(byPlant.get(plant.id) ?? []),
      analysis_count: counts.get(plant.id) ?? 0,
    }));
  },

  read: async (_, { plant }) => named(plant),

  async create(context, { body }) {
    const { db, viewer } = context;
    await checkCustomer(context, body.customer_id);
    const id = await refuseSameName(() => store.insertPlant(db, body));
    return named(await store.readPlant(db, viewer, id));
  },

  async update(context, { plant, body }) {
    const { db, viewer } = context;
    const { id, customer_id } = named(plant);
    if (body.customer_id !== undefined && body.customer_id !== customer_id) {
      await checkCustomer(context, body.customer_id);
      const analyses = await store.countAllAnalyses(db, id);
      // The results belong to whom they were made for.
      const refusal = plantRemovalRefusal({ analysis_count: analyses });
      if (refusal) throw failure("CONFLICT", { ...refusal, field: "customer_id" });
    }
    await refuseSameName(() => store.updatePlant(db, id, body));
    return named(await store.readPlant(db, viewer, id));
  },

  async remove({ db }, { plant }) {
    const analysis_count = await store.deletePlant(db, named(plant).id);
    const refusal = plantRemovalRefusal({ analysis_count });
    if (refusal) throw failure("CONFLICT", refusal);
    return done;
  },

  readLimits: ({ db }, { plant }) => store.readLimits(db, named(plant).id),

  async updateLimits({ db }, { plant, body }) {
    const { id, technology } = named(plant);
    const keyFigure = keyFigureById(body.key_figure_id);
    if (keyFigure?.technology !== technology) {
      throw failure("BAD_REQUEST", { reason: "key_figure_unknown", field: "key_figure_id" });
    }
    const reason = body.limits.length === 0 ? null : limitsRefusal(keyFigure, body.limits);
    if (reason) throw failure("BAD_REQUEST", { reason, field: "limits" });
    await store.storeLimits(db, id, body);
    return store.readLimits(db, id);
  },
};

function worstOf(columns: readonly store.SurveyColumn[]) {
  return columns
    .map(({ key_figure_id, severity_counts: [good = 0, watch = 0, poor = 0, act = 0] }) => {
      const all = good + watch + poor + act;
      return { key_figure_id, poor_count: poor + act, poor_share: all && (poor + act) / all };
    })
    .filter(({ poor_count }) => poor_count > 0)
    .toSorted((a, b) => b.poor_share - a.poor_share || a.key_figure_id - b.key_figure_id)
    .slice(0, worstShown);
}

/** A customer the viewer may not act for does not exist for the viewer. */
async function checkCustomer({ db, viewer }: Context, customer_id: number): Promise<void> {
  const isOwn = viewer.customer_id === null || viewer.customer_id === customer_id;
  if (!isOwn || !(await store.customerExists(db, customer_id))) {
    throw failure("BAD_REQUEST", { reason: "customer_unknown", field: "customer_id" });
  }
}

/** Two plants of a customer cannot share a name: files are told apart by it. */
async function refuseSameName<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
    if (cause instanceof Error && "constraint" in cause && cause.constraint === "plant_name") {
      throw failure("CONFLICT", { reason: "plant_name_taken", field: "name" });
    }
    throw error;
  }
}
