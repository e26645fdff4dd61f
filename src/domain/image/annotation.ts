// What people mark in an image of a survey: a box, a polygon or a point, with words.
import { z } from "zod";
import { idShape } from "../id.ts";
import { limits } from "../limits.ts";
import { lineShape } from "../text.ts";

export const annotationKinds = ["box", "polygon", "text"] as const;
export type AnnotationKind = (typeof annotationKinds)[number];

/** Vertices that each kind has, at least and at most. */
const vertices: Readonly<Record<AnnotationKind, readonly [least: number, most: number]>> = {
  box: [2, 2],
  polygon: [3, limits.annotationVertices],
  text: [1, 1],
};

/** Pixels from the upper left corner, x to the right, y down. */
const pixelShape = z.tuple([
  z.number().min(-100_000).max(100_000),
  z.number().min(-100_000).max(100_000),
]);
export type AnnotationPixel = z.infer<typeof pixelShape>;

/** A box has two opposite corners, a text the point that it is about. */
export const annotationFieldsShape = z
  .object({
    kind: z.enum(annotationKinds),
    points: z.array(pixelShape).min(1).max(limits.annotationVertices),
    text: lineShape.max(limits.annotationLetters),
    /** Metres of the marked component above the take-off position: what lies higher is seen farther out. */
    height_m: z.number().min(-1000).max(9000),
  })
  .superRefine(({ kind, points, text }, context) => {
    const [least, most] = vertices[kind];
    if (points.length < least || points.length > most)
      context.addIssue({ code: "custom", message: "annotation_vertices", path: ["points"] });
    // A point alone says nothing.
    if (kind === "text" && text === "")
      context.addIssue({ code: "custom", message: "annotation_text_missing", path: ["text"] });
  });
export type AnnotationFields = z.infer<typeof annotationFieldsShape>;

export const annotationShape = z.object({
  id: idShape,
  /** Of the uploaded file. */
  image_id: idShape,
  kind: z.enum(annotationKinds),
  points: z.array(pixelShape),
  text: z.string(),
  /** Longitude and latitude of its middle; null where the image does not say where its camera was. */
  place: z.tuple([z.number(), z.number()]).nullable(),
  user_name: z.string(),
  created_at: z.string(),
});
export type Annotation = z.infer<typeof annotationShape>;

/** The middle of the extent. */
export function annotationMiddle(points: readonly AnnotationPixel[]): AnnotationPixel {
  const middle = (axis: 0 | 1) => {
    const all = points.map((point) => point[axis]);
    return (Math.min(...all) + Math.max(...all)) / 2;
  };
  return [middle(0), middle(1)];
}
