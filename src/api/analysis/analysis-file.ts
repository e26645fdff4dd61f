// Uploaded files of an analysis: listed, downloaded, deleted, moved.
import { z } from "zod";
import { analysisFilesShape, imagePlaceShape } from "../../domain/analysis/analysis-file.ts";
import { fileChangeRefusal } from "../../domain/analysis/analysis-state.ts";
import {
  moveFormShape,
  storedNameShape,
  storedNamesShape,
} from "../../domain/analysis/analysis-upload.ts";
import type { Analysis } from "../../domain/analysis/analysis.ts";
import { limits } from "../../domain/limits.ts";
import { endpoint } from "../endpoint.ts";
import { idParams } from "../plant/plant.ts";

const refusal = (_: unknown, analysis: Pick<Analysis, "state">) => fileChangeRefusal(analysis);
const done = z.object({ done: z.literal(true) });
const oneFile = z.object({ file_name: storedNameShape });
const seesFiles = {
  any: ["UPLOAD_ANALYSIS_FILE", "DOWNLOAD_ANALYSIS_FILE", "UPDATE_ANALYSIS"],
} as const;

/** A JSON array of names; a name that ends in `/` stands for all files of the folder. */
const namesQuery = z
  .string()
  .max(limits.filterBytes)
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue("field_invalid");
      return z.NEVER;
    }
  })
  .pipe(storedNamesShape);

export const analysisFileApi = {
  list: endpoint({
    method: "GET",
    path: "/auth/analysis/{id}/files",
    summary:
      "The uploaded files with what was read from them, and why some may not belong to the analysis.",
    permission: seesFiles,
    scope: { analysis: "id" },
    params: idParams,
    answer: analysisFilesShape,
    heavy: true,
  }),
  positions: endpoint({
    method: "GET",
    path: "/auth/analysis/{id}/files/positions",
    summary:
      "Where the uploaded images were taken and how, without the files that do not say it. For maps: the list has more.",
    permission: seesFiles,
    scope: { analysis: "id" },
    params: idParams,
    answer: z.array(imagePlaceShape),
  }),
  reading: endpoint({
    method: "GET",
    path: "/auth/analysis/{id}/files/reading",
    summary: "How many of the uploaded files were not read yet.",
    permission: seesFiles,
    scope: { analysis: "id" },
    params: idParams,
    answer: z.object({ waiting: z.number().int() }),
  }),
  download: endpoint({
    method: "GET",
    path: "/auth/analysis/{id}/file",
    summary: "One uploaded file, by its name.",
    permission: "DOWNLOAD_ANALYSIS_FILE",
    scope: { analysis: "id" },
    params: idParams,
    query: oneFile,
    answerKind: "bytes",
    download: "file",
    compressed: false,
  }),
  thumbnail: endpoint({
    method: "GET",
    path: "/auth/analysis/{id}/file/thumbnail",
    summary: "A small picture of one uploaded image, by its name.",
    permission: seesFiles,
    scope: { analysis: "id" },
    params: idParams,
    query: oneFile,
    answerKind: "bytes",
    download: "image",
    compressed: false,
  }),
  downloadMany: endpoint({
    method: "GET",
    path: "/auth/analysis/{id}/files/download",
    summary: "The named files, or all, as one ZIP. A name that ends in / is a folder.",
    permission: "DOWNLOAD_ANALYSIS_FILE",
    scope: { analysis: "id" },
    params: idParams,
    query: z.object({ filenames: namesQuery.optional() }),
    answerKind: "bytes",
    download: "file",
    compressed: false,
    heavy: true,
  }),
  upload: endpoint({
    method: "POST",
    path: "/auth/analysis/{id}/files",
    summary: "Adds small files without resuming; large ones are uploaded in chunks.",
    permission: "UPLOAD_ANALYSIS_FILE",
    refusal,
    scope: { analysis: "id" },
    params: idParams,
    bodyKind: "multipart",
    maxBytes: limits.smallFileBytes,
    answer: z.array(oneFile),
  }),
  remove: endpoint({
    method: "POST",
    path: "/auth/analysis/{id}/files/delete",
    summary: "Deletes files; refused once the data are complete.",
    permission: "DELETE_ANALYSIS_FILE",
    refusal,
    scope: { analysis: "id" },
    params: idParams,
    body: z.object({ file_names: storedNamesShape }),
    answer: done,
    maxBytes: limits.rowsBodyBytes,
  }),
  move: endpoint({
    method: "POST",
    path: "/auth/analysis/{id}/files/move",
    summary:
      "Moves files to another analysis; refused once the data of one of the two are complete.",
    permission: "MOVE_ANALYSIS_FILE",
    refusal,
    scope: { analysis: "id" },
    params: idParams,
    body: moveFormShape,
    answer: done,
    maxBytes: limits.rowsBodyBytes,
  }),
};
