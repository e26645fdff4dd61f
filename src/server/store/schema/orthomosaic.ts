// Orthomosaics: the pyramids of uploaded GeoTIFF files.
import { sql } from "drizzle-orm";
import { bigint, doublePrecision, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import type { Problem } from "../../../domain/error.ts";
import {
  orthomosaicKinds,
  orthomosaicStates,
  type OrthomosaicTemperature,
} from "../../../domain/raster/orthomosaic.ts";
import { placementIds, type Fit } from "../../../domain/raster/fit.ts";
import { account } from "./account.ts";
import { analysisFile } from "./analysis-file.ts";
import { task } from "./plant.ts";
import { time } from "./time.ts";

/** One per file, and of the same ID: it goes with its file, to another analysis too. */
export const orthomosaic = pgTable("orthomosaic", {
  id: integer()
    .primaryKey()
    .references(() => analysisFile.id, { onDelete: "cascade" }),
  state: text({ enum: orthomosaicStates }).notNull().default("waiting"),
  fault: jsonb().$type<Problem>(),
  task_id: integer().references(() => task.id, { onDelete: "set null" }),
  created_by: integer().references(() => account.id, { onDelete: "set null" }),
  created_at: time()
    .notNull()
    .default(sql`now()`),
  kind: text({ enum: orthomosaicKinds }),
  /** SHA-256 of the pyramid. */
  hash: text(),
  /** Key of the pyramid. */
  pyramid: text(),
  pyramid_bytes: bigint({ mode: "number" }),
  width: integer(),
  height: integer(),
  bands: integer(),
  sample: text(),
  epsg: integer(),
  /** See `Affine`. */
  to_map: jsonb().$type<[number, number, number, number, number, number]>(),
  nodata: doublePrecision(),
  resolution_m: doublePrecision(),
  bounds: jsonb().$type<[number, number, number, number]>(),
  temperature: jsonb().$type<OrthomosaicTemperature>(),
  /** What the last check of its place has found. */
  fit: jsonb().$type<Fit>(),
  /** When its place was last checked. */
  fit_at: time(),
  placement: text({ enum: placementIds }).notNull().default("stated"),
});
