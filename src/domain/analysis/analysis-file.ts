// Uploaded drone data: what a file is, and what was read from it.
import { z } from "zod";
import { problemShape } from "../error-shape.ts";

/** What was read from the file itself. All fields are null for a file that is no image. */
export const fileOriginShape = z.object({
  camera_make: z.string().nullable(),
  camera_model: z.string().nullable(),
  /** ISO 8601 in UTC. */
  taken_at: z.string().nullable(),
  /** Minutes by which the camera's clock is ahead of UTC; null where the file does not say. */
  utc_offset: z.number().int().nullable(),
  /** Degrees, EPSG:4326. */
  lon: z.number().nullable(),
  lat: z.number().nullable(),
  /** Metres above sea level, and above the take-off position. */
  altitude: z.number().nullable(),
  relative_altitude: z.number().nullable(),
  /** Degrees. Pitch is -90 straight down, yaw counts from north clockwise. */
  gimbal_pitch: z.number().nullable(),
  gimbal_yaw: z.number().nullable(),
  gimbal_roll: z.number().nullable(),
  /** Pixels, as displayed. */
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  /** The file has a temperature for each pixel. */
  is_radiometric: z.boolean().nullable(),
  /** Serial number of the aircraft; null where the file does not say. */
  drone_serial: z.string().nullable(),
});
export type FileOrigin = z.infer<typeof fileOriginShape>;

export const readingStates = ["waiting", "read", "unreadable"] as const;

export const analysisFileShape = fileOriginShape.extend({
  /** With its folders, separated by `/`. */
  file_name: z.string(),
  bytes: z.number().int(),
  sha256: z.string(),
  created_at: z.string(),
  /** Name of the user who uploaded it; null if the account was deleted. */
  user_name: z.string().nullable(),
  reading_state: z.enum(readingStates),
  has_thumbnail: z.boolean(),
  /** Why it may not belong to the analysis. */
  problems: z.array(problemShape),
});
export type AnalysisFile = z.infer<typeof analysisFileShape>;

/** An uploaded image that says where it was taken, and what its camera saw from there. */
export const imagePlaceShape = analysisFileShape
  .pick({
    file_name: true,
    camera_model: true,
    taken_at: true,
    relative_altitude: true,
    gimbal_pitch: true,
    gimbal_yaw: true,
    gimbal_roll: true,
    height: true,
    is_radiometric: true,
    drone_serial: true,
  })
  .extend({
    /** Degrees, EPSG:4326. */
    lon: z.number(),
    lat: z.number(),
    /** Pixels, as displayed. */
    width: z.number().int(),
  });
export type ImagePlace = z.infer<typeof imagePlaceShape>;

export const analysisFilesShape = z.object({
  files: z.array(analysisFileShape),
  /** Day on which most images were taken, by the camera's clock; null without images. */
  proposed_date: z.string().nullable(),
});
