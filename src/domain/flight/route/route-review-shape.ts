// The answers of the calls that review the routes of a campaign.
import { z } from "zod";
import { placeShape } from "../area/flight-area.ts";
import { flightTypes } from "./flight-route.ts";

const count = z.number().int();
const number = z.number();

export const routeReviewShape = z.object({
  metrics: z.object({
    sorties: count,
    path_m: number,
    survey_m: number,
    transit_m: number,
    turns: count,
    photos: count,
    flight_s: number,
    campaign_s: number,
    target_m2: number,
    components_outside: count.nullable(),
    components_unseen: count.nullable(),
    coverage_percent: number,
    side_overlap_p5_percent: number.nullable(),
    flown_twice_m2: number,
    /** The least that any plan takes which sees all. */
    bound: z.object({ path_m: number, flight_s: number, sorties: count }),
    /** The routes see less than the bound counts: they may take less, too, so it is not shown. */
    bound_unsure: z.boolean(),
  }),
  /** Metres by which the ground rises below the routes; null where it was taken as flat. */
  terrain_rise_m: number.nullable(),
  /** Metres over no-fly polygons, of all routes. */
  no_fly_m: number,
  /** Legs of all routes too near to an obstacle, or past one whose ground is not known. */
  obstacle_legs: z.number().int(),
  /** The components that lines are laid along. */
  component_type: z.enum(["tracker", "sca"]),
  flight_time_min: number,
  reserve_percent: number,
  flights: z.array(
    z.object({
      flight_type: z.enum(flightTypes),
      gsd_thermal_m: number.nullable(),
      gsd_rgb_m: number,
      seen: z
        .object({
          components: count,
          unseen: count,
          unseen_rows: z.array(count),
          least_looks: count,
          median_looks: count,
          least_side_overlap: number.nullable(),
          median_side_overlap: number.nullable(),
          rows: z.array(count),
          looks: z.array(count),
          side_overlaps: z.array(number.nullable()),
        })
        .nullable(),
    }),
  ),
});
export type RouteReviewAnswer = z.infer<typeof routeReviewShape>;

export const flownLinesShape = z.object({
  /** Null: the campaign has no analysis, so there are no images to compare. */
  analysis_name: z.string().nullable(),
  /** Images with a position, and those on no line; without those of the other camera. */
  images: count,
  beside: count,
  /** Images with a position that are known to be of a camera that no route needs. */
  other_camera: count,
  planned_lines: count,
  planned_photos: count,
  missed_m: number,
  /** What is missed and not planned again: what one click on "re-fly" adds. */
  open: z.object({ stretches: count, metres: number }),
  /** Lines with a missed stretch. Those of re-fly routes that repeat others are left out. */
  lines: z.array(
    z.object({
      route_id: count,
      route_name: z.string(),
      /** Of the line in its route, from 1. */
      line: count,
      planned_photos: count,
      images: count,
      missed: z.array(
        z.object({
          /** The ends of the stretch, with the waypoints between them. */
          path: z.array(placeShape),
          metres: number,
          photos: count,
          /** Names of the re-fly routes that will fly it, or parts of it. */
          re_fly: z.array(z.string()),
          /** Metres that none of them flies. */
          open_m: number,
        }),
      ),
    }),
  ),
  /** The re-fly routes of which there is no image yet, with the lines that they repeat. */
  repeats: z.array(
    z.object({
      route_id: count,
      route_name: z.string(),
      lines: z.array(z.object({ route_name: z.string(), line: count })),
    }),
  ),
});
export type FlownLinesAnswer = z.infer<typeof flownLinesShape>;
