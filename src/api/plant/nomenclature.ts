// The plant's own names of components, from a file.
import { z } from "zod";
import { limits } from "../../domain/limits.ts";
import { nomenclatureShape, renamesShape } from "../../domain/twin/nomenclature.ts";
import { endpoint } from "../endpoint.ts";
import { idParams } from "./plant.ts";

export const nomenclatureApi = {
  /** Multipart: one file, KML or KMZ. */
  validate: endpoint({
    method: "POST",
    path: "/auth/plant/{id}/validate-kml-nomenclature",
    summary:
      "Reads the names of trackers, or of SCAs, from a KML file and says which components would get another name. Writes nothing.",
    permission: "UPLOAD_DIGITAL_TWIN",
    scope: { plant: "id" },
    params: idParams,
    bodyKind: "multipart",
    maxBytes: limits.nomenclatureFileBytes,
    answer: nomenclatureShape,
    heavy: true,
  }),
  rename: endpoint({
    method: "POST",
    path: "/auth/plant/{id}/rename-pcs",
    summary: "Gives components other names. Their IDs, values and history stay.",
    permission: "UPLOAD_DIGITAL_TWIN",
    scope: { plant: "id" },
    params: idParams,
    body: renamesShape,
    maxBytes: limits.renamesBodyBytes,
    answer: z.object({ renamed_count: z.number().int(), twin_version: z.number().int() }),
    heavy: true,
  }),
};
