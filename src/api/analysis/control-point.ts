// Control points of an analysis: a person says where its rasters lie.
import { z } from "zod";
import {
  controlPointsShape,
  controlRefusal,
  rasterControlShape,
  type ControlFacts,
} from "../../domain/evaluation/place/control-point.ts";
import { answeredPlaceShape } from "../../domain/evaluation/survey-log.ts";
import { endpoint } from "../endpoint.ts";
import { idParams } from "../plant/plant.ts";

const scope = { analysis: "id" } as const;

const answer = z.object({
  /** Longitude and latitude of the origin of the plant's plane; null without a twin. */
  origin: z.tuple([z.number(), z.number()]).nullable(),
  rasters: z.array(
    z.object({
      file_name: z.string(),
      sha256: z.string(),
      /** ID of its orthomosaic; null where it has no picture that can be drawn. */
      orthomosaic_id: z.int().nullable(),
      /** Metres across the part of the plant that it shows; 0 where that is not known. */
      extent_m: z.number(),
      points: controlPointsShape,
      /** What the newest evaluation says of its place; null where it says nothing. */
      place: answeredPlaceShape.nullable(),
    }),
  ),
});

export const controlPointApi = {
  list: endpoint({
    method: "GET",
    path: "/auth/analysis/{id}/control-points",
    summary: "The rasters of the analysis, their control points and where they lie.",
    permission: { any: ["UPDATE_ANALYSIS", "UPDATE_ANALYSIS_RESULT"] },
    scope,
    params: idParams,
    answer,
  }),
  set: endpoint({
    method: "POST",
    path: "/auth/analysis/{id}/control-points",
    summary:
      "Sets the two to four control points of a raster, named by the SHA-256 of its file; none removes them. The next evaluation places it by them.",
    permission: "UPDATE_ANALYSIS",
    refusal: (_, facts: ControlFacts) => controlRefusal(facts),
    refusalCode: "BAD_REQUEST",
    scope,
    params: idParams,
    body: rasterControlShape,
    answer,
  }),
};
