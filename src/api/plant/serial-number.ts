// Serial numbers of components: read, searched, changed, and taken from a table.
import { z } from "zod";
import { limits } from "../../domain/limits.ts";
import {
  serialChangeShape,
  serialEntryShape,
  serialFoundShape,
  serialImportedShape,
  serialOfShape,
} from "../../domain/serial-number/serial-number.ts";
import { tablePreviewShape } from "../../domain/file-preview/table-preview.ts";
import { lineShape } from "../../domain/text.ts";
import { endpoint } from "../endpoint.ts";
import { idParams } from "./plant.ts";

const reads = { any: ["READ_DIGITAL_TWIN_VISUALIZATION", "UPDATE_SERIAL_NUMBER"] } as const;
const changes = { all: ["READ_DIGITAL_TWIN_VISUALIZATION", "UPDATE_SERIAL_NUMBER"] } as const;
const ofPlant = { plant: "id" } as const;

export const serialNumberApi = {
  list: endpoint({
    method: "GET",
    path: "/auth/plant/{id}/serial-number",
    summary:
      "The serial numbers of a component, the newest first; the one without an end is the present one.",
    permission: reads,
    scope: ofPlant,
    params: idParams,
    query: serialOfShape,
    answer: z.array(serialEntryShape),
  }),
  find: endpoint({
    method: "GET",
    path: "/auth/plant/{id}/serial-numbers",
    summary: "Components with a present or former serial number that has these letters.",
    permission: reads,
    scope: ofPlant,
    params: idParams,
    query: z.object({
      text: lineShape.min(limits.serialSearchLetters).max(limits.serialLetters),
    }),
    answer: z.array(serialFoundShape),
  }),
  change: endpoint({
    method: "POST",
    path: "/auth/plant/{id}/serial-number",
    summary:
      "Gives a component a serial number, another one, or none; 409 with the name of the component that has it already, or where somebody changed it meanwhile.",
    permission: changes,
    scope: ofPlant,
    params: idParams,
    body: serialChangeShape,
    answer: z.array(serialEntryShape),
  }),
  previewFile: endpoint({
    method: "POST",
    path: "/auth/plant/{id}/serial-numbers/preview",
    summary:
      "What a table of serial numbers is understood as; nothing is stored. The fields of the import.",
    permission: changes,
    scope: ofPlant,
    params: idParams,
    bodyKind: "multipart",
    maxBytes: limits.serialFileBytes,
    answer: tablePreviewShape,
    heavy: true,
  }),
  importFile: endpoint({
    method: "POST",
    path: "/auth/plant/{id}/serial-numbers/file",
    summary:
      "Takes serial numbers from CSV or a workbook by the names or IDs of components, all or nothing; apply=no answers what would change. Where components have other numbers, ending says what became of those. The field mapping (JSON) says the column of each meaning.",
    permission: changes,
    scope: ofPlant,
    params: idParams,
    query: z.object({
      apply: z.enum(["yes", "no"]),
      ending: z.enum(["corrected", "replaced"]).optional(),
    }),
    bodyKind: "multipart",
    maxBytes: limits.serialFileBytes,
    answer: serialImportedShape,
    heavy: true,
  }),
};
