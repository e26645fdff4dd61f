// A flight campaign: what is measured at a plant, when, with which drone, and its rules.
import { z } from "zod";
import { instantShape } from "../../calendar-date.ts";
import type { Technology } from "../../component/component.ts";
import type { Problem, Refusal } from "../../error.ts";
import { problemShape } from "../../error-shape.ts";
import { idShape } from "../../id.ts";
import { wallClock } from "../../plant/plant-time.ts";
import { lineShape } from "../../text.ts";
import type { FlightArea, FlightRules } from "../area/flight-area.ts";
import { aircraftModels, flightTypes, type FlightType } from "../route/flight-route.ts";

export const campaignStates = ["being_generated", "failed", "ready"] as const;
export type CampaignState = (typeof campaignStates)[number];

/** Name of the job that plans the routes of a campaign. */
export const generationTask = "generate_flight_campaign";

/** What a campaign says whose generation somebody stopped. */
export const generationStopped: Problem = { reason: "flight_generation_stopped" };

const DAY_MS = 24 * 3600_000;

/** Least and greatest value of the numbers that replace the planner's own. */
export const overrideRanges = {
  /** Metres above the ground below. */
  altitude: [5, 500],
  /** Percent of the image. */
  overlap: [0, 95],
  /** Minutes. */
  swap_time: [0, 240],
  /** m/s; 15 is the limit of DJI's routes. */
  speed: [0.5, 15],
  /** Percent of the image; a photo must meet the one before it. */
  front_overlap: [10, 95],
  /** Pixels that a thermal photo may smear. */
  blur: [0.2, 4],
  /** Degrees clockwise from north; lines have no sense. */
  direction: [0, 180],
  /** Degrees of the camera, whole ones as Litchi's files hold: -90 looks straight down. Beyond 30 from it modules mirror the sky. */
  pitch: [-90, -60],
  /** m/s; some drones are allowed more than others. */
  wind: [0.5, 15],
  /** Percent of the battery. */
  reserve: [5, 60],
  /** Metres kept from no-fly polygons and from the edge of flight polygons. */
  margin: [0, 50],
  /** Metres above the take-off position; DJI flies no route lower to its first waypoint and home. */
  home_height: [20, 500],
} as const satisfies Record<string, readonly [number, number]>;

const within = ([least, most]: readonly [number, number], number = z.number()) =>
  number.min(least).max(most).nullable();
const altitude = within(overrideRanges.altitude);
const overlap = within(overrideRanges.overlap);

const fieldShapes = z.object({
  name: lineShape.min(1).max(120),
  /** The analysis that the images are for; null if there is none yet. */
  analysis_id: idShape.nullable(),
  /** Part of the plant that is evaluated by itself; its routes have the same number. */
  eval_batch_num: idShape.nullable(),
  aircraft: z.enum(aircraftModels),
  /** Begin of the first sortie, ISO 8601 with offset. */
  start_at: instantShape,
  flight_types: z.array(z.enum(flightTypes)).min(1).max(flightTypes.length),
  /** The drone keeps running while its battery is changed. */
  battery_hotswapping: z.boolean(),
  /** Exports the routes to the third-party flight app as soon as they are ready. */
  auto_export: z.boolean(),
  /** Flies each SCA once where several flight types cover it. */
  optimize_torsion_flights: z.boolean(),
  /** The drone starts from a dock and recharges in it. */
  drone_in_a_box: z.boolean(),
  /** Flies curves at the ends of lines instead of stopping there. */
  interpolate_curves: z.boolean(),
  /** No sortie flies from one flight polygon to another that does not touch it. */
  fields_apart: z.boolean(),
  // Overrides; null leaves the planner's own value.
  /** Whether the collectors follow the sun during geometry flights; null: as each flight type says. */
  flight_type_online: z.boolean().nullable(),
  full_sca_online_altitude: altitude,
  full_sca_offline_altitude: altitude,
  half_sca_altitude: altitude,
  battery_swap_time: within(overrideRanges.swap_time),
  flight_speed: within(overrideRanges.speed),
  pv_flight_altitude: altitude,
  ir_side_overlap: overlap,
  rgb_side_overlap: overlap,
  /** Thermal flights over collectors. */
  trough_flight_altitude: altitude,
  front_overlap: within(overrideRanges.front_overlap),
  /** Pixels that a thermal photo may smear; it limits the speed. */
  thermal_blur: within(overrideRanges.blur),
  /** Of the lines over an area or over PV tables. */
  line_direction: within(overrideRanges.direction),
  /** Of the camera over PV modules; a tilted one looks ahead along the lines. */
  gimbal_pitch: within(overrideRanges.pitch, z.number().int()),
  /** Between lines that are far apart, and from and to the take-off position. */
  transit_speed: within(overrideRanges.speed),
  /** m/s from any side, at the height of the flight: each sortie lasts in it. */
  expected_wind: within(overrideRanges.wind),
  battery_reserve: within(overrideRanges.reserve),
  flight_margin: within(overrideRanges.margin),
  /** On the way to the first waypoint, and on the way home. Never below what the terrain asks for. */
  security_height: within(overrideRanges.home_height),
  return_height: within(overrideRanges.home_height),
});
const fields = fieldShapes.shape;

