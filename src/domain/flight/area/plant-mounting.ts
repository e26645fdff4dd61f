// How the modules or collectors of a plant face the sun.
import type { Plant } from "../../plant/plant.ts";
import type { Mounting } from "../time/sun.ts";

type Mounted = Pick<
  Plant,
  | "technology"
  | "mounting_type"
  | "mounting_orientation"
  | "module_inclination"
  | "orientation_angle"
>;

/** Turn of single-axis PV trackers from level, in degrees; makers quote 50 to 60. */
export const TRACKER_TURN_DEG = 60;
/** Troughs follow the sun from horizon to horizon. */
const TROUGH_TURN_DEG = 90;

const facing = { south: 180, north: 0, east_west: 90 } as const;

/** By inclination and direction of fixed modules, and by the axis of others, which lies north to south unless the plant says so. */
export function mountingsOf(plant: Mounted): readonly Mounting[] {
  const { orientation_angle, mounting_orientation } = plant;
  const axis_deg = orientation_angle ?? 0;
  if (plant.technology === "parabolic_trough") {
    return [{ kind: "tracked", axis_deg, most_tilt_deg: TROUGH_TURN_DEG }];
  }
  if (plant.mounting_type === "tracked") {
    return [{ kind: "tracked", axis_deg, most_tilt_deg: TRACKER_TURN_DEG }];
  }
  const tilt_deg = plant.module_inclination;
  if (tilt_deg === null || mounting_orientation === null) return [];
  const azimuth_deg = orientation_angle ?? facing[mounting_orientation];
  const front: Mounting = { kind: "fixed", tilt_deg, azimuth_deg };
  // Rows that face east stand back to back with rows that face west.
  return mounting_orientation === "east_west"
    ? [front, { ...front, azimuth_deg: (azimuth_deg + 180) % 360 }]
    : [front];
}
