// The elevation of the ground around a plant, which flight routes follow.
import { z } from "zod";
import { elevationShape } from "../../domain/flight/ground/elevation.ts";
import { limits } from "../../domain/limits.ts";
import { endpoint } from "../endpoint.ts";
import { idParams } from "../plant/plant.ts";

const ofPlant = {
  path: "/auth/plant/{id}/elevation",
  scope: { plant: "id" },
  params: idParams,
} as const;

export const elevationApi = {
  read: endpoint({
    method: "GET",
    summary: "What is known of the plant’s elevation file; null without one.",
    permission: { any: ["EDIT_FLIGHT_AREA_POLYGON", "READ_FLIGHT_CAMPAIGN"] },
    ...ofPlant,
    answer: z.object({ elevation: elevationShape.nullable() }),
  }),
  grid: endpoint({
    method: "GET",
    path: "/auth/plant/{id}/elevation/grid",
    summary:
      "The heights around the plant: six float64 (west, south, step east, step north in degrees; columns, rows), then float32 in metres row by row from the south, NaN for none; little-endian. Empty without an elevation file.",
    permission: {
      any: ["READ_DIGITAL_TWIN_VISUALIZATION", "EDIT_FLIGHT_AREA_POLYGON", "READ_FLIGHT_CAMPAIGN"],
    },
    scope: { plant: "id" },
    params: idParams,
    answerKind: "bytes",
    download: "values",
  }),
  /** Multipart: `height_unit` (m, ft or ft_us) where the file names none, then one file. */
  upload: endpoint({
    method: "POST",
    summary:
      "Stores the heights around the plant from a GeoTIFF, in place of those it has. Routes that are generated from then on follow them. Heights without a unit need height_unit (m, ft, ft_us) before the file.",
    permission: "EDIT_FLIGHT_AREA_POLYGON",
    ...ofPlant,
    bodyKind: "multipart",
    maxBytes: limits.elevationFileBytes,
    answer: elevationShape,
  }),
  remove: endpoint({
    method: "DELETE",
    summary:
      "Deletes the plant’s elevation. Routes that are generated from then on take the ground as flat.",
    permission: "EDIT_FLIGHT_AREA_POLYGON",
    ...ofPlant,
    answer: z.object({ done: z.literal(true) }),
  }),
};
