// What each drone has flown of a survey: its images, when, and how many components they show.
import { z } from "zod";
import { coveredTypes } from "./coverage-rule.ts";

const count = z.number().int();

/** Components that the images of one drone show. */
export const seenByDroneShape = z.object({
  /** Null for images that do not name their drone. */
  drone_serial: z.string().nullable(),
  component_type: z.enum(coveredTypes),
  count,
});
export type SeenByDrone = z.infer<typeof seenByDroneShape>;

/** The images of one drone. */
export const droneFlownShape = z.object({
  /** As the images say it; null for images that do not name their drone. */
  drone_serial: z.string().nullable(),
  /** The drone of this number, with its model; null where there is none that the viewer sees. */
  drone_id: count.nullable(),
  drone_name: z.string().nullable(),
  model_name: z.string().nullable(),
  /** It is the drone of the analysis. */
  is_chosen: z.boolean(),
  images: count,
  thermal: count,
  /** Images with a position. */
  placed: count,
  /** Null where no image says its time. */
  first_taken_at: z.string().nullable(),
  last_taken_at: z.string().nullable(),
  /** Null before the coverage was counted by drone. */
  seen: z
    .array(seenByDroneShape.omit({ drone_serial: true }).extend({ component_count: count }))
    .nullable(),
});
export type DroneFlown = z.infer<typeof droneFlownShape>;

export const droneCoverageShape = z.object({
  /** Those with most images first; images without a drone last. */
  drones: z.array(droneFlownShape),
  /** The drone of the analysis; null where none is chosen, or the viewer does not see it. */
  chosen: z.object({ drone_id: count, drone_name: z.string() }).nullable(),
  /** The components were counted from the images and the digital twin of today. */
  is_current: z.boolean(),
});
export type DroneCoverage = z.infer<typeof droneCoverageShape>;

/** Counts of the images of one drone, as they are stored. */
export type DroneImages = Pick<
  DroneFlown,
  "drone_serial" | "images" | "thermal" | "placed" | "first_taken_at" | "last_taken_at"
>;

/** A drone that may have flown. */
export type KnownDrone = {
  readonly id: number;
  readonly serial_number: string;
  readonly internal_identifier: string;
  readonly model_name: string;
};

/** Cameras and people write the same number in different cases, and with blanks around it. */
const serialKey = (serial: string) => serial.trim().toUpperCase();

type Facts = {
  readonly images: readonly DroneImages[];
  readonly drones: readonly KnownDrone[];
  /** Drone of the analysis. */
  readonly chosen_id: number | null;
  /** Null before the coverage was counted by drone. */
  readonly seen: readonly SeenByDrone[] | null;
  readonly componentsOf: (type: SeenByDrone["component_type"]) => number;
};

/**
 * The drones of a survey, those with most images first and images without a drone last. Where several drones have one
 * number, the drone of the analysis is meant, else the first.
 */
export function dronesFlown({ images, drones, chosen_id, seen, componentsOf }: Facts) {
  const inOrder = drones.toSorted(
    (a, b) => Number(b.id === chosen_id) - Number(a.id === chosen_id),
  );
  const rows = images.map((row): DroneFlown => {
    const { drone_serial } = row;
    const drone =
      drone_serial === null
        ? undefined
        : inOrder.find((one) => serialKey(one.serial_number) === serialKey(drone_serial));
    return {
      ...row,
      drone_id: drone?.id ?? null,
      drone_name: drone?.internal_identifier ?? null,
      model_name: drone?.model_name ?? null,
      is_chosen: drone !== undefined && drone.id === chosen_id,
      seen:
        seen
          ?.filter((one) => one.drone_serial === drone_serial)
          .map(({ component_type, count: shown }) => ({
            component_type,
            count: shown,
            component_count: componentsOf(component_type),
          })) ?? null,
    };
  });
  const isUnnamed = (row: DroneFlown) => Number(row.drone_serial === null);
  return rows.toSorted((a, b) => isUnnamed(a) - isUnnamed(b) || b.images - a.images);
}
