// Settings of flight areas, flight campaigns and their exports.
import { exportSettings } from "./export-setting.ts";
import { integer, row } from "./setting-kind.ts";

export const flightSettings = {
  flight_max_area_ha: row({
    name: "FLIGHT_MAX_AREA_HA",
    fallback: "1000",
    meaning: "Largest flight polygon in hectares.",
    schema: integer(1, 100_000),
  }),
  flight_take_off_distance_m: row({
    name: "FLIGHT_TAKE_OFF_DISTANCE_M",
    fallback: "500",
    meaning: "Farthest take-off position from a flight polygon, in metres.",
    schema: integer(0, 10_000),
  }),
  flight_start_shift_days: row({
    name: "FLIGHT_START_SHIFT_DAYS",
    fallback: "14",
    meaning: "By how many days the start of a flight campaign may move from the original day.",
    schema: integer(0, 365),
  }),
  ...exportSettings,
} as const;
