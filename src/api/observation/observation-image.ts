// Photos of observations, and recordings: voice notes and videos. All are their images; their content_type says which they are.
import { z } from "zod";
import { idShape } from "../../domain/id.ts";
import { limits } from "../../domain/limits.ts";
import { fileIdShape, observationShape } from "../../domain/observation/observation.ts";
import { lineShape } from "../../domain/text.ts";
import { endpoint } from "../endpoint.ts";
import { observationImageParams } from "./observation.ts";
import { idParams } from "../plant/plant.ts";

const scope = { observation: "id" } as const;
const partParams = idParams.extend({ file_id: fileIdShape });
const sha256Shape = z.string().regex(/^[0-9a-f]{64}$/);
const byteCountShape = z
  .string()
  .regex(/^\d{1,8}$/)
  .transform(Number);
const changes = { all: ["UPDATE_OBSERVATION", "UPLOAD_OBSERVATION_IMAGE"] } as const;

export const observationImageApi = {
  /** Multipart: each file under its file ID. */
  add: endpoint({
    method: "POST",
    path: "/auth/observation/{id}/images",
    summary:
      "Adds photos of at most 5 MB each, voice notes and videos of at most 30 MB each (WebM, Ogg, MP4). Those that were sent before are stored once.",
    permission: "UPLOAD_OBSERVATION_IMAGE",
    scope,
    params: idParams,
    bodyKind: "multipart",
    maxBytes: limits.observationImages * limits.imageBytes + limits.jsonBodyBytes,
    answer: observationShape,
  }),
  partOffset: endpoint({
    method: "GET",
    path: "/auth/observation/{id}/image-part/{file_id}",
    summary: "How many bytes of a photo or a recording that is sent in parts have arrived.",
    permission: "UPLOAD_OBSERVATION_IMAGE",
    scope,
    params: partParams,
    query: z.object({ hash: sha256Shape }),
    answer: z.object({ offset: z.number() }),
  }),
  addPart: endpoint({
    method: "POST",
    path: "/auth/observation/{id}/image-part/{file_id}",
    summary:
      "Adds a part of a photo or a recording at its offset; a wrong offset is answered with 409 and the true one. The last part adds the photo, if its SHA-256 is that of all parts.",
    permission: "UPLOAD_OBSERVATION_IMAGE",
    scope,
    params: partParams,
    query: z.object({
      hash: sha256Shape,
      offset: byteCountShape,
      bytes: byteCountShape,
      file_name: lineShape.min(1).max(limits.fileNameLength),
    }),
    bodyKind: "bytes",
    maxBytes: limits.photoPartBytes,
    /** The observation once the photo is complete. */
    answer: z.object({ offset: z.number(), observation: observationShape.nullable() }),
  }),
  file: endpoint({
    method: "GET",
    path: "/auth/observation/{id}/image/{image_id}/{size}",
    summary: "One photo: full or thumb. Recordings have no thumb.",
    permission: "READ_OBSERVATION",
    scope,
    params: observationImageParams.extend({ size: z.enum(["full", "thumb"]) }),
    answerKind: "bytes",
    download: "image",
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
