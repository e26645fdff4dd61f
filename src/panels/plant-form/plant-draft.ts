// The form state of a plant. Fields may be empty.
import type { Problem } from "../../domain/error.ts";
import type { Plant, PlantForm } from "../../domain/plant/plant.ts";
import { mountingThatApplies, plantMountingRefusal } from "../../domain/plant/plant-mounting.ts";

/** NaN is an empty number, as in number fields. */
export type PlantDraft = {
  name: string;
  technology: PlantForm["technology"];
  nominal_capacity: number;
  mounting_type: PlantForm["mounting_type"];
  mounting_orientation: PlantForm["mounting_orientation"];
  module_inclination: number;
  orientation_angle: number;
  setup_phase: boolean;
  drone_in_a_box: boolean;
  flight_ceiling: number;
  lon: number;
  lat: number;
  take_off_lon: number;
  take_off_lat: number;
  /** Routes start from a take-off position. */
  has_flight_polygons: boolean;
  customer_id: number;
  /** 0 for none. */
  file_overlay: number;
};

export function emptyDraft(customer_id: number): PlantDraft {
  return {
    name: "",
    technology: "photovoltaic",
    nominal_capacity: NaN,
    mounting_type: null,
    mounting_orientation: null,
    module_inclination: NaN,
    orientation_angle: NaN,
    setup_phase: true,
    drone_in_a_box: false,
    flight_ceiling: NaN,
    lon: NaN,
    lat: NaN,
    take_off_lon: NaN,
    take_off_lat: NaN,
    has_flight_polygons: false,
    customer_id,
    file_overlay: 0,
  };
}

export function draftOf(plant: Plant): PlantDraft {
  return {
    ...emptyDraft(plant.customer_id),
    name: plant.name,
    technology: plant.technology,
    nominal_capacity: plant.nominal_capacity,
    mounting_type: plant.mounting_type,
    mounting_orientation: plant.mounting_orientation,
    module_inclination: plant.module_inclination ?? NaN,
    orientation_angle: plant.orientation_angle ?? NaN,
    setup_phase: plant.setup_phase,
    drone_in_a_box: plant.drone_in_a_box,
    flight_ceiling: plant.flight_ceiling ?? NaN,
    lon: plant.lon,
    lat: plant.lat,
    take_off_lon: plant.take_off_position?.[0] ?? NaN,
    take_off_lat: plant.take_off_position?.[1] ?? NaN,
    file_overlay: plant.file_overlay ?? 0,
    has_flight_polygons: (plant.flight_polygons?.coordinates.length ?? 0) > 0,
  };
}

export type Missing =
  | "name"
  | "nominal_capacity"
  | "mounting_type"
  | "mounting_orientation"
  | "position"
  | "take_off_position";

/** Required fields that are empty, as keys of plant:enter. Troughs have no mounting. */
export function missingOf(draft: PlantDraft): Missing[] {
  const missing: Missing[] = [];
  if (draft.name.trim() === "") missing.push("name");
  if (!(draft.nominal_capacity > 0)) missing.push("nominal_capacity");
  const mounting = plantMountingRefusal(draft);
  if (mounting) missing.push(mounting.field as "mounting_type" | "mounting_orientation");
  if (Number.isNaN(draft.lon) || Number.isNaN(draft.lat)) missing.push("position");
  const isBegun = !Number.isNaN(draft.take_off_lon) || !Number.isNaN(draft.take_off_lat);
  const isNeeded = draft.drone_in_a_box || draft.has_flight_polygons || isBegun;
  if (isNeeded && takeOffOf(draft) === null) missing.push("take_off_position");
  return missing;
}

function takeOffOf({ take_off_lon, take_off_lat }: PlantDraft): [number, number] | null {
  const isWhole = !Number.isNaN(take_off_lon) && !Number.isNaN(take_off_lat);
  return isWhole ? [take_off_lon, take_off_lat] : null;
}

/** The problem of every missing field. */
export function missingFields(draft: PlantDraft): Problem[] {
  const reason = "field_missing";
  const fields: string[] = missingOf(draft).flatMap((one) =>
    one === "position" ? ["lat", "lon"] : [one],
  );
  if (draft.customer_id === 0) fields.push("customer_id");
  return fields.map((field) => ({ reason, field }));
}

/** The request body. Fields that do not apply to the technology are empty. */
export function formOf(draft: PlantDraft): unknown {
  const orNull = (value: number) => (Number.isNaN(value) ? null : value);
  const { take_off_lon: _lon, take_off_lat: _lat, has_flight_polygons: _has, ...fields } = draft;
  return {
    ...fields,
    take_off_position: takeOffOf(draft),
    file_overlay: draft.file_overlay === 0 ? null : draft.file_overlay,
    ...mountingThatApplies({
      ...draft,
      module_inclination: orNull(draft.module_inclination),
    }),
    orientation_angle: orNull(draft.orientation_angle),
    flight_ceiling: orNull(draft.flight_ceiling),
  };
}
