// Plants, digital twins, analyses, results, tasks.
import {
  bigint,
  bigserial,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  serial,
  text,
  timestamp,
  unique,
} from "drizzle-orm/pg-core";
import { account, customer } from "./account.ts";

const at = (name: string) => timestamp(name, { withTimezone: true, mode: "string" });

export const plant = pgTable(
  "plant",
  {
    id: serial().primaryKey(),
    customer_id: integer()
      .notNull()
      .references(() => customer.id),
    name: text().notNull(),
    technology: text().notNull(),
    nominal_capacity: doublePrecision().notNull(),
    mounting_type: text(),
    mounting_orientation: text(),
    module_inclination: doublePrecision(),
    orientation_angle: doublePrecision(),
    setup_phase: boolean().notNull().default(true),
    drone_in_a_box: boolean().notNull().default(false),
    lon: doublePrecision().notNull(),
    lat: doublePrecision().notNull(),
    area: jsonb(),
    area_ha: doublePrecision(),
    take_off_position: jsonb(),
    flight_polygons: jsonb(),
    no_fly_polygons: jsonb(),
    file_overlay: text(),
    /** Version of the current digital twin; 0 without one. */
    twin_version: integer().notNull().default(0),
    component_count: integer().notNull().default(0),
    created_at: at("created_at").notNull().defaultNow(),
  },
  (t) => [
    unique("plant_name").on(t.customer_id, t.name),
    index("plant_customer").on(t.customer_id),
  ],
);

/** One version of a plant's digital twin: the manifest of domain/component/component-index.ts `Twin`. */
export const twin = pgTable(
  "twin",
  {
    plant_id: integer()
      .notNull()
      .references(() => plant.id, { onDelete: "cascade" }),
    version: integer().notNull(),
    manifest: jsonb().notNull(),
    report: jsonb().notNull(),
    created_by: integer().references(() => account.id, { onDelete: "set null" }),
    created_at: at("created_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.plant_id, t.version] })],
);

export const keyFigureLimits = pgTable(
  "key_figure_limits",
  {
    plant_id: integer()
      .notNull()
      .references(() => plant.id, { onDelete: "cascade" }),
    key_figure_id: integer().notNull(),
    limits: real().array().notNull(),
  },
  (t) => [primaryKey({ columns: [t.plant_id, t.key_figure_id] })],
);

export const analysis = pgTable(
  "analysis",
  {
    id: serial().primaryKey(),
    plant_id: integer()
      .notNull()
      .references(() => plant.id),
    name: text().notNull(),
    state: text().notNull().default("EMPTY"),
    visibility: text().notNull().default("not_released"),
    flown_at: at("flown_at").notNull(),
    released_at: at("released_at"),
    notes: text().notNull().default(""),
    created_by: integer().references(() => account.id, { onDelete: "set null" }),
    created_at: at("created_at").notNull().defaultNow(),
  },
  (t) => [index("analysis_plant").on(t.plant_id, t.flown_at)],
);

/** The imported column of one key figure; edits lie over it (value_change). */
export const analysisColumn = pgTable(
  "analysis_column",
  {
    analysis_id: integer()
      .notNull()
      .references(() => analysis.id, { onDelete: "cascade" }),
    key_figure_id: integer().notNull(),
    /** Hash of the column as imported. */
    base_hash: text().notNull(),
    /** domain/column/column.ts `ColumnSummary` of the column as served, edits included. */
    summary: jsonb().notNull(),
    /** Count of components per severity 0 to 3 with the catalogue's limits. */
    severity_counts: integer().array().notNull(),
    twin_version: integer().notNull(),
    eval_batch_num: integer(),
    created_at: at("created_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.analysis_id, t.key_figure_id] })],
);

export const valueChange = pgTable(
  "value_change",
  {
    id: bigserial({ mode: "number" }).primaryKey(),
    analysis_id: integer()
      .notNull()
      .references(() => analysis.id, { onDelete: "cascade" }),
    key_figure_id: integer().notNull(),
    row: bigint({ mode: "number" }).notNull(),
    dt_id: text().notNull(),
    old_value: doublePrecision(),
    new_value: doublePrecision(),
    account_id: integer().references(() => account.id, { onDelete: "set null" }),
    created_at: at("created_at").notNull().defaultNow(),
    undone_at: at("undone_at"),
    undone_by: integer(),
  },
  (t) => [index("value_change_column").on(t.analysis_id, t.key_figure_id)],
);

export const resultImage = pgTable(
  "result_image",
  {
    id: bigserial({ mode: "number" }).primaryKey(),
    analysis_id: integer()
      .notNull()
      .references(() => analysis.id, { onDelete: "cascade" }),
    component_type: text().notNull(),
    dt_id: text().notNull(),
    file_name: text().notNull(),
    kind: text().notNull(),
    full: text().notNull(),
    thumb: text().notNull(),
    content_type: text().notNull(),
    lon: doublePrecision(),
    lat: doublePrecision(),
    taken_at: at("taken_at"),
    scale_min: real(),
    scale_max: real(),
    width: integer().notNull(),
    height: integer().notNull(),
  },
  (t) => [index("result_image_component").on(t.analysis_id, t.dt_id)],
);

export const task = pgTable(
  "task",
  {
    id: serial().primaryKey(),
    name: text().notNull(),
    state: text().notNull().default("PENDING"),
    infos: jsonb().notNull().default([]),
    step: integer().notNull().default(0),
    max_steps: integer().notNull().default(0),
    /** domain/error.ts Problem list; the first is the failure's reason. */
    problems: jsonb().notNull().default([]),
    error: text(),
    result: jsonb(),
    input: jsonb().notNull().default({}),
    plant_id: integer().references(() => plant.id, { onDelete: "cascade" }),
    analysis_id: integer().references(() => analysis.id, { onDelete: "cascade" }),
    created_by: integer().references(() => account.id, { onDelete: "set null" }),
    created_at: at("created_at").notNull().defaultNow(),
    finished_at: at("finished_at"),
  },
  (t) => [index("task_state").on(t.state)],
);
