// Files of a result: those to take away, and images that are sent ahead of an import.
import { z } from "zod";
import { componentTypeShape } from "../../domain/column/filter.ts";
import { idTextShape } from "../../domain/id.ts";
import { tablePreviewShape } from "../../domain/file-preview/table-preview.ts";
import { limits } from "../../domain/limits.ts";
import { endpoint } from "../endpoint.ts";
import { idParams } from "../plant/plant.ts";

const downloads = "DOWNLOAD_ANALYSIS_RESULT_FILE";

/** What sending images ahead of an import is, at each of its addresses. */
const imagesUpload = {
  method: "POST",
  permission: "IMPORT_ANALYSIS_RESULT",
  scope: null,
  bodyKind: "multipart",
  maxBytes: limits.imagesZipBytes,
  answer: z.object({
    upload_tmp_id: z.string(),
    images_zip_filename: z.string(),
    bytes: z.number(),
  }),
} as const;

export const resultFileApi = {
  preview: endpoint({
    method: "POST",
    path: "/auth/analysis/{id}/results/preview",
    summary:
      "What a table of results is understood as; nothing is stored. Multipart: file, and the fields sheet and mapping of the import.",
    permission: "IMPORT_ANALYSIS_RESULT",
    scope: { analysis: "id" },
    params: idParams,
    bodyKind: "multipart",
    maxBytes: limits.previewedFileBytes,
    answer: tablePreviewShape,
    heavy: true,
  }),
  list: endpoint({
    method: "GET",
    path: "/auth/analysis-result/{analysis_id}/files",
    summary: "The files of a result: values by component type, and images.",
    permission: downloads,
    scope: { analysis: "analysis_id" },
    params: z.object({ analysis_id: idTextShape }),
    answer: z.array(
      z.object({
        file_name: z.string(),
        kind: z.enum(["values", "thermal", "rgb"]),
        component_type: componentTypeShape,
        /** Of the component on an image; null for values. */
        dt_id: z.string().nullable(),
        /** Address below the server's, for `generate-url-token` or with a session. */
        url: z.string(),
      }),
    ),
  }),
  export: endpoint({
    method: "GET",
    path: "/auth/export-analysis-result/{id}",
    summary: "All key figures of a component type with names, places and date, as CSV or GeoJSON.",
    permission: downloads,
    scope: { analysis: "id" },
    params: idParams,
    query: z.object({
      format: z.enum(["csv", "geojson"]).default("csv"),
      /** Absent: the lowest type with values. */
      component_type: componentTypeShape.optional(),
    }),
    answerKind: "bytes",
    download: "export",
    heavy: true,
  }),
  /**
   * Multipart: `upload_tmp_id`, chosen by the caller, and `image_files_zip`. An import of the same user
   * within a day names it as `upload_tmp_id` instead of sending the file `images_zip_filename`.
   */
  uploadImages: endpoint({
    ...imagesUpload,
    path: "/auth/upload-images",
    summary: "Stores a ZIP of images for a later import of results.",
  }),
  uploadImagesAsSpecified: endpoint({
    ...imagesUpload,
    path: "/upload-images",
    summary: "The same at the address of the specification; it needs the session too.",
  }),
};
