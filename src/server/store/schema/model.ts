// What the 3D view has besides the digital twin: models, and sizes of parts.
import { sql } from "drizzle-orm";
import {
  bigint,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  serial,
  text,
} from "drizzle-orm/pg-core";
import { modelKinds, type OwnPlace, type Placement } from "../../../domain/model/plant-model.ts";
import type { Dimensions } from "../../../domain/twin-view/dimension.ts";
import { account } from "./account.ts";
import { plant } from "./plant.ts";
import { time } from "./time.ts";

export const plantModel = pgTable(
  "plant_model",
  {
    id: serial().primaryKey(),
    plant_id: integer()
      .notNull()
      .references(() => plant.id, { onDelete: "cascade" }),
    name: text().notNull(),
    kind: text({ enum: modelKinds }).notNull(),
    file_name: text().notNull(),
    /** Key of the file as it was uploaded. */
    object: text().notNull(),
    bytes: bigint({ mode: "number" }).notNull(),
    /** Path of the tileset in the ZIP; empty for a .glb. */
    root: text().notNull(),
    version: text().notNull(),
    tile_count: integer().notNull(),
    own_place: jsonb().$type<OwnPlace>(),
    placement: jsonb().$type<Placement>(),
    height_m: doublePrecision().notNull().default(0),
    created_by: integer().references(() => account.id, { onDelete: "set null" }),
    created_at: time()
      .notNull()
      .default(sql`now()`),
  },
  (t) => [index("plant_model_plant").on(t.plant_id)],
);

/** Sizes that are absent have their defaults. */
export const twinDimension = pgTable("twin_dimension", {
  plant_id: integer()
    .primaryKey()
    .references(() => plant.id, { onDelete: "cascade" }),
  values: jsonb().$type<Partial<Dimensions>>().notNull(),
});
