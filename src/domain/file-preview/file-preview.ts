// What was understood of files before they are imported: format, system, shapes, properties, hierarchy, faults.
import { z } from "zod";
import { componentTypeShape } from "../column/filter.ts";
import { problemShape } from "../error-shape.ts";
import { geoFormats } from "../geometry/geo-file.ts";
import { fileMappingShape } from "./file-mapping.ts";

/** Where the meanings of the properties come from: their names, an earlier import, or the user. */
export const mappingSources = ["file", "remembered", "chosen"] as const;

const explained = problemShape.extend({ message: z.string() });
const count = z.number().int();

export const filePreviewShape = z.object({
  /** The files, and those inside an archive. */
  files: z.array(z.object({ name: z.string(), format: z.enum(geoFormats), feature_count: count })),
  /** Reference systems as codes or names; empty where the file states none and longitude and latitude are taken. */
  systems: z.array(z.string()),
  /**
   * Where the coordinates are no degrees and the files state no system: the one that was chosen, and those in which the
   * first place lies near the plant, the nearest first. Null for all other files.
   */
  system_choice: z
    .object({
      chosen: z.string().nullable(),
      proposed: z.array(z.object({ code: count, name: z.string() })),
    })
    .nullable(),
  feature_count: count,
  outline_count: count,
  line_count: count,
  point_count: count,
  /** West, south, east, north in degrees; null without a shape. */
  bounds: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullable(),
  /** Kilometres from the plant to the nearest vertex; null without a plant or a shape. */
  distance_km: z.number().nullable(),
  columns: z.array(z.object({ name: z.string(), filled: count, examples: z.array(z.string()) })),
  /** Properties beyond those that are listed. */
  more_columns: count,
  /** Folders or layers, the outermost first, with the features directly in them. */
  folders: z.array(z.object({ path: z.array(z.string()), feature_count: count })),
  more_folders: count,
  /** The property of each meaning; null where none has it. */
  mapping: fileMappingShape,
  /** What the user chose, which the import needs. The rest follows from names. */
  said: fileMappingShape,
  mapping_source: z.enum(mappingSources),
  /** What the import would make: components, plants, shapes or observations. */
  result_count: count,
  /** Of a twin, from the top down. Made ones are in no file and follow from their children. */
  levels: z.array(
    z.object({
      component_type: componentTypeShape,
      component_count: count,
      made_count: count,
      /** Components without a name of their own, and those whose parent was not found. */
      nameless_count: count,
      orphan_count: count,
    }),
  ),
  /** Of observations: those that are stored already, and those that the file has twice. */
  known_count: count,
  twice_count: count,
  /** Of observations: whether times state no zone, so that it must be asked for. */
  lacks_zone: z.boolean(),
  /** Features that state no time, and days without a time, which count as noon. */
  timeless_count: count,
  noon_count: count,
  /** Metres between a point and its component: the farthest of those that are not on theirs; null if all are. */
  farthest_m: z.number().nullable(),
  /** Features that are left out; `refused` lists the first ones. */
  refused_count: count,
  refused: z.array(explained),
  refused_counts: z.array(z.object({ reason: z.string(), field: z.string().nullable(), count })),
  /** What the files have that is not read, such as texts of a drawing or a second geometry. */
  notes: z.array(explained),
  /** Why nothing of the files can be imported as they are understood now; empty if something can. */
  faults: z.array(explained),
  /** Shapes for the map as the text of a GeoJSON; where there are many, some of them. */
  shapes: z.string(),
  shown_count: count,
});
export type FilePreview = z.infer<typeof filePreviewShape>;
