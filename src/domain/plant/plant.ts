// A plant and its fields.
import { z } from "zod";
import { technologies } from "../component/component.ts";
import type { Refusal } from "../error.ts";
import { answeredPolygonsShape, flightAreaShape, placeShape } from "../flight/area/flight-area.ts";
import { idShape } from "../id.ts";
import { lineShape } from "../text.ts";
import { lostEnergyShape } from "./lost-energy.ts";

export const mountingTypes = ["fixed", "tracked"] as const;
export const mountingOrientations = ["south", "north", "east_west"] as const;

const lon = z.number().min(-180).max(180);
const lat = z.number().min(-85).max(85);

/** `lon`, `lat` in degrees (EPSG:4326). */
const fieldShapes = z.object({
  name: lineShape.min(1).max(200),
  technology: z.enum(technologies),
  /** MW. */
  nominal_capacity: z.number().positive().max(100_000),
  mounting_type: z.enum(mountingTypes).nullable(),
  mounting_orientation: z.enum(mountingOrientations).nullable(),
  /** Degrees from horizontal. */
  module_inclination: z.number().min(0).max(90).nullable(),
  /** Degrees clockwise from north. */
  orientation_angle: z.number().min(0).max(360).nullable(),
  setup_phase: z.boolean(),
  drone_in_a_box: z.boolean(),
  /** Metres above ground that nothing may fly above, as the plant or its authority says; null for no such rule. */
  flight_ceiling: z.number().min(10).max(500).nullable(),
  lon,
  lat,
  /** The first of the take-off positions; null without any. */
  take_off_position: placeShape.nullable(),
  customer_id: idShape,
  /** The blueprint that lies over the map; null for none. */
  file_overlay: idShape.nullable(),
});
const {
  mounting_type,
  mounting_orientation,
  module_inclination,
  orientation_angle,
  flight_ceiling,
} = fieldShapes.shape;

/** Input of the plant form. */
export const plantFormShape = fieldShapes.extend({
  mounting_type: mounting_type.default(null),
  mounting_orientation: mounting_orientation.default(null),
  module_inclination: module_inclination.default(null),
  orientation_angle: orientation_angle.default(null),
  setup_phase: z.boolean().default(true),
  drone_in_a_box: z.boolean().default(false),
  flight_ceiling: flight_ceiling.default(null),
  /** Absent: as it is; none for a new plant. */
  take_off_position: fieldShapes.shape.take_off_position.optional(),
  /** A new plant has no blueprints yet. */
  file_overlay: fieldShapes.shape.file_overlay.optional(),
});
/** Absent fields stay unchanged, so there are no defaults here. */
export const plantChangesShape = fieldShapes.partial();
export type PlantChanges = z.infer<typeof plantChangesShape>;
export type PlantForm = z.infer<typeof plantFormShape>;

export const geoJsonShape = z.object({ type: z.string() }).loose();
export type GeoJson = z.infer<typeof geoJsonShape>;

export const plantShape = fieldShapes.extend({
  id: z.number().int(),
  /** True once a digital twin exists. */
  digitized: z.boolean(),
  /** `nominal_capacity` was estimated from the area, and no one has stated it since. */
  capacity_estimated: z.boolean(),
  /** Outline, GeoJSON Polygon or MultiPolygon (EPSG:4326), or null. */
  area: geoJsonShape.nullable(),
  /** Hectares of `area`; null without one. */
  area_ha: z.number().nullable(),
  ...flightAreaShape.shape,
  flight_polygons: answeredPolygonsShape.nullable(),
  no_fly_polygons: answeredPolygonsShape.nullable(),
  customer_name: z.string(),
  /** IANA name of the time zone at the plant, by its position. */
  time_zone: z.string(),
  component_count: z.number().int(),
  /** Version of the digital twin; 0 without one. */
  twin_version: z.number().int(),
  /** Date (ISO 8601) of the newest analysis that the viewer sees. */
  last_survey_at: z.string().nullable(),
});
export type Plant = z.infer<typeof plantShape>;

/** Worst key figures of the newest analysis of each type of component, for the list and the statistics view. */
export const plantKeyFigureShape = z.object({
  key_figure_id: z.number().int(),
  /** Share (0 to 1) of components with severity 2 or 3. */
  poor_share: z.number(),
  poor_count: z.number().int(),
});