/** Input of the form. */
export const flightCampaignFormShape = fieldShapes.extend({
  analysis_id: fields.analysis_id.default(null),
  eval_batch_num: fields.eval_batch_num.default(null),
  battery_hotswapping: fields.battery_hotswapping.default(false),
  auto_export: fields.auto_export.default(false),
  optimize_torsion_flights: fields.optimize_torsion_flights.default(false),
  drone_in_a_box: fields.drone_in_a_box.default(false),
  interpolate_curves: fields.interpolate_curves.default(true),
  fields_apart: fields.fields_apart.default(false),
  flight_type_online: fields.flight_type_online.default(null),
  full_sca_online_altitude: altitude.default(null),
  full_sca_offline_altitude: altitude.default(null),
  half_sca_altitude: altitude.default(null),
  battery_swap_time: fields.battery_swap_time.default(null),
  flight_speed: fields.flight_speed.default(null),
  pv_flight_altitude: altitude.default(null),
  ir_side_overlap: overlap.default(null),
  rgb_side_overlap: overlap.default(null),
  trough_flight_altitude: fields.trough_flight_altitude.default(null),
  front_overlap: fields.front_overlap.default(null),
  thermal_blur: fields.thermal_blur.default(null),
  line_direction: fields.line_direction.default(null),
  gimbal_pitch: fields.gimbal_pitch.default(null),
  transit_speed: fields.transit_speed.default(null),
  expected_wind: fields.expected_wind.default(null),
  battery_reserve: fields.battery_reserve.default(null),
  flight_margin: fields.flight_margin.default(null),
  security_height: fields.security_height.default(null),
  return_height: fields.return_height.default(null),
});
export type FlightCampaignForm = z.infer<typeof flightCampaignFormShape>;

/** Absent fields stay unchanged, so there are no defaults here. */
export const flightCampaignChangesShape = fieldShapes.partial();
export type FlightCampaignChanges = z.infer<typeof flightCampaignChangesShape>;

