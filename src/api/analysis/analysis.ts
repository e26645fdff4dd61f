// Analyses.
import { z } from "zod";
import {
  analysisBriefShape,
  analysisFormShape,
  analysisShape,
  analysisStates,
  createAnalysisRefusal,
  releaseRefusal,
  removeAnalysisRefusal,
  visibilities,
  type Analysis,
  type Visibility,
} from "../../domain/analysis/analysis.ts";
import {
  analysisChangesShape,
  changeAnalysisRefusal,
  type AnalysisChange,
} from "../../domain/analysis/analysis-change.ts";
import {
  progressEvents,
  progressRefusal,
  type ProgressEvent,
  type ProgressFacts,
} from "../../domain/analysis/progress.ts";
import { calendarDateShape } from "../../domain/calendar-date.ts";
import { confirmationShape, releaseEffectShape } from "../../domain/analysis/release-effect.ts";
import { endpoint } from "../endpoint.ts";
import { idParams } from "../plant/plant.ts";

/** Facts for the rule of a release: the analysis and the new visibility. */
type Release = {
  readonly analysis: Pick<Analysis, "visibility" | "key_figure_ids">;
  readonly visibility: Visibility;
};

/** Facts for the rule of a step: the analysis with its files, and the step. */
type Progress = { readonly analysis: ProgressFacts; readonly event: ProgressEvent };

export const analysisApi = {
  list: endpoint({
    method: "GET",
    path: "/auth/analysis",
    summary: "The analyses that the viewer sees, newest first.",
    permission: "READ_ANALYSIS",
    scope: null,
    answer: z.array(analysisShape),
    access: "read_plants",
  }),
  listNames: endpoint({
    method: "GET",
    path: "/auth/analysis-name-customer-plant",
    summary: "The names of the analyses that the viewer sees, with plant and customer.",
    permission: "READ_ANALYSIS",
    scope: null,
    answer: z.array(analysisBriefShape),
  }),
  listIncomplete: endpoint({
    method: "GET",
    path: "/auth/analyses/incomplete",
    summary: "The analyses whose data are incomplete, of those that the viewer sees.",
    permission: "READ_ANALYSIS",
    scope: null,
    answer: z.array(analysisShape),
  }),
  listForView: endpoint({
    method: "GET",
    path: "/auth/analyses-for-view/{id}",
    summary: "The analyses of one plant that the viewer sees, newest first.",
    permission: { any: ["READ_ANALYSIS_RESULT", "READ_ANALYSIS"] },
    scope: { plant: "id" },
    params: idParams,
    answer: z.array(analysisShape),
    offline: "analyses",
    access: "read_plants",
  }),
  read: endpoint({
    method: "GET",
    path: "/auth/analysis/{id}",
    summary: "One analysis.",
    permission: { any: ["READ_ANALYSIS", "READ_ANALYSIS_RESULT"] },
    scope: { analysis: "id" },
    params: idParams,
    answer: analysisShape,
    access: "read_plants",
  }),
  readLast: endpoint({
    method: "GET",
    path: "/auth/last-analysis/{id}",
    summary:
      "The last analysis of a plant that was flown before a day at the plant; null without one.",
    permission: { any: ["READ_ANALYSIS", "READ_ANALYSIS_RESULT"] },
    scope: { plant: "id" },
    params: idParams,
    query: z.object({ date: calendarDateShape }),
    answer: analysisShape.nullable(),
  }),
  create: endpoint({
    method: "POST",
    path: "/auth/analysis",
    summary: "Creates an empty analysis; refused while another of the plant is incomplete.",
    permission: { all: ["CREATE_ANALYSIS", "UPLOAD_ANALYSIS_FILE"] },
    refusal: (_, analyses: readonly Pick<Analysis, "state" | "visibility">[]) =>
      createAnalysisRefusal(analyses),
    scope: null,
    body: analysisFormShape,
    answer: analysisShape,
  }),
  update: endpoint({
    method: "POST",
    path: "/auth/analysis/{id}",
    summary: "Changes fields of an analysis; drone and packages only until its data are complete.",
    permission: "UPDATE_ANALYSIS",
    refusal: (viewer, change: AnalysisChange) => changeAnalysisRefusal(viewer, change),
    scope: { analysis: "id" },
    params: idParams,
    body: analysisChangesShape,
    answer: analysisShape,
  }),
  progress: endpoint({
    method: "POST",
    path: "/auth/analysis/{id}/progress",
    summary:
      "Takes a step of the analysis, such as data complete; its state decides which are possible.",
    permission: { any: ["UPDATE_ANALYSIS", "UPLOAD_ANALYSIS_FILE"] },
    refusal: (viewer, progress: Progress) => progressRefusal(viewer, progress),
    scope: { analysis: "id" },
    params: idParams,
    body: z.object({ event: z.enum(progressEvents) }),
    answer: analysisShape,
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/auth/analysis/{id}",
    summary: "Deletes an analysis whose results are not released.",
    permission: "DELETE_ANALYSIS",
    refusal: (_, analysis: Pick<Analysis, "visibility">) => removeAnalysisRefusal(analysis),
    scope: { analysis: "id" },
    params: idParams,
    answer: z.object({ done: z.literal(true) }),
  }),
  setState: endpoint({
    method: "POST",
    path: "/auth/analysis/{id}/state",
    summary: "Sets the state manually.",
    permission: "UPDATE_ANALYSIS_STATE_MANUALLY",
    scope: { analysis: "id" },
    params: idParams,
    body: z.object({ state: z.enum(analysisStates) }),
    answer: analysisShape,
  }),
  states: endpoint({
    method: "GET",
    path: "/auth/states",
    summary: "The analysis states in order.",
    permission: "READ_ANALYSIS",
    scope: null,
    answer: z.array(z.enum(analysisStates)),
  }),
  releaseEffect: endpoint({
    method: "GET",
    path: "/auth/analysis/{id}/release-effect",
    summary:
      "Whom a release concerns: the customer's users who then see the results, and how many values.",
    permission: "RELEASE_ANALYSIS_RESULT",
    scope: { analysis: "id" },
    params: idParams,
    answer: releaseEffectShape,
  }),
  setVisibility: endpoint({
    method: "POST",
    path: "/auth/analysis/{id}/visibility",
    summary: "Releases, withdraws, hides or protects the results.",
    permission: "RELEASE_ANALYSIS_RESULT",
    refusal: (viewer, { analysis, visibility }: Release) =>
      releaseRefusal(viewer, analysis, visibility),
    scope: { analysis: "id" },
    params: idParams,
    body: z.object({
      visibility: z.enum(visibilities),
      /** Why results are released though the place of components is not sure, or their values are not plausible. */
      confirmation: confirmationShape.optional(),
    }),
    answer: analysisShape,
  }),
};
