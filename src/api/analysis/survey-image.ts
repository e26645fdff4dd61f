// The uploaded images of an analysis by place, and what can be measured in them.
import { z } from "zod";
import { exactLineShape } from "../../domain/text.ts";
import { limits } from "../../domain/limits.ts";
import { idTextShape } from "../../domain/id.ts";
import { annotationFieldsShape, annotationShape } from "../../domain/image/annotation.ts";
import { shotsShape } from "../../domain/image/survey-image.ts";
import { endpoint } from "../endpoint.ts";
import { idParams } from "../plant/plant.ts";

const reads = "READ_ANALYSIS_RESULT";

/** A JSON array of [longitude, latitude, metres above the take-off position]. */
const cornersQuery = exactLineShape
  .max(limits.filterBytes)
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue("field_invalid");
      return z.NEVER;
    }
  })
  .pipe(
    z
      .array(
        z.tuple([
          z.number().min(-180).max(180),
          z.number().min(-90).max(90),
          z.number().min(-1000).max(9000),
        ]),
      )
      .min(1)
      .max(limits.imageCorners),
  );

const oneImage = idParams.extend({ image_id: idTextShape });

export const surveyImageApi = {
  ofPlace: endpoint({
    method: "GET",
    path: "/auth/analysis/{id}/survey-images",
    summary: "The uploaded images that show a place, best first, with its outline in each.",
    permission: reads,
    scope: { analysis: "id" },
    params: idParams,
    query: z.object({
      corners: cornersQuery,
      /** An image of the flight that is among the answer where it shows the place. */
      file_name: exactLineShape.max(limits.fileNameLength).optional(),
    }),
    answer: shotsShape,
  }),
  picture: endpoint({
    method: "GET",
    path: "/auth/analysis/{id}/survey-image/{image_id}/picture/{size}",
    summary: "One uploaded image as a picture: full or thumb.",
    permission: reads,
    scope: { analysis: "id" },
    params: idParams.extend({ image_id: idTextShape, size: z.enum(["full", "thumb"]) }),
    answerKind: "bytes",
    download: "image",
    compressed: false,
  }),
  temperatures: endpoint({
    method: "GET",
    path: "/auth/analysis/{id}/survey-image/{image_id}/temperatures",
    summary: "The camera's counts of a radiometric image and the constants that turn them into °C.",
    permission: reads,
    scope: { analysis: "id" },
    params: idParams.extend({ image_id: idTextShape }),
    answerKind: "bytes",
    download: "image",
    heavy: true,
  }),
  annotations: endpoint({
    method: "GET",
    path: "/auth/analysis/{id}/survey-image/{image_id}/annotations",
    summary: "What people have marked in the image, the oldest first.",
    permission: reads,
    scope: { analysis: "id" },
    params: oneImage,
    answer: z.array(annotationShape),
  }),
  annotate: endpoint({
    method: "POST",
    path: "/auth/analysis/{id}/survey-image/{image_id}/annotations",
    summary: "Marks a box, a polygon or a point in the image; answers where on the ground it lies.",
    permission: "CREATE_OBSERVATION",
    scope: { analysis: "id" },
    params: oneImage,
    body: annotationFieldsShape,
    answer: annotationShape,
  }),
  removeAnnotation: endpoint({
    method: "DELETE",
    path: "/auth/analysis/{id}/survey-image/{image_id}/annotation/{annotation_id}",
    summary: "Deletes a mark in the image. Observations that were made of it stay.",
    permission: "DELETE_OBSERVATION",
    scope: { analysis: "id" },
    params: oneImage.extend({ annotation_id: idTextShape }),
    answer: z.object({ done: z.literal(true) }),
  }),
};
