// Photos of observations.
import { z } from "zod";
import { idShape } from "../domain/id.ts";
import { limits } from "../domain/limits.ts";
import { observationShape } from "../domain/observation/observation.ts";
import { endpoint } from "./endpoint.ts";
import { observationImageParams } from "./observation.ts";
import { idParams } from "./plant.ts";

const scope = { observation: "id" } as const;
const changes = { all: ["UPDATE_OBSERVATION", "UPLOAD_OBSERVATION_IMAGE"] } as const;

export const observationImageApi = {
  /** Multipart: each file under its file ID. */
  add: endpoint({
    method: "POST",
    path: "/auth/observation/{id}/images",
    summary: "Adds photos of at most 5 MB each. Those that were sent before are stored once.",
    permission: "UPLOAD_OBSERVATION_IMAGE",
    scope,
    params: idParams,
    bodyKind: "multipart",
    maxBytes: limits.observationImages * limits.imageBytes + limits.jsonBodyBytes,
    answer: observationShape,
  }),
  file: endpoint({
    method: "GET",
    path: "/auth/observation/{id}/image/{image_id}/{size}",
    summary: "One photo: full or thumb.",
    permission: "READ_OBSERVATION",
    scope,
    params: observationImageParams.extend({ size: z.enum(["full", "thumb"]) }),
    answerKind: "bytes",
    compressed: false,
    offline: "image thumbnails",
  }),
  move: endpoint({
    method: "POST",
    path: "/auth/observation/{id}/image/{image_id}/move",
    summary: "Moves a photo to another observation of the plant.",
    permission: changes,
    scope,
    params: observationImageParams,
    body: z.object({ observation_id: idShape }),
    answer: observationShape,
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/auth/observation/{id}/image/{image_id}",
    summary: "Deletes a photo.",
    permission: changes,
    scope,
    params: observationImageParams,
    answer: observationShape,
  }),
};
