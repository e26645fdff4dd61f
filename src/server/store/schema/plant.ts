// Plants, digital twins, analyses, results, tasks.
import { sql } from "drizzle-orm";
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
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import {
  imageKinds,
  imageTypes,
  type ResultImage,
} from "../../../domain/analysis/analysis-result.ts";
import { analysisStates, visibilities } from "../../../domain/analysis/analysis.ts";
import { historyFields } from "../../../domain/analysis/history.ts";
import { invoiceStates } from "../../../domain/analysis/invoice.ts";
import { requestedEnds, taskStates } from "../../../domain/analysis/task.ts";
import type { ColumnSummary } from "../../../domain/column/column.ts";
import type { Twin } from "../../../domain/component/component-index.ts";
import { technologies, type ComponentType } from "../../../domain/component/component.ts";
import type { ErrorCode, Problem } from "../../../domain/error.ts";
import type {
  ConditionRow,
  TemperatureRaster,
} from "../../../domain/evaluation/condition-record.ts";
import type { RasterControl } from "../../../domain/evaluation/place/control-point.ts";
import type { EvaluationChanges } from "../../../domain/evaluation/evaluation-limit.ts";
import type { FlightArea, FlightPolygons } from "../../../domain/flight/area/flight-area.ts";
import { mountingOrientations, mountingTypes, type GeoJson } from "../../../domain/plant/plant.ts";
import type { TwinReport } from "../../../domain/twin/twin-report.ts";
import { account, customer } from "./account.ts";
import { time } from "./time.ts";

export const plant = pgTable(
  "plant",
  {
    id: serial().primaryKey(),
    customer_id: integer()
      .notNull()
      .references(() => customer.id),
    name: text().notNull(),
    technology: text({ enum: technologies }).notNull(),
    nominal_capacity: doublePrecision().notNull(),
    /** The capacity follows from the area alone; no one has stated it. */
    capacity_estimated: boolean().notNull().default(false),
    mounting_type: text({ enum: mountingTypes }),
    mounting_orientation: text({ enum: mountingOrientations }),
    module_inclination: doublePrecision(),
    orientation_angle: doublePrecision(),
    setup_phase: boolean().notNull().default(true),
    drone_in_a_box: boolean().notNull().default(false),
    /** Metres above ground that nothing may fly above. */
    flight_ceiling: doublePrecision(),
    lon: doublePrecision().notNull(),
    lat: doublePrecision().notNull(),
    area: jsonb().$type<GeoJson>(),
    area_ha: doublePrecision(),
    take_off_positions: jsonb().$type<FlightArea["take_off_positions"]>().notNull().default([]),
    flight_polygons: jsonb().$type<FlightPolygons>(),
    no_fly_polygons: jsonb().$type<FlightPolygons>(),
    obstacles: jsonb().$type<FlightArea["obstacles"]>().notNull().default([]),
    flight_area_version: integer().notNull().default(1),
    /** A blueprint. The foreign key is in the migration: the table is in a file that imports this one. */
    file_overlay: integer(),
    twin_version: integer().notNull().default(0), // 0 without a twin
    component_count: integer().notNull().default(0),
    /** The plant's own limits of evaluations; what is absent is the default. */
    evaluation_limits: jsonb().$type<EvaluationChanges>().notNull().default({}),
    created_at: time()
      .notNull()
      .default(sql`now()`),
  },
  (t) => [
    unique("plant_name").on(t.customer_id, t.name),
    index("plant_customer").on(t.customer_id),
  ],
);

/** One version of a plant's digital twin. */
export const twin = pgTable(
  "twin",
  {
    plant_id: integer()
      .notNull()
      .references(() => plant.id, { onDelete: "cascade" }),
    version: integer().notNull(),
    manifest: jsonb().$type<Twin>().notNull(),
    report: jsonb().$type<TwinReport>().notNull(),
    created_by: integer().references(() => account.id, { onDelete: "set null" }),
    created_at: time()
      .notNull()
      .default(sql`now()`),
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
    state: text({ enum: analysisStates }).notNull().default("EMPTY"),
    visibility: text({ enum: visibilities }).notNull().default("not_released"),
    flown_at: time().notNull(),
    released_at: time(),
    notes: text().notNull().default(""),
    /** The foreign key is in the migration: the table of drones is in a file that imports this one. */
    drone_id: integer(),
    /** Data complete was chosen while files were uploading: set when the last upload finishes. */
    complete_after_upload: boolean().notNull().default(false),
    is_unmeasured_holder: boolean().notNull().default(false),
    invoice_state: text({ enum: invoiceStates }).notNull().default("NEEDS_TO_BE_CREATED"),
    invoice_id: text(),
    invoice_link: text(),
    po_reference: text(),
    po_pdf_link: text(),
    survey_conditions: jsonb().$type<ConditionRow[]>().notNull().default([]),
    /** Files that a user says to be temperatures, what the numbers of single images as TIFF mean, and where files lie. */
    temperature_rasters: jsonb().$type<TemperatureRaster[]>().notNull().default([]),
    temperature_images: jsonb().$type<Omit<TemperatureRaster, "sha256">>(),
    control_points: jsonb().$type<RasterControl[]>().notNull().default([]),
    /** JSON of the newest evaluation; text, so that the same evaluation has the same bytes. */
    evaluation_log: text(),
    /** Reviewers of each flagged finding. */
    reviewers: integer().notNull().default(1),
    created_by: integer().references(() => account.id, { onDelete: "set null" }),
    created_at: time()
      .notNull()
      .default(sql`now()`),
  },
  (t) => [
    index("analysis_plant").on(t.plant_id, t.flown_at),
    unique("analysis_name").on(t.plant_id, t.name),
  ],
);

