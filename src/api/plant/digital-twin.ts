// The digital twin: geometry and names of a plant's components.
import { z } from "zod";
import { cloneTwinRefusal, deleteTwinRefusal } from "../../domain/analysis/analysis.ts";
import { problemShape } from "../../domain/error-shape.ts";
import { componentTypeShape } from "../../domain/column/filter.ts";
import { limits } from "../../domain/limits.ts";
import { launchedShape } from "../../domain/analysis/task.ts";
import { endpoint } from "../endpoint.ts";
import { idParams } from "./plant.ts";
import { idShape } from "../../domain/id.ts";
import { viewsPlant } from "../../domain/plant/plant-access.ts";
import { exactLineShape } from "../../domain/text.ts";

const hash = z.string().regex(/^[0-9a-f]{64}$/);

export const twinShape = z.object({
  plant_id: z.number().int(),
  version: z.number().int(),
  origin: z.tuple([z.number(), z.number()]),
  bounds: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  levels: z.array(
    z.object({
      component_type: componentTypeShape,
      row_count: z.number().int(),
      component_count: z.number().int(),
      geometry: hash,
      geometry_bytes: z.number().int(),
      names: hash,
      names_bytes: z.number().int(),
    }),
  ),
});

export const digitalTwinApi = {
  read: endpoint({
    method: "GET",
    path: "/auth/plant/{id}/field-geometry",
    summary:
      "The levels of the plant's digital twin; 404 with reason twin_missing if there is none.",
    permission: viewsPlant,
    scope: { plant: "id" },
    params: idParams,
    answer: twinShape,
    offline: "plant",
  }),
  readObject: endpoint({
    method: "GET",
    path: "/auth/plant/{id}/field-geometry/object/{hash}",
    summary: "Geometry or names of one component type in the format of the codecs. Immutable.",
    permission: viewsPlant,
    scope: { plant: "id" },
    params: idParams.extend({ hash }),
    answerKind: "bytes",
    download: "values",
    offline: "plant",
  }),
  /**
   * Multipart: fields `component_type` (optional, applies to the next file) and files (GeoJSON, KML,
   * KMZ, FlatGeobuf). File names contain the plant's name, unless `confirm_name` = 1 says that they are of it. `mode` is create, add, replace_parts or
   * replace_all (domain/twin/twin-mode.ts). `preview` = 1 writes nothing: `result.by_type` of the task counts
   * what would become of the components, `result.changes` lists the first of them. `preview_task` is the task of
   * a preview; it is sent instead of files and imports those of the preview. `twin_version` (optional)
   * refuses the import if the plant has another version by now. `confirm_place` = 1 imports components that are
   * far from the plant.
   */
  importFiles: endpoint({
    method: "POST",
    path: "/auth/plant/{id}/field-geometry/import",
    summary: "Starts a task that checks the files and builds or updates the digital twin.",
    permission: "UPLOAD_DIGITAL_TWIN",
    scope: { plant: "id" },
    params: idParams,
    bodyKind: "multipart",
    maxBytes: limits.twinFileBytes,
    answer: launchedShape,
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/auth/plant/{id}/field-geometry",
    summary: "Deletes the digital twin; refused while analyses with results exist.",
    permission: "UPLOAD_DIGITAL_TWIN",
    refusal: (_, plant: { readonly analyses_with_results: number }) => deleteTwinRefusal(plant),
    scope: { plant: "id" },
    params: idParams,
    answer: z.object({ done: z.literal(true) }),
  }),
  download: endpoint({
    method: "GET",
    path: "/auth/plant/{id}/field-geometry/file",
    summary: "The digital twin as a file.",
    permission: "DOWNLOAD_DIGITAL_TWIN",
    scope: { plant: "id" },
    params: idParams,
    query: z.object({
      format: z.enum(["geojson", "flatgeobuf", "kml"]),
      component_type: componentTypeShape.optional(),
    }),
    answerKind: "bytes",
    download: "file",
    heavy: true,
  }),
  fileUrl: endpoint({
    method: "GET",
    path: "/auth/plant/{id}/field-geometry/file-url",
    summary: "Address of the digital twin's file, with a URL token.",
    permission: "DOWNLOAD_DIGITAL_TWIN",
    scope: { plant: "id" },
    params: idParams,
    query: z.object({ format: z.enum(["geojson", "flatgeobuf", "kml"]) }),
    answer: z.object({ url: z.string() }),
  }),
  clone: endpoint({
    method: "POST",
    path: "/auth/plant/{id}/field-geometry/clone",
    summary:
      "Copies the digital twin of another plant that the viewer sees; refused where one exists.",
    permission: "UPLOAD_DIGITAL_TWIN",
    refusal: (_, plant: { readonly twin_version: number }) => cloneTwinRefusal(plant),
    scope: { plant: "id" },
    params: idParams,
    body: z.object({ source_plant_id: idShape }),
    answer: launchedShape,
  }),
  validateDtIds: endpoint({
    method: "POST",
    path: "/auth/plant/{id}/field-geometry/validate-dt-ids",
    summary: "Checks which of the IDs exist in the digital twin.",
    permission: { any: ["UPLOAD_DIGITAL_TWIN", "IMPORT_ANALYSIS_RESULT", "READ_ANALYSIS_RESULT"] },
    scope: { plant: "id" },
    params: idParams,
    body: z.object({ dt_ids: z.array(exactLineShape.max(200)).max(100_000) }),
    heavy: true,
    maxBytes: 32 * 1024 ** 2,
    answer: z.object({ known: z.number().int(), unknown: z.array(z.string()) }),
  }),
  /**
   * Multipart: fields `customer_id` and `technology`, and one file whose features are the outlines of
   * whole plants. The default capacity is half a megawatt per hectare.
   */
  importPlantAreas: endpoint({
    method: "POST",
    path: "/auth/plants/import-areas",
    summary: "Creates a plant for each outline in a file, and lists the rejected outlines.",
    permission: "CREATE_PLANT",
    scope: null,
    bodyKind: "multipart",
    maxBytes: limits.plantAreasFileBytes,
    answer: z.object({
      created: z.number().int(),
      /** Outlines of plants that the customer already has. */
      known: z.number().int(),
      refused_count: z.number().int(),
      refused: z.array(problemShape.extend({ message: z.string() })),
    }),
  }),
};
