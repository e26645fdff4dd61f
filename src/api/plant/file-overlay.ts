// The drawing or image that lies over the map of a plant. It is chosen with the plant's other fields.
import { fileOverlayShape } from "../../domain/plant/file-overlay.ts";
import { viewsPlant } from "../../domain/plant/plant-access.ts";
import { endpoint } from "../endpoint.ts";
import { idParams } from "./plant.ts";

const seen = { permission: viewsPlant, scope: { plant: "id" }, params: idParams } as const;

export const fileOverlayApi = {
  read: endpoint({
    method: "GET",
    path: "/auth/plant/{id}/file-overlay",
    summary: "What lies over the map of the plant, and where; 404 for a plant without an overlay.",
    ...seen,
    answer: fileOverlayShape,
    offline: "plant",
  }),
  content: endpoint({
    method: "GET",
    path: "/auth/plant/{id}/file-overlay/content",
    summary: "The overlay to draw: GeoJSON of a KML file, or WebP of a GeoTIFF.",
    ...seen,
    answerKind: "bytes",
    download: "values",
    offline: "plant",
  }),
};
