// What people mark in pictures of a component's result.
import { z } from "zod";
import { idTextShape } from "../../domain/id.ts";
import { annotationFieldsShape, annotationShape } from "../../domain/image/annotation.ts";
import { endpoint } from "../endpoint.ts";
import { idParams } from "../plant/plant.ts";

const oneImage = idParams.extend({ image_id: idTextShape });

export const resultImageApi = {
  annotations: endpoint({
    method: "GET",
    path: "/auth/analysis/{id}/image/{image_id}/annotations",
    summary: "What people have marked in a picture of a result, the oldest first.",
    permission: "READ_ANALYSIS_RESULT",
    scope: { analysis: "id" },
    params: oneImage,
    answer: z.array(annotationShape),
  }),
  annotate: endpoint({
    method: "POST",
    path: "/auth/analysis/{id}/image/{image_id}/annotations",
    summary:
      "Marks a box, a polygon or a point in a picture of a result. It has no place on the ground.",
    permission: "CREATE_OBSERVATION",
    scope: { analysis: "id" },
    params: oneImage,
    body: annotationFieldsShape,
    answer: annotationShape,
  }),
  removeAnnotation: endpoint({
    method: "DELETE",
    path: "/auth/analysis/{id}/image/{image_id}/annotation/{annotation_id}",
    summary: "Deletes a mark in a picture of a result. Observations that were made of it stay.",
    permission: "DELETE_OBSERVATION",
    scope: { analysis: "id" },
    params: oneImage.extend({ annotation_id: idTextShape }),
    answer: z.object({ done: z.literal(true) }),
  }),
};
