// What files with shapes are understood as, before they are imported. Nothing is stored.
import { filePreviewShape } from "../../domain/file-preview/file-preview.ts";
import { limits } from "../../domain/limits.ts";
import { endpoint } from "../endpoint.ts";
import { idParams } from "./plant.ts";

/**
 * Multipart, as the import takes it: the files, and the field `mapping`, JSON of meaning to property. Without it the
 * mapping of an earlier import of the customer is taken where it fits the file. Its key `system` is the reference
 * system ("EPSG:32719") of coordinates that are no degrees and of which the files state none. `sheet` names one of a
 * workbook.
 */
const asked = {
  method: "POST",
  bodyKind: "multipart",
  maxBytes: limits.previewedFileBytes,
  answer: filePreviewShape,
  heavy: true,
} as const;
const ofPlant = { scope: { plant: "id" }, params: idParams } as const;

export const filePreviewApi = {
  /** With a field `component_type` before a file, as in the import. */
  twin: endpoint({
    ...asked,
    ...ofPlant,
    path: "/auth/plant/{id}/field-geometry/preview",
    summary: "What the files of a digital twin are understood as, with the levels that they make.",
    permission: "UPLOAD_DIGITAL_TWIN",
  }),
  blueprint: endpoint({
    ...asked,
    ...ofPlant,
    path: "/auth/plant/{id}/blueprint/preview",
    summary: "What the file of a drawing is understood as.",
    permission: "MANAGE_PLANT_BLUEPRINT",
  }),
  /** With the fields of the import of observations. */
  observations: endpoint({
    ...asked,
    ...ofPlant,
    path: "/auth/plant/{id}/observations/preview-file",
    summary: "Which observations a file has, and which of them are stored already.",
    permission: "CREATE_OBSERVATION",
  }),
  /** With the field `customer_id`. */
  areas: endpoint({
    ...asked,
    path: "/auth/plants/preview-areas",
    summary: "Which plants the outlines of a file would become.",
    permission: "CREATE_PLANT",
    scope: null,
  }),
};
