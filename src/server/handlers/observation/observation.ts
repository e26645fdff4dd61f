// Observations: listed, created, changed, moved, deleted, exported.
import { observationApi as calls } from "../../../api/observation/observation.ts";
import { tallyDays, type ObservationDate } from "../../../domain/observation/observation-date.ts";
import { failure } from "../../../domain/error.ts";
import { limits } from "../../../domain/limits.ts";
import type { Handlers } from "../../implement.ts";
import { refuse, requireFound } from "../../implement.ts";
import { exportObservations } from "../../observation/export-observations.ts";
import { importObservations } from "../../observation/import-observations.ts";
import { inTurns } from "../../turn.ts";
import * as read from "../../observation/read-observations.ts";
import {
  editObservation,
  removeObservations,
  restoreDeleted,
  storeObservations,
} from "../../observation/save-observation.ts";
import { plantOfObservation } from "../../store/plant/observation/observation.ts";

const own = (external_id: string) => external_id;
const ofComponent = (external_id: string, dt_id: string) => `${external_id}/${dt_id}`;

export const observationHandlers: Handlers<typeof calls> = {
  async list(context, { plant, query: { offset, limit, ...texts } }) {
    return { offset, ...(await read.readPage(context, plant.id, texts, { offset, limit })) };
  },

  async columns(context, { plant }) {
    return [...(await read.readColumns(context, plant)).values()];
  },

  async dates(context, { plant, query: { range, time_zone, ...texts } }) {
    const tally = tallyDays(range, time_zone, context.now().toISOString());
    for await (const some of read.eachSelected(context, plant.id, texts)) some.forEach(tally.add);
    const answer: ObservationDate[] = [];
    for await (const day of inTurns(tally.days())) answer.push(day);
    return answer;
  },

  export: (context, { plant, query: { format, ...texts } }) =>
    exportObservations(context, plant, format, texts),

  async create(context, { plant, body: { dt_id, ...form } }) {
    refuse(calls.create, context.viewer, { finished: form.finished_ids.length });
    const components = [{ dt_id, field: "dt_id" }];
    const external_ids = await storeObservations(context, plant, form, components, own);
    return requireFound((await read.readObservations(context, plant.id, { external_ids }))[0]);
  },

  async createAt(context, { plant, params, body }) {
    const components = [{ dt_id: params.dt_id, field: "dt_id" }];
    const external_ids = await storeObservations(context, plant, body, components, own);
    return requireFound((await read.readObservations(context, plant.id, { external_ids }))[0]);
  },

  async removeAt(context, { plant, params: { dt_id } }) {
    return { count: await removeObservations(context, plant.id, { dt_id }) };
  },

  async bulkAdd(context, { plant, body: { dt_ids, ...form } }) {
    const components = [...new Set(dt_ids)].map((dt_id, at) => ({ dt_id, field: `dt_ids.${at}` }));
    const names = await storeObservations(context, plant, form, components, ofComponent);
    return { count: names.length };
  },

  importFile: (context, { plant, parts }) => importObservations(context, plant, parts),

  read: (context, { params }) => read.readObservation(context, params.id),

  update: (context, { params, body: { base_revision, ...fields } }) =>
    editObservation(context, params.id, { action: "update_observation", base_revision, fields }),

  overwrite: (context, { params, body: fields }) =>
    editObservation(context, params.id, {
      action: "overwrite_observation",
      base_revision: null,
      fields,
    }),

  move: (context, { params, body }) =>
    editObservation(context, params.id, { action: "move_observation", ...body }),

  async remove(context, { params: { id }, query: { base_revision } }) {
    const plantId = requireFound(await plantOfObservation(context.db, id));
    const count = await removeObservations(context, plantId, { id, base_revision });
    if (count === 0) throw failure("RESOURCE_NOT_FOUND");
    return { done: true };
  },

  async deleted(context, { plant }) {
    const found = await read.readDeletedObservations(context, plant.id);
    return { days: limits.deletedObservationDays, ...found };
  },

  restore: (context, { plant, params: { observation_id } }) =>
    restoreDeleted(context, plant, observation_id),
};
