// Uploaded drone data: files and uploads of analyses.
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  real,
  serial,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { readingStates } from "../../../domain/analysis/analysis-file.ts";
import { uploadStates } from "../../../domain/analysis/analysis-upload.ts";
import type { LensTags } from "../../../domain/image/lens.ts";
import type { RasterValues } from "../../../domain/raster/temperature.ts";
import { account } from "./account.ts";
import { analysis } from "./plant.ts";
import { time } from "./time.ts";

export const analysisFile = pgTable(
  "analysis_file",
  {
    id: serial().primaryKey(),
    analysis_id: integer()
      .notNull()
      .references(() => analysis.id, { onDelete: "cascade" }),
    file_name: text().notNull(),
    /** The name as `nameKey` has it: two names that some systems take for one are refused. */
    name_key: text().notNull(),
    object: text().notNull().unique(),
    bytes: bigint({ mode: "number" }).notNull(),
    sha256: text().notNull(),
    created_by: integer().references(() => account.id, { onDelete: "set null" }),
    created_at: time()
      .notNull()
      .default(sql`now()`),
    reading_state: text({ enum: readingStates }).notNull().default("waiting"),
    /** Why it could not be read, as a key of refusal.json. */
    reading_fault: text(),
    /** JPEG. */
    thumb: text(),
    camera_make: text(),
    camera_model: text(),
    taken_at: time(),
    utc_offset: integer(),
    lon: doublePrecision(),
    lat: doublePrecision(),
    altitude: real(),
    relative_altitude: real(),
    gimbal_pitch: real(),
    gimbal_yaw: real(),
    gimbal_roll: real(),
    width: integer(),
    height: integer(),
    is_radiometric: boolean(),
    /** What the file says of its lens; null for files that were read before this was kept. */
    lens: jsonb().$type<LensTags>(),
    /** Of the aircraft; null where the file does not say, and for files that were read before this was kept. */
    drone_serial: text(),
    /** Of a thermal camera, also where it holds no temperatures; null where the file says neither, and for files that were read before this was kept. */
    is_thermal: boolean(),
    /** Standard uncertainty of the place of the camera in metres; null where the file does not state it. */
    position_m: real(),
    /** Numbers of a single image that was exported as TIFF, whose unit a user states; null for all other files. */
    temperature_values: jsonb().$type<RasterValues>(),
  },
  (t) => [
    uniqueIndex("analysis_file_name").on(t.analysis_id, t.name_key),
    index("analysis_file_waiting")
      .on(t.analysis_id)
      .where(sql`${t.reading_state} = 'waiting'`),
  ],
);

export const analysisUpload = pgTable(
  "analysis_upload",
  {
    id: serial().primaryKey(),
    analysis_id: integer()
      .notNull()
      .references(() => analysis.id, { onDelete: "cascade" }),
    account_id: integer().references(() => account.id, { onDelete: "set null" }),
    file_name: text().notNull(),
    /** As that of `analysis_file`. */
    name_key: text().notNull(),
    object: text().notNull().unique(),
    /** What the object store calls the growing object. */
    handle: text().notNull(),
    /** Marks of the parts that are stored, in order; the folder has none. */
    parts: text()
      .array()
      .notNull()
      .default(sql`'{}'`),
    bytes: bigint({ mode: "number" }).notNull(),
    offset: bigint({ mode: "number" }).notNull().default(0),
    /** Of the whole file, once it has arrived. */
    sha256: text(),
    state: text({ enum: uploadStates }).notNull().default("running"),
    /** Who writes now, and until when that holds. */
    lease: uuid(),
    lease_until: time(),
    created_at: time()
      .notNull()
      .default(sql`now()`),
    updated_at: time()
      .notNull()
      .default(sql`now()`),
  },
  (t) => [
    index("analysis_upload_state").on(t.analysis_id, t.state),
    index("analysis_upload_name")
      .on(t.analysis_id, t.name_key)
      .where(sql`${t.state} = 'running'`),
    index("analysis_upload_account")
      .on(t.account_id)
      .where(sql`${t.state} = 'running'`),
  ],
);
