// Reports of a plant's analyses as PDF: listed, made by a task, downloaded, deleted.
import { z } from "zod";
import type { Analysis } from "../../domain/analysis/analysis.ts";
import { limits } from "../../domain/limits.ts";
import {
  createReportRefusal,
  deleteReportRefusal,
  reportShape,
  reportTemplateShape,
  type Report,
} from "../../domain/report/report.ts";
import {
  createWarrantyRefusal,
  warrantyFormShape,
  type MakerSource,
} from "../../domain/report/warranty-package.ts";
import { endpoint } from "../endpoint.ts";
import { idParams } from "../plant/plant.ts";
import { idTextShape } from "../../domain/id.ts";

const params = idParams.extend({ report_id: idTextShape });
const scope = { plant: "id", report: "report_id" } as const;

export const reportApi = {
  list: endpoint({
    method: "GET",
    path: "/auth/plant/{id}/reports",
    summary: "The reports of the plant's analyses that the viewer sees, newest first.",
    permission: "READ_REPORT",
    scope: { plant: "id" },
    params: idParams,
    answer: z.array(reportShape),
  }),
  create: endpoint({
    method: "POST",
    path: "/auth/plant/{id}/reports",
    summary:
      "Starts the task that makes a report; fields analysis_id, title, locale, sections and annexes (words with commas between) and the file plant_image_file for the cover.",
    permission: "CREATE_REPORT",
    refusal: (_, analysis: Pick<Analysis, "key_figure_ids">) => createReportRefusal(analysis),
    scope: { plant: "id" },
    params: idParams,
    bodyKind: "multipart",
    maxBytes: limits.imageBytes,
    answer: reportShape,
    startsTask: true,
  }),
  download: endpoint({
    method: "GET",
    path: "/auth/plant/{id}/report/{report_id}/download",
    summary: "The PDF of a report.",
    permission: "READ_REPORT",
    scope,
    params,
    answerKind: "bytes",
    download: "report",
    compressed: false,
  }),
  workbook: endpoint({
    method: "GET",
    path: "/auth/plant/{id}/report/{report_id}/workbook",
    summary: "The tables that go with a report as XLSX: findings, dangers, repairs, key figures.",
    permission: { all: ["READ_REPORT", "DOWNLOAD_ANALYSIS_RESULT_FILE"] },
    scope,
    params,
    answerKind: "bytes",
    download: "report",
    compressed: false,
  }),
  pictures: endpoint({
    method: "GET",
    path: "/auth/plant/{id}/report/{report_id}/pictures",
    summary: "The pictures of a report's findings as a ZIP.",
    permission: { all: ["READ_REPORT", "DOWNLOAD_ANALYSIS_RESULT_FILE"] },
    scope,
    params,
    answerKind: "bytes",
    download: "report",
    compressed: false,
  }),
  createWarranty: endpoint({
    method: "POST",
    path: "/auth/plant/{id}/warranty-packages",
    summary:
      "Starts the task that makes a ZIP of findings for their makers; it is listed with the reports. The maker is stated, read from a property, or not stated.",
    permission: { all: ["CREATE_REPORT", "READ_FINDING", "DOWNLOAD_ANALYSIS_RESULT_FILE"] },
    refusal: (viewer, about: Pick<Analysis, "key_figure_ids"> & { readonly from: MakerSource }) =>
      createWarrantyRefusal(viewer, about),
    scope: { plant: "id" },
    params: idParams,
    body: warrantyFormShape,
    maxBytes: limits.rowsBodyBytes,
    answer: reportShape,
    startsTask: true,
  }),
  warranty: endpoint({
    method: "GET",
    path: "/auth/plant/{id}/report/{report_id}/warranty-package",
    summary: "The ZIP of a warranty package: a folder for each maker.",
    permission: { all: ["READ_REPORT", "READ_FINDING", "DOWNLOAD_ANALYSIS_RESULT_FILE"] },
    scope,
    params,
    answerKind: "bytes",
    download: "report",
    compressed: false,
  }),
  newest: endpoint({
    method: "GET",
    path: "/auth/analysis/{id}/om-report",
    summary: "The PDF of the newest O&M report of an analysis.",
    permission: "READ_REPORT",
    scope: { analysis: "id" },
    params: idParams,
    answerKind: "bytes",
    download: "report",
    compressed: false,
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/auth/plant/{id}/report/{report_id}",
    summary: "Deletes a report; those of others need DELETE_OTHER_REPORT.",
    permission: { any: ["CREATE_REPORT", "DELETE_OTHER_REPORT"] },
    refusal: (viewer, report: Pick<Report, "created_by">) => deleteReportRefusal(viewer, report),
    refusalCode: "PERMISSION_DENIED",
    scope,
    params,
    answer: z.object({ done: z.literal(true) }),
  }),
  readTemplate: endpoint({
    method: "GET",
    path: "/auth/plant/{id}/report-template",
    summary: "The sections that reports of the plant's customer have.",
    permission: "READ_REPORT",
    scope: { plant: "id" },
    params: idParams,
    answer: reportTemplateShape,
  }),
  setTemplate: endpoint({
    method: "POST",
    path: "/auth/plant/{id}/report-template",
    summary: "Sets the sections that reports of the plant's customer have.",
    permission: "CREATE_REPORT",
    scope: { plant: "id" },
    params: idParams,
    body: reportTemplateShape,
    answer: reportTemplateShape,
  }),
};