export const flightCampaignShape = fieldShapes.extend({
  id: z.number().int(),
  plant_id: z.number().int(),
  plant_name: z.string(),
  /** Name of the analysis; null without one, and for viewers who do not see it. */
  analysis_name: z.string().nullable(),
  /** Begin that the campaign was created with. */
  original_start_at: z.string(),
  state: z.enum(campaignStates),
  /** Why the generation failed, in the language of the request. */
  failure: problemShape.extend({ message: z.string() }).nullable(),
  /** When the routes were sent to the third-party flight app; null if they were not. */
  exported_at: z.string().nullable(),
  /** Why the automatic export failed, in the language of the request. */
  export_failure: problemShape.extend({ message: z.string() }).nullable(),
  /** The clock at the plant, by which the campaign starts. */
  time_zone: z.string(),
  /** How far the generation is, and what it does, in the language of the request; null while it waits or has ended. */
  progress: z
    .object({ step: z.number().int(), max_steps: z.number().int(), message: z.string().nullable() })
    .nullable(),
  /** The task that generates the routes, or did last. */
  task_id: z.number().int().nullable(),
  /** What the planner says about the plan as a whole: numbers by name. */
  metrics: z.record(z.string(), z.number()).nullable(),
  route_count: z.number().int(),
  /** When the last of its sorties lands, as planned; null where no start is planned. */
  ends_at: z.string().nullable(),
  /** When the first image of its analysis was taken around its days; null: nothing says that it was flown. */
  flown_at: z.string().nullable(),
  /** Sorties at night or without the light that they need. */
  dark_sorties: z.number().int(),
  /** Metres above ground of the highest place of all routes and their ways, by the terrain as it is now, and what the plant allows; null for no such rule. */
  highest_m: z.number(),
  flight_ceiling: z.number().nullable(),
  /** Sum over the routes. */
  distance_m: z.number(),
  duration_s: z.number(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type FlightCampaign = z.infer<typeof flightCampaignShape>;

/** Fields that do not change the routes. */
const keepsRoutes = [
  "name",
  "analysis_id",
  "eval_batch_num",
  "auto_export",
  "security_height",
  "return_height",
] as const;

/** True if routes must be planned again after the change. */
export function changesRoutes(before: FlightCampaignForm, changes: FlightCampaignChanges): boolean {
  const isKept = (field: string) => (keepsRoutes as readonly string[]).includes(field);
  const textOf = (field: string, value: unknown) =>
    field === "start_at" ? String(Date.parse(String(value))) : JSON.stringify(value);
  return Object.entries(changes).some(
    ([field, value]) =>
      !isKept(field) &&
      textOf(field, value) !== textOf(field, before[field as keyof FlightCampaignForm]),
  );
}

const typesOf: Readonly<Record<Technology, readonly FlightType[]>> = {
  photovoltaic: ["pv_thermal"],
  parabolic_trough: flightTypes.filter((type) => type !== "pv_thermal"),
};

/** The flight types that a plant of this technology can be measured with. */
export function flightTypesOf(technology: Technology): readonly FlightType[] {
  return typesOf[technology];
}

type RuledFields = Pick<
  FlightCampaignForm,
  "flight_types" | "full_sca_online_altitude" | "full_sca_offline_altitude" | "gimbal_pitch"
>;

/** Why the fields do not fit each other or the plant, or null. */
export function campaignFieldsRefusal(form: RuledFields, technology: Technology): Refusal | null {
  const { flight_types, full_sca_online_altitude, full_sca_offline_altitude, gimbal_pitch } = form;
  if (flight_types.length === 0) return { reason: "flight_type_missing", field: "flight_types" };
  if (flight_types.some((type) => !typesOf[technology].includes(type))) {
    return { reason: "flight_type_of_other_technology", field: "flight_types" };
  }
  // The camera faces collectors straight down, or along their normal.
  if (gimbal_pitch !== null && technology !== "photovoltaic")
    return { reason: "gimbal_pitch_only_modules", field: "gimbal_pitch" };
  if ((full_sca_online_altitude === null) === (full_sca_offline_altitude === null)) return null;
  const field =
    full_sca_online_altitude === null ? "full_sca_online_altitude" : "full_sca_offline_altitude";
  return { reason: "full_sca_altitudes_together", field };
}

/**
 * Why the start cannot move to this time, or null: only the day changes, by the clock at the plant, and by `allowed_diff`
 * days at most. Once those have passed, any later day is allowed, as a way out; the start that it has always is.
 */
export function campaignStartRefusal(
  { original_start_at, start_at: present }: Pick<FlightCampaign, "original_start_at" | "start_at">,
  start_at: string,
  { allowed_diff, time_zone, now_ms }: StartRules,
): Refusal | null {
  if (Date.parse(start_at) === Date.parse(present)) return null;
  const clock = (at: string) => wallClock(time_zone, Date.parse(at));
  const moved = clock(start_at) - clock(original_start_at);
  const field = "start_at";
  if (moved % DAY_MS !== 0) return { reason: "campaign_start_only_day", field };
  if (Math.abs(moved) <= allowed_diff * DAY_MS) return null;
  if (!isStartOver({ original_start_at }, { allowed_diff, now_ms }))
    return { reason: "campaign_start_far", values: { allowed_diff }, field };
  return Date.parse(start_at) < now_ms
    ? { reason: "campaign_start_over", values: { allowed_diff }, field }
    : null;
}

type StartRules = Pick<FlightRules, "allowed_diff"> & {
  readonly time_zone: string;
  /** Milliseconds since 1970 UTC. */
  readonly now_ms: number;
};

/** Whether all days have passed to which the start may move. */
export function isStartOver(
  { original_start_at }: Pick<FlightCampaign, "original_start_at">,
  { allowed_diff, now_ms }: Omit<StartRules, "time_zone">,
): boolean {
  return Date.parse(original_start_at) + allowed_diff * DAY_MS < now_ms;
}

/** Why no routes can be planned for the plant, or null. */
export function planningRefusal(
  plant: Pick<FlightArea, "flight_polygons" | "take_off_positions">,
): Refusal | null {
  if ((plant.flight_polygons?.coordinates ?? []).length === 0) {
    return { reason: "plant_without_flight_polygon" };
  }
  return plant.take_off_positions.length === 0 ? { reason: "plant_without_take_off" } : null;
}

/** Why there is no generation to stop, or null. */
export function stopRefusal({ state }: Pick<FlightCampaign, "state">): Refusal | null {
  return state === "being_generated" ? null : { reason: "flight_campaign_not_generating" };
}

/** Why the routes cannot be generated again now, or null. */
export function generateRefusal({ state }: Pick<FlightCampaign, "state">): Refusal | null {
  return state === "being_generated" ? { reason: "flight_campaign_generating" } : null;
}