/** The history of an analysis: one row per changed field or note. */
export const analysisHistory = pgTable(
  "analysis_history",
  {
    id: bigserial({ mode: "number" }).primaryKey(),
    analysis_id: integer()
      .notNull()
      .references(() => analysis.id, { onDelete: "cascade" }),
    /** Null for the server itself. */
    account_id: integer().references(() => account.id, { onDelete: "set null" }),
    field: text({ enum: historyFields }).notNull(),
    old_value: text(),
    new_value: text(),
    note: text(),
    /** A note of the server, translated for each reader. */
    problem: jsonb().$type<Problem>(),
    created_at: time()
      .notNull()
      .default(sql`now()`),
  },
  (t) => [index("analysis_history_analysis").on(t.analysis_id, t.id)],
);

/** The column of one key figure. Edits (value_change) are applied to the imported column. */
export const analysisColumn = pgTable(
  "analysis_column",
  {
    analysis_id: integer()
      .notNull()
      .references(() => analysis.id, { onDelete: "cascade" }),
    key_figure_id: integer().notNull(),
    /** Hash of the column as imported. */
    base_hash: text().notNull(),
    /** Summary of the served column, including edits. */
    summary: jsonb().$type<ColumnSummary>().notNull(),
    /** Count of components per severity 0 to 3. */
    severity_counts: integer().array().notNull(),
    /** What the counts of this row were computed for (column-count.ts); null in rows of earlier versions. */
    counted_for: text(),
    twin_version: integer().notNull(),
    eval_batch_num: integer(),
    /** Measured here from rasters or images, not imported. */
    is_evaluated: boolean().notNull().default(false),
    created_at: time()
      .notNull()
      .default(sql`now()`),
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
    created_at: time()
      .notNull()
      .default(sql`now()`),
    undone_at: time(),
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
    component_type: text().$type<ComponentType>().notNull(),
    dt_id: text().notNull(),
    file_name: text().notNull(),
    kind: text({ enum: imageKinds }).notNull(),
    full: text().notNull(),
    thumb: text().notNull(),
    content_type: text({ enum: imageTypes }).notNull(),
    lon: doublePrecision(),
    lat: doublePrecision(),
    taken_at: time(),
    scale_min: real(),
    scale_max: real(),
    width: integer().notNull(),
    height: integer().notNull(),
    /** Corners of the component in pixels; null where the picture does not say. */
    outline: jsonb().$type<ResultImage["outline"]>(),
    /** Cut out by an evaluation, whose next run replaces it. */
    is_evaluated: boolean().notNull().default(false),
  },
  (t) => [index("result_image_component").on(t.analysis_id, t.dt_id)],
);

export const task = pgTable(
  "task",
  {
    id: serial().primaryKey(),
    name: text().notNull(),
    state: text({ enum: taskStates }).notNull().default("PENDING"),
    infos: jsonb().$type<readonly Problem[]>().notNull().default([]),
    step: integer().notNull().default(0),
    max_steps: integer().notNull().default(0),
    /** The first is the failure's reason. */
    problems: jsonb().$type<readonly Problem[]>().notNull().default([]),
    error: text().$type<ErrorCode>(),
    result: jsonb().$type<Record<string, unknown>>(),
    /** Input of the job; each job has its own shape. */
    input: jsonb().$type<Readonly<Record<string, unknown>>>().notNull().default({}),
    plant_id: integer().references(() => plant.id, { onDelete: "cascade" }),
    analysis_id: integer().references(() => analysis.id, { onDelete: "cascade" }),
    created_by: integer().references(() => account.id, { onDelete: "set null" }),
    created_at: time()
      .notNull()
      .default(sql`now()`),
    started_at: time(),
    /** How often it was begun. */
    tries: integer().notNull().default(0),
    /** Somebody wants it to end like this; it does within seconds. */
    end_requested: text({ enum: requestedEnds }),
    /** The task that repeats this failed one. */
    repeated_by: integer(),
    finished_at: time(),
  },
  (t) => [
    index("task_state").on(t.state),
    // Of two evaluations of an analysis at the same time only one is stored.
    uniqueIndex("task_evaluation")
      .on(t.analysis_id)
      .where(sql`name = 'evaluate_analysis' and state in ('PENDING', 'RUNNING')`),
  ],
);
