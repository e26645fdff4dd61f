// The life of findings: how they stand, who sees to them, and what was said.
import { z } from "zod";
import {
  findingChangeRefusal,
  removeCommentRefusal,
  undoStepRefusal,
} from "../../domain/finding/finding-change.ts";
import {
  commentFormShape,
  findingChangeShape,
  findingHistoryShape,
  findingLifeShape,
  findingPageShape,
  findingPeopleShape,
  findingPlaceShape,
  findingsChangedShape,
} from "../../domain/finding/finding-life.ts";
import { repairRateShape } from "../../domain/finding/repair-rate.ts";
import { digitsShape, idTextShape, MAX_INTEGER } from "../../domain/id.ts";
import { limits } from "../../domain/limits.ts";
import { endpoint } from "../endpoint.ts";
import { idParams } from "./plant.ts";

const ofPlant = { plant: "id" } as const;
const ofAnalysis = { analysis: "id" } as const;
const reads = "READ_FINDING";
const changes = "UPDATE_FINDING";

export const findingLifeApi = {
  list: endpoint({
    method: "GET",
    path: "/auth/plant/{id}/findings",
    summary:
      "The findings of the plant of which something was decided, by page; all others are open. Programs read `findings` and follow `next` with `after` until it is null. Before version 0.23 the answer was the array itself.",
    permission: reads,
    scope: ofPlant,
    params: idParams,
    query: z.object({
      /** The `next` of the page before. */
      after: digitsShape(0, MAX_INTEGER).default(0),
      limit: digitsShape(1, limits.findingsAtOnce).default(limits.findingsAtOnce),
    }),
    answer: findingPageShape,
    offline: "work orders",
    access: "read_findings",
  }),
  version: endpoint({
    method: "GET",
    path: "/auth/plant/{id}/finding-version",
    summary: "A text that changes when a finding or a work order of the plant may have changed.",
    permission: reads,
    scope: ofPlant,
    params: idParams,
    answer: z.object({ version: z.string() }),
    access: "read_findings",
  }),
  people: endpoint({
    method: "GET",
    path: "/auth/plant/{id}/finding-people",
    summary: "Users and crews that findings of the plant can be given to.",
    permission: reads,
    scope: ofPlant,
    params: idParams,
    answer: findingPeopleShape,
    offline: "work orders",
  }),
  history: endpoint({
    method: "GET",
    path: "/auth/plant/{id}/finding/{life_id}/history",
    summary: "The steps and comments of one finding, newest first.",
    permission: reads,
    scope: ofPlant,
    params: idParams.extend({ life_id: idTextShape }),
    answer: findingHistoryShape,
    access: "read_findings",
  }),
  rates: endpoint({
    method: "GET",
    path: "/auth/plant/{id}/repair-rates",
    summary: "How many repairs of each crew and fault type held, by the surveys after them.",
    permission: reads,
    scope: ofPlant,
    params: idParams,
    answer: z.array(repairRateShape),
  }),
  change: endpoint({
    method: "POST",
    path: "/auth/analysis/{id}/findings/change",
    summary:
      "Changes findings that the analysis shows, all or none; 409 with both versions if one was changed meanwhile.",
    permission: changes,
    refusal: (viewer, facts: Parameters<typeof findingChangeRefusal>[1]) =>
      findingChangeRefusal(viewer, facts),
    scope: ofAnalysis,
    params: idParams,
    body: findingChangeShape,
    maxBytes: limits.rowsBodyBytes,
    answer: findingsChangedShape,
  }),
  undo: endpoint({
    method: "POST",
    path: "/auth/plant/{id}/finding-step/{step_id}/undo",
    summary: "Undoes one change with all findings that it changed.",
    permission: changes,
    refusal: (viewer, step: Parameters<typeof undoStepRefusal>[1]) => undoStepRefusal(viewer, step),
    scope: ofPlant,
    params: idParams.extend({ step_id: idTextShape }),
    answer: findingsChangedShape,
  }),
  comment: endpoint({
    method: "POST",
    path: "/auth/analysis/{id}/finding-comment",
    summary: "Adds a comment to a finding that the analysis shows.",
    permission: changes,
    scope: ofAnalysis,
    params: idParams,
    body: findingPlaceShape.extend(commentFormShape.shape),
    answer: findingLifeShape,
  }),
  removeComment: endpoint({
    method: "DELETE",
    path: "/auth/plant/{id}/finding-comment/{comment_id}",
    summary: "Deletes a comment.",
    permission: changes,
    refusal: (viewer, comment: Parameters<typeof removeCommentRefusal>[1]) =>
      removeCommentRefusal(viewer, comment),
    scope: ofPlant,
    params: idParams.extend({ comment_id: idTextShape }),
    answer: findingLifeShape,
  }),
};