export const plantStatusShape = plantShape.extend({
  worst_key_figures: z.array(plantKeyFigureShape),
  /** Of the newest analysis of each type of component; null where none has a key figure from which the energy follows. */
  lost_energy: lostEnergyShape.nullable(),
  /** Electric MWh expected a year by the settings of the plant; null for a plant without capacity (portfolio.ts). */
  expected_mwh: z.number().nullable(),
  /** Whether that rests on default full-load hours or an estimated capacity. */
  expected_assumed: z.boolean(),
  /**
   * Components that endanger people or can set fire, by the newest analysis of each type of component that can say so;
   * null where none can.
   */
  safety: z
    .object({
      count: z.number().int(),
      /** False for a lower bound: two key figures may mean the same component. */
      is_exact: z.boolean(),
    })
    .nullable(),
  /** Of these, at least so many are done or dismissed; the next analysis will show it. */
  safety_handled: z.number().int(),
  /** Date of the oldest analysis whose values are counted here; the newest one need not have measured all. */
  oldest_result_at: z.string().nullable(),
  /** 1 loses the most energy of the viewer's plants; null where the energy is not known. */
  energy_rank: z.number().int().nullable(),
  /** Many poor components, and among the first by lost energy (plant-condition.ts). */
  needs_action: z.boolean(),
  analysis_count: z.number().int(),
});
export type PlantStatus = z.infer<typeof plantStatusShape>;

/** A plant in a list to choose from. */
export const plantBriefShape = plantShape.pick({
  id: true,
  name: true,
  technology: true,
  customer_id: true,
  customer_name: true,
});

/** How many things depend on a plant. */
export const plantBelongingsShape = z.object({
  analysis_count: z.number().int(),
  /** Analyses that are released to the customer. */
  released_count: z.number().int(),
  order_count: z.number().int(),
  /** Custom component properties. */
  property_count: z.number().int(),
  blueprint_count: z.number().int(),
  /** Users to whom the plant was assigned individually. */
  user_count: z.number().int(),
});
export type PlantBelongings = z.infer<typeof plantBelongingsShape>;

/** Why the plant cannot be deleted, or null. */
export function plantRemovalRefusal(
  plant: Pick<PlantBelongings, "analysis_count"> & Partial<Pick<PlantBelongings, "order_count">>,
): Refusal | null {
  const { analysis_count, order_count = 0 } = plant;
  if (analysis_count > 0) {
    return { reason: "plant_has_analyses", values: { count: analysis_count } };
  }
  return order_count > 0 ? { reason: "plant_has_orders", values: { count: order_count } } : null;
}

/**
 * Why the plant must have a take-off position, or null: from there a drone in a box starts, and so do all routes
 * over flight polygons.
 */
export function plantTakeOffRefusal(
  plant: Pick<Plant, "drone_in_a_box" | "flight_polygons" | "take_off_position">,
): Refusal | null {
  const isFlown = plant.drone_in_a_box || (plant.flight_polygons?.coordinates.length ?? 0) > 0;
  return isFlown && plant.take_off_position === null
    ? { reason: "plant_without_take_off", field: "take_off_position" }
    : null;
}

/**
 * Why the plant's technology cannot change, or null: its components and properties have types that the
 * other technology lacks.
 */
export function plantTechnologyRefusal(plant: {
  readonly digitized: boolean;
  readonly property_count: number;
}): Refusal | null {
  return plant.digitized || plant.property_count > 0 ? { reason: "plant_technology_fixed" } : null;
}

/**
 * Why the plant cannot be moved to another customer, or null. Released results belong to their customer;
 * only super admins can move them.
 */
export function plantMoveRefusal(
  plant: Pick<PlantBelongings, "released_count">,
  viewer: { readonly is_super_admin: boolean },
): Refusal | null {
  return plant.released_count > 0 && !viewer.is_super_admin
    ? { reason: "plant_has_released", values: { count: plant.released_count } }
    : null;
}

/** Facts for a change of the technology or the customer; absent parts do not change. */
export type PlantChange = {
  readonly technology?: Parameters<typeof plantTechnologyRefusal>[0];
  readonly customer?: Parameters<typeof plantMoveRefusal>[0];
};

/** Why the plant cannot be changed like this, or null. */
export function plantChangeRefusal(
  viewer: { readonly is_super_admin: boolean },
  { technology, customer }: PlantChange,
): Refusal | null {
  const fixed = technology && plantTechnologyRefusal(technology);
  if (fixed) return { ...fixed, field: "technology" };
  const notMoved = customer && plantMoveRefusal(customer, viewer);
  return notMoved ? { ...notMoved, field: "customer_id" } : null;
}
