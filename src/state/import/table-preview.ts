// What a table is understood as, before it is imported.
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";
import { upload } from "../../client/upload.ts";
import type { FileMapping } from "../../domain/file-preview/file-mapping.ts";
import type { TablePurpose } from "../../domain/file-preview/table-mapping.ts";
import type { TablePreview } from "../../domain/file-preview/table-preview.ts";
import { limits } from "../../domain/limits.ts";
import { tableForm, type TableAnswers } from "../shell/table-file.ts";

export type AskedTable = {
  readonly purpose: TablePurpose;
  /** Of the analysis or plant that the table is of, or of the customer; null for the provider. */
  readonly of_id: number | null;
  readonly file: File;
  readonly given: TableAnswers;
  /** What the user said of the columns; null where the server chooses. */
  readonly mapping: FileMapping | null;
};

/** Of small tables. */
const endpoints = {
  serials: api.serialNumber.previewFile,
  conditions: api.evaluation.previewConditions,
  references: api.referenceMeasurement.preview,
} as const;

/** Whether a file of results is a table that is small enough to be shown before it is imported. */
export const isPreviewedTable = ({ name, size }: File): boolean =>
  /\.(?:csv|tsv|txt|xlsx)$/i.test(name) && size <= limits.previewedFileBytes;

/** Sends the table to be read; nothing is stored. Rejects with the refusal. */
export const readTablePreview = atom(
  null,
  (_get, _set, asked: AskedTable, signal: AbortSignal): Promise<TablePreview> => {
    const { purpose, of_id, file, given, mapping } = asked;
    const body = tableForm(file, { ...given, mapping });
    if (purpose === "users") {
      const query = { customer_id: of_id ?? 0 };
      return call(api.user.previewFile, { query, body }, { signal });
    }
    if (purpose === "drones") {
      const query = of_id === null ? {} : { customer_id: of_id };
      return call(api.drone.previewFile, { query, body }, { signal });
    }
    const params = { id: of_id ?? 0 };
    return purpose === "results"
      ? upload(api.resultFile.preview, { params, body, signal })
      : call(endpoints[purpose], { params, body }, { signal });
  },
);
