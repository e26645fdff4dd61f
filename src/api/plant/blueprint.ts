// Blueprints of a plant.
import { z } from "zod";
import { blueprintCountRefusal, blueprintShape } from "../../domain/plant/blueprint.ts";
import { problemShape } from "../../domain/error-shape.ts";
import { limits } from "../../domain/limits.ts";
import { endpoint } from "../endpoint.ts";
import { idParams } from "./plant.ts";

const reads = "READ_PLANT_BLUEPRINT";
const manages = "MANAGE_PLANT_BLUEPRINT";
const scope = { blueprint: "id" } as const;
/**
 * `feature_count` counts the lines, areas and points of a drawing; null for the other kinds. Those that cannot be
 * drawn are counted in `refused_count`; `refused` lists the first ones.
 */
const stored = z.object({
  blueprint: blueprintShape,
  feature_count: z.number().int().nullable(),
  refused_count: z.number().int(),
  refused: z.array(problemShape.extend({ message: z.string() })),
});

export const blueprintApi = {
  list: endpoint({
    method: "GET",
    path: "/auth/plant/{id}/blueprints",
    summary: "The plant's blueprints, newest first.",
    permission: reads,
    scope: { plant: "id" },
    params: idParams,
    answer: z.array(blueprintShape),
    offline: "blueprints",
  }),
  /** Multipart: one file. */
  uploadPdf: endpoint({
    method: "POST",
    path: "/auth/plant/{id}/blueprint/pdf",
    summary: "Stores a PDF as a blueprint. Its first bytes are checked.",
    permission: manages,
    refusal: (_, plant: { readonly count: number }) => blueprintCountRefusal(plant),
    scope: { plant: "id" },
    params: idParams,
    bodyKind: "multipart",
    maxBytes: limits.blueprintPdfBytes,
    answer: stored,
  }),
  /** Multipart: one file. */
  uploadKml: endpoint({
    method: "POST",
    path: "/auth/plant/{id}/blueprint/kml",
    summary:
      "Stores a drawing as a blueprint: KML, KMZ, GeoJSON, zipped shapefile, GeoPackage, GeoParquet, FlatGeobuf, DXF or CSV. Errors give line and feature.",
    permission: manages,
    refusal: (_, plant: { readonly count: number }) => blueprintCountRefusal(plant),
    scope: { plant: "id" },
    params: idParams,
    bodyKind: "multipart",
    maxBytes: limits.blueprintKmlBytes,
    answer: stored,
  }),
  /** Multipart: one file. */
  uploadTif: endpoint({
    method: "POST",
    path: "/auth/plant/{id}/blueprint/tif",
    summary: "Stores a GeoTIFF image as a blueprint. It must say where it lies.",
    permission: manages,
    refusal: (_, plant: { readonly count: number }) => blueprintCountRefusal(plant),
    scope: { plant: "id" },
    params: idParams,
    bodyKind: "multipart",
    maxBytes: limits.blueprintTifBytes,
    answer: stored,
  }),
  file: endpoint({
    method: "GET",
    path: "/auth/blueprint/{id}/file",
    summary: "The original file, as a download.",
    permission: reads,
    scope,
    params: idParams,
    answerKind: "bytes",
    download: "file",
    offline: "blueprints",
  }),
  fileUrl: endpoint({
    method: "GET",
    path: "/auth/blueprint/{id}/file-url",
    summary: "Address of the file, with a URL token.",
    permission: reads,
    scope,
    params: idParams,
    answer: z.object({ url: z.string() }),
  }),
  features: endpoint({
    method: "GET",
    path: "/auth/blueprint/{id}/features",
    summary: "The features of a KML file as GeoJSON; 404 for other kinds.",
    permission: reads,
    scope,
    params: idParams,
    answerKind: "bytes",
    download: "values",
    offline: "blueprints",
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/auth/blueprint/{id}",
    summary: "Deletes a blueprint.",
    permission: manages,
    scope,
    params: idParams,
    answer: z.object({ done: z.literal(true) }),
  }),
};
