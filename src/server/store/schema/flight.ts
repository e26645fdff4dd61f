// Flight campaigns and their routes.
import { sql } from "drizzle-orm";
import {
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  serial,
  text,
} from "drizzle-orm/pg-core";
import type { Problem } from "../../../domain/error.ts";
import { campaignStates } from "../../../domain/flight/campaign/flight-campaign.ts";
import {
  aircraftModels,
  flightTypes,
  type FlightRoute,
  type FlightType,
  type Lens,
} from "../../../domain/flight/route/flight-route.ts";
import { account } from "./account.ts";
import { analysis, plant, task } from "./plant.ts";
import { time } from "./time.ts";

export const flightCampaign = pgTable(
  "flight_campaign",
  {
    id: serial().primaryKey(),
    plant_id: integer()
      .notNull()
      .references(() => plant.id, { onDelete: "cascade" }),
    analysis_id: integer().references(() => analysis.id, { onDelete: "set null" }),
    eval_batch_num: integer(),
    name: text().notNull(),
    aircraft: text({ enum: aircraftModels }).notNull(),
    start_at: time().notNull(),
    original_start_at: time().notNull(),
    flight_types: jsonb().$type<FlightType[]>().notNull(),
    battery_hotswapping: boolean().notNull(),
    auto_export: boolean().notNull(),
    optimize_torsion_flights: boolean().notNull(),
    drone_in_a_box: boolean().notNull(),
    interpolate_curves: boolean().notNull(),
    fields_apart: boolean().notNull().default(false),
    flight_type_online: boolean(),
    full_sca_online_altitude: doublePrecision(),
    full_sca_offline_altitude: doublePrecision(),
    half_sca_altitude: doublePrecision(),
    battery_swap_time: doublePrecision(),
    flight_speed: doublePrecision(),
    pv_flight_altitude: doublePrecision(),
    ir_side_overlap: doublePrecision(),
    rgb_side_overlap: doublePrecision(),
    front_overlap: doublePrecision(),
    trough_flight_altitude: doublePrecision(),
    thermal_blur: doublePrecision(),
    line_direction: doublePrecision(),
    /** Degrees of the camera over PV modules; null looks straight down. */
    gimbal_pitch: doublePrecision(),
    transit_speed: doublePrecision(),
    expected_wind: doublePrecision(),
    battery_reserve: doublePrecision(),
    flight_margin: doublePrecision(),
    security_height: doublePrecision(),
    return_height: doublePrecision(),
    state: text({ enum: campaignStates }).notNull().default("being_generated"),
    failure: jsonb().$type<Problem>(),
    /** When all routes were sent to the flight app. */
    exported_at: time(),
    /** Why the automatic export failed. */
    export_failure: jsonb().$type<Problem>(),
    /** Counts the generations: a task that planned for an older one changes nothing. */
    generation: integer().notNull().default(1),
    task_id: integer().references(() => task.id, { onDelete: "set null" }),
    metrics: jsonb().$type<Record<string, number>>(),
    created_by: integer().references(() => account.id, { onDelete: "set null" }),
    created_at: time()
      .notNull()
      .default(sql`now()`),
    updated_at: time()
      .notNull()
      .default(sql`now()`),
  },
  (t) => [
    index("flight_campaign_plant").on(t.plant_id, t.id),
    index("flight_campaign_analysis").on(t.analysis_id),
  ],
);

export const flightRoute = pgTable(
  "flight_route",
  {
    id: serial().primaryKey(),
    campaign_id: integer()
      .notNull()
      .references(() => flightCampaign.id, { onDelete: "cascade" }),
    number: integer().notNull(),
    name: text().notNull(),
    eval_batch_num: integer(),
    aircraft: text({ enum: aircraftModels }).notNull(),
    flight_type: text({ enum: flightTypes }).notNull(),
    lenses: jsonb().$type<Lens[]>().notNull(),
    altitude_agl_m: doublePrecision().notNull(),
    /** As the planner chose it; null for routes of files. */
    planned_altitude_m: doublePrecision(),
    speed_m_s: doublePrecision().notNull(),
    take_off: jsonb().$type<FlightRoute["take_off"]>().notNull(),
    waypoints: jsonb().$type<FlightRoute["waypoints"]>().notNull(),
    photo_runs: jsonb().$type<FlightRoute["photo_runs"]>().notNull(),
    distance_m: doublePrecision().notNull(),
    duration_s: doublePrecision().notNull(),
    /** When the drone leaves the ground. */
    start_at: time(),
    /** Flies lines again that others of the campaign have missed. */
    is_re_fly: boolean().notNull().default(false),
    /** Mark of the terrain that it was added over; null: that of its campaign's plan. */
    planned_terrain: doublePrecision(),
    version: integer().notNull().default(0),
  },
  (t) => [index("flight_route_campaign").on(t.campaign_id, t.number)],
);

/** The heights around a plant, from one file; a plant without a row is taken as flat. */
export const plantElevation = pgTable("plant_elevation", {
  plant_id: integer()
    .primaryKey()
    .references(() => plant.id, { onDelete: "cascade" }),
  file_name: text().notNull(),
  /** Key of the grid. */
  object: text().notNull(),
  bytes: integer().notNull(),
  columns: integer().notNull(),
  rows: integer().notNull(),
  resolution_m: doublePrecision().notNull(),
  lowest_m: doublePrecision().notNull(),
  highest_m: doublePrecision().notNull(),
  bounds: jsonb().$type<[number, number, number, number]>().notNull(),
  created_by: integer().references(() => account.id, { onDelete: "set null" }),
  created_at: time()
    .notNull()
    .default(sql`now()`),
});
