// Orthomosaics of an analysis: prepared from uploaded GeoTIFF files, drawn as tiles.
import { z } from "zod";
import { storedNameShape } from "../../domain/analysis/analysis-upload.ts";
import { launchedShape } from "../../domain/analysis/task.ts";
import { digitsShape, idTextShape } from "../../domain/id.ts";
import {
  fitRefusal,
  placementIds,
  placementRefusal,
  type FitFacts,
  type PlacementId,
} from "../../domain/raster/fit.ts";
import { MOST_ZOOM, orthomosaicShape } from "../../domain/raster/orthomosaic.ts";
import { temperatureScaleShape } from "../../domain/raster/temperature.ts";
import { endpoint } from "../endpoint.ts";
import { idParams } from "../plant/plant.ts";

const scope = { analysis: "id" } as const;
const one = idParams.extend({ orthomosaic_id: idTextShape });
const seesPicture = {
  any: ["READ_ANALYSIS_RESULT", "UPLOAD_ANALYSIS_FILE", "READ_DIGITAL_TWIN_VISUALIZATION"],
} as const;
const column = digitsShape(0, 2 ** MOST_ZOOM - 1);

export const orthomosaicApi = {
  list: endpoint({
    method: "GET",
    path: "/auth/analysis/{id}/ortho-mosaics",
    summary:
      "The orthomosaics of the analysis: those that are ready, wait or could not be prepared.",
    permission: seesPicture,
    scope,
    params: idParams,
    answer: z.array(orthomosaicShape),
    offline: "map tiles",
  }),
  prepare: endpoint({
    method: "POST",
    path: "/auth/analysis/{id}/ortho-mosaic",
    summary:
      "Starts a task that makes an orthomosaic of an uploaded GeoTIFF. May be repeated. `temperature` says what the numbers of a thermal one mean; without it the file must leave no doubt.",
    permission: "UPLOAD_ANALYSIS_FILE",
    scope,
    params: idParams,
    body: z.object({ file_name: storedNameShape, temperature: temperatureScaleShape.optional() }),
    answer: launchedShape,
  }),
  tile: endpoint({
    method: "GET",
    path: "/auth/analysis/{id}/ortho-mosaic/{orthomosaic_id}/tile/{z}/{x}/{y}",
    summary:
      "A tile of 256 pixels of the web map (EPSG:3857, XYZ): WebP of an RGB orthomosaic; of a thermal one uint16, little-endian, hundredths of a degree above -100 °C from 1, 0 for none. 404 while it is not ready. `placement`: as its file states the place, or as the check proposes it; else as it is stored.",
    permission: seesPicture,
    scope,
    scopedBy: "handler",
    params: one.extend({ z: digitsShape(0, MOST_ZOOM), x: column, y: column }),
    query: z.object({ placement: z.enum(placementIds).optional() }),
    answerKind: "bytes",
    download: "image",
    compressed: false,
    offline: "map tiles",
  }),
  checkFit: endpoint({
    method: "POST",
    path: "/auth/analysis/{id}/ortho-mosaic/{orthomosaic_id}/fit",
    summary:
      "Starts a task that compares the orthomosaic with the plant's components and proposes a movement.",
    permission: "UPLOAD_ANALYSIS_FILE",
    refusal: (_, facts: Pick<FitFacts, "state">) => fitRefusal(facts),
    scope,
    params: one,
    answer: launchedShape,
  }),
  place: endpoint({
    method: "POST",
    path: "/auth/analysis/{id}/ortho-mosaic/{orthomosaic_id}/placement",
    summary:
      "Draws the orthomosaic where the check proposes it, or again where its file states it. Recorded in the history.",
    permission: "UPLOAD_ANALYSIS_FILE",
    refusal: (_, { facts, to }: { readonly facts: FitFacts; readonly to: PlacementId }) =>
      placementRefusal(facts, to),
    scope,
    params: one,
    body: z.object({ placement: z.enum(placementIds) }),
    answer: z.object({ done: z.literal(true) }),
  }),
  download: endpoint({
    method: "GET",
    path: "/auth/analysis/{id}/ortho-mosaic/{orthomosaic_id}/download",
    summary: "The GeoTIFF as it was uploaded.",
    permission: "DOWNLOAD_ANALYSIS_FILE",
    scope,
    params: one,
    answerKind: "bytes",
    download: "file",
    compressed: false,
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/auth/analysis/{id}/ortho-mosaic/{orthomosaic_id}",
    summary: "Deletes the orthomosaic; the uploaded file stays.",
    permission: "DELETE_ANALYSIS_FILE",
    scope,
    params: one,
    answer: z.object({ done: z.literal(true) }),
  }),
};
