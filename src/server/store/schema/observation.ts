// Observations of people at components, and their photos.
import { sql } from "drizzle-orm";
import {
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  text,
  unique,
} from "drizzle-orm/pg-core";
import { observationFileTypes } from "../../../domain/observation/recording/recording.ts";
import type { ComponentType } from "../../../domain/component/component.ts";
import type { StoredColumnValue } from "../../../domain/observation/observation.ts";
import { account, bytea } from "./account.ts";
import { analysis, plant } from "./plant.ts";
import { time } from "./time.ts";

export const observation = pgTable(
  "observation",
  {
    id: serial().primaryKey(),
    plant_id: integer()
      .notNull()
      .references(() => plant.id, { onDelete: "cascade" }),
    component_type: text().$type<ComponentType>().notNull(),
    dt_id: text().notNull(),
    observed_at: time().notNull(),
    notes: text().notNull().default(""),
    /** Made by the client; a request that is sent again finds what it has stored. */
    external_id: text().notNull(),
    revision: integer().notNull().default(1),
    analysis_id: integer().references(() => analysis.id, { onDelete: "set null" }),
    column_values: jsonb().$type<StoredColumnValue[]>().notNull().default([]),
    file_ids: jsonb().$type<string[]>().notNull().default([]),
    /** Findings that were done with it. They stay where the observation is deleted. */
    finished_ids: jsonb().$type<number[]>().notNull().default([]),
    /** The fault of the component that it is about: a class of its fault type. */
    fault_type: integer(),
    created_by: integer().references(() => account.id, { onDelete: "set null" }),
    created_at: time()
      .notNull()
      .default(sql`now()`),
    updated_by: integer().references(() => account.id, { onDelete: "set null" }),
    updated_at: time()
      .notNull()
      .default(sql`now()`),
  },
  (t) => [
    unique("observation_external_id").on(t.plant_id, t.external_id),
    index("observation_plant").on(t.plant_id, t.observed_at),
    index("observation_component").on(t.plant_id, t.dt_id),
  ],
);

export const observationImage = pgTable(
  "observation_image",
  {
    id: serial().primaryKey(),
    plant_id: integer()
      .notNull()
      .references(() => plant.id, { onDelete: "cascade" }),
    observation_id: integer()
      .notNull()
      .references(() => observation.id, { onDelete: "cascade" }),
    /** Made by the client. */
    file_id: text().notNull(),
    file_name: text().notNull(),
    object: text().notNull(),
    /** Of a recording the object itself: it has no small picture. */
    thumb: text().notNull(),
    content_type: text({ enum: observationFileTypes }).notNull(),
    bytes: integer().notNull(),
    /** SHA-256 of the file as it was sent. */
    hash: text().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    lon: doublePrecision(),
    lat: doublePrecision(),
    taken_at: time(),
    created_by: integer().references(() => account.id, { onDelete: "set null" }),
    created_at: time()
      .notNull()
      .default(sql`now()`),
  },
  (t) => [
    unique("observation_image_file").on(t.plant_id, t.file_id),
    index("observation_image_observation").on(t.observation_id),
  ],
);

/** What has arrived of photos that are sent in parts, until the last one arrives. */
export const observationPhotoPart = pgTable(
  "observation_photo_part",
  {
    plant_id: integer()
      .notNull()
      .references(() => plant.id, { onDelete: "cascade" }),
    observation_id: integer()
      .notNull()
      .references(() => observation.id, { onDelete: "cascade" }),
    /** Made by the client. */
    file_id: text().notNull(),
    /** SHA-256 of the whole photo: another photo under the same ID has parts of its own. */
    hash: text().notNull(),
    /** Where the part begins in the photo, in bytes. */
    offset: integer().notNull(),
    bytes: integer().notNull(),
    /** Size of the whole photo, as its first part said; null for parts of before this was kept. */
    declared: integer(),
    body: bytea().notNull(),
    /** Who sent it; null for parts of before this was kept. */
    account_id: integer().references(() => account.id, { onDelete: "set null" }),
    created_at: time()
      .notNull()
      .default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.observation_id, t.file_id, t.hash, t.offset] }),
    index("observation_photo_part_age").on(t.created_at),
  ],
);

/** Deleted observations with their photos as they were. They are kept for a while, so that one can be restored. */
export const deletedObservation = pgTable(
  "deleted_observation",
  {
    /** The ID that the observation had. */
    id: integer().primaryKey(),
    plant_id: integer()
      .notNull()
      .references(() => plant.id, { onDelete: "cascade" }),
    content: jsonb().$type<typeof observation.$inferSelect>().notNull(),
    images: jsonb().$type<(typeof observationImage.$inferSelect)[]>().notNull(),
    deleted_at: time()
      .notNull()
      .default(sql`now()`),
  },
  (t) => [index("deleted_observation_plant").on(t.plant_id, t.deleted_at)],
);
