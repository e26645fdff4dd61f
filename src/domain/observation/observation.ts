// Observations: what a person saw at a component, with values in columns and photos.
import { z } from "zod";
import { instantShape } from "../calendar-date.ts";
import { componentTypeShape } from "../column/filter.ts";
import { idShape } from "../id.ts";
import { limits } from "../limits.ts";
import { realShape } from "../real.ts";
import { observationFileTypes } from "./recording/recording.ts";
import { exactLineShape, lineShape, paragraphShape } from "../text.ts";

/** Made by the client: the same request sent twice is stored once. */
export const externalIdShape = exactLineShape.min(1).max(100);
/** Of a photo, made by the client before it is sent. */
export const fileIdShape = z.string().regex(/^[\w-]{1,100}$/);
export const dtIdShape = exactLineShape.min(1).max(limits.componentNameLength);

/** True or false, a number, or a text: also the ID of an option and a colour. */
export const columnValueShape = z.union([z.boolean(), realShape, lineShape.max(2000)]);
export type ColumnValue = z.infer<typeof columnValueShape>;

const requestShape = z.object({
  /** The photos that belong to it. They are sent after it. */
  file_ids: z.array(fileIdShape).max(limits.observationImages).default([]),
  /** Values of custom component properties. */
  ccp_values: z
    .array(z.object({ ccp_id: idShape, value: columnValueShape }))
    .max(200)
    .default([]),
  /** Values of key figures (performance indicators). */
  pi_values: z
    .array(z.object({ pi_id: idShape, value: realShape }))
    .max(limits.keyFigureValues)
    .default([]),
  analysis_id: idShape.nullable().default(null),
});
export type ObservationRequest = z.output<typeof requestShape>;

/** What can be changed later; the component changes by moving the observation. */
export const observationFieldsShape = z.object({
  /** When it was seen, ISO 8601 with offset. The time of arrival is `created_at`. */
  observed_at: instantShape,
  notes: paragraphShape.max(5000).default(""),
  request: requestShape.prefault({}),
});
export type ObservationFields = z.output<typeof observationFieldsShape>;

/** Findings that are done with an observation. */
export const finishedIdsShape = z.array(idShape).max(limits.observationFindings);

/** `external_id` is made by the server where the client sends none. */
export const observationFormShape = observationFieldsShape.extend({
  external_id: externalIdShape.optional(),
});

const imageShape = z.object({
  id: z.number().int(),
  file_id: z.string(),
  file_name: z.string(),
  content_type: z.enum(observationFileTypes),
  bytes: z.number().int(),
  /** SHA-256 of the file as it was sent, hexadecimal. */
  hash: z.string(),
  /** Pixels, as displayed; 0 of a recording. */
  width: z.number().int(),
  height: z.number().int(),
  /** Where and when it was taken, degrees and ISO 8601; null where the photo does not say. */
  lon: z.number().nullable(),
  lat: z.number().nullable(),
  taken_at: z.string().nullable(),
});
export type ObservationImage = z.infer<typeof imageShape>;

/** With `id`, `revision` and the hashes of `images` it is also the receipt of what was stored. */
export const observationShape = z.object({
  id: z.number().int(),
  plant_id: z.number().int(),
  fieldgeometry_component: z.object({
    /** Row of the component in the twin; null if the twin has it no more. */
    component_id: z.number().int().nullable(),
    component_type: componentTypeShape,
    pcs: z.string(),
    dt_id: z.string(),
  }),
  observed_at: z.string(),
  notes: z.string(),
  external_id: z.string(),
  /** Counts the changes of its fields, from 1. */
  revision: z.number().int(),
  created_by_user: z.string().nullable(),
  created_at: z.string(),
  updated_by_user: z.string().nullable(),
  updated_at: z.string(),
  column_values: z.array(
    z.object({
      column_id: z.string(),
      value: z.union([z.boolean(), z.number(), z.string()]),
    }),
  ),
  /** Null without one, and where the viewer does not see it. */
  analysis: z.object({ id: z.number().int(), flown_at: z.string(), name: z.string() }).nullable(),
  /** Photos that belong to it; those that have not arrived are missing in `files_map`. */
  file_ids: z.array(z.string()),
  /** ID of the image by file ID. */
  files_map: z.record(z.string(), z.number().int()),
  /** Addresses below the server's, in the order of `images`. */
  image_urls: z.array(z.string()),
  images: z.array(imageShape),
  /** Findings of its component that were done with it: the observation is the record of the repair. */
  finished_ids: z.array(z.number().int()),
  /** The finding that it is about: a class of the fault type of its component. Null for the component as a whole. */
  fault_type: z.number().int().nullable(),
});
/** A deleted observation that can still be put back. */
export const deletedObservationShape = z.object({
  id: z.number().int(),
  component_type: componentTypeShape,
  /** The plant's own name of the component, or its ID. */
  pcs: z.string(),
  observed_at: z.string(),
  notes: z.string(),
  photo_count: z.number().int(),
  /** Voice notes and videos. */
  recording_count: z.number().int(),
  created_by_user: z.string().nullable(),
  deleted_at: z.string(),
});
export type DeletedObservation = z.infer<typeof deletedObservationShape>;

export type Observation = z.infer<typeof observationShape>;
export type StoredColumnValue = Observation["column_values"][number];
