// The shapes of what a campaign will take and what is flown of each flight type. The browser loads them without the planner.
import { z } from "zod";
import { problemShape } from "../../error-shape.ts";
import { placeShape } from "../area/flight-area.ts";
import { flightTypes } from "../route/flight-route.ts";
import { mostWindShape } from "../route/route-wind-shape.ts";

const number = z.number();
const count = z.number().int();
const spreadShape = z.object({ worst: number, median: number });
const rangeShape = z.object({ least: number, most: number });

/**
 * Degrees off their normal up to which collectors are photographed by plan: half the distance between two photos, and what the
 * sun goes on during a sortie.
 */
export const MOST_OFF_NORMAL_DEG = 12;

export const flownFactsShape = z.object({
  flight_type: z.enum(flightTypes),
  /** As it is flown, the worst is the highest: the camera of online flights stands beside the collectors, and lower. */
  altitude_agl_m: spreadShape,
  /** Metres above the ground of the highest place of all sorties, their ways from and to take-off included. */
  highest_m: number,
  /** Metres above the take-off position that the ways out and home need; null without sorties. */
  security_height_m: rangeShape.nullable(),
  return_height_m: rangeShape.nullable(),
  speed_m_s: number,
  /** Clockwise from north, 0 to 180; one per group of parallel lines. */
  directions_deg: z.array(number),
  /** Where a tilted camera looks over each of them, or would look, were it tilted: clockwise from north, -180 to 180. */
  headings_deg: z.array(number),
  /** Sorties that see the sun mirrored by modules at any time; null for online flights, which look along the sun. */
  mirrored_sorties: count.nullable(),
  /** Of the camera: -90 looks straight down; null for online flights, which follow the sun. */
  gimbal_pitch_deg: number.nullable(),
  photos: count,
  /** Percent that neighbouring images share; null where nowhere two lines pass, or without that camera. */
  side_overlap_thermal: spreadShape.nullable(),
  side_overlap_rgb: spreadShape.nullable(),
  /** Metres between neighbouring lines. */
  spacing_m: spreadShape.nullable(),
  /** Metres on the ground per pixel, by the height above the terrain at the photos. */
  gsd_thermal_m: spreadShape.nullable(),
  gsd_rgb_m: spreadShape,
  /** Ground that one battery sees: length with photos x line spacing. The worst is the shortest sortie. */
  hectares_per_battery: spreadShape.nullable(),
  /** The worst is the longest. */
  minutes_per_battery: spreadShape.nullable(),
  /** Null without components. */
  seen: z
    .object({
      components: count,
      unseen: count,
      /** The first of those in no photo, by their row in the twin, and where they are. */
      listed: z.array(z.object({ row: count, place: placeShape })),
    })
    .nullable(),
  /** Of flights that measure the shape of collectors; null for others, and without collectors. */
  collectors: z
    .object({
      count,
      /** In no single photo as a whole. */
      not_whole: count,
      /** Degrees across their axes between their normal and the best photo; null: none is whole in a photo. */
      off_normal_deg: spreadShape.nullable(),
      /** Seen from further off than `MOST_OFF_NORMAL_DEG`. */
      aslant: count,
      /** Where they are that are not whole, or seen from furthest off. */
      listed: z.array(
        z.object({ row: count, place: placeShape, off_normal_deg: number.nullable() }),
      ),
    })
    .nullable(),
  /** Ground of an area that no photo shows, estimated from samples; null over components, and where all is seen. */
  unseen_ground: z
    .object({
      hectares: number,
      /** Of the area of this flight. */
      percent: number,
      patches: count,
      /** The largest of them, and a place in each. */
      listed: z.array(z.object({ hectares: number, place: placeShape })),
    })
    .nullable(),
});
export type UnseenGround = NonNullable<FlownFacts["unseen_ground"]>;
export type FlownFacts = z.infer<typeof flownFactsShape>;

export const flightPreviewShape = z.object({
  sorties: z.number().int(),
  /** In use; the same one can fly again after it was charged. */
  batteries: z.number().int(),
  /** In the air, all sorties. */
  flight_s: z.number(),
  /** From the first start to the last landing. */
  campaign_s: z.number(),
  /** From the first start to the last landing of each day, by the clock at the plant. */
  days: z.array(z.object({ from_ms: z.number(), to_ms: z.number(), sorties: z.number().int() })),
  distance_m: z.number(),
  photos: z.number().int(),
  /** Of what is measured, in at least one photo of every flight type. */
  coverage_percent: z.number(),
  /** In which the battery of every sortie lasts; null without sorties. */
  wind: mostWindShape.nullable(),
  /** What is flown of each flight type. */
  flights: z.array(flownFactsShape),
  /** What the numbers depend on besides the fields: of the drone model, or the planner's own. */
  assumed: z.object({
    flight_time_min: z.number(),
    reserve_percent: z.number(),
    swap_min: z.number(),
    restart_min: z.number(),
    recharge_min: z.number(),
    batteries: z.number(),
    /** Metres; of the longest collector of the twin. */
    sca_length_m: z.number(),
  }),
  /** Why nothing, or not all, could be planned, in the language of the request. */
  problems: z.array(problemShape.extend({ message: z.string() })),
});
export type FlightPreview = z.infer<typeof flightPreviewShape>;
