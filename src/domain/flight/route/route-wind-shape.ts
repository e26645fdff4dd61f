// The shapes of how much wind a sortie can be flown in.
import { z } from "zod";

/** What forbids more wind: the battery, or the drone's own limit. */
export const windLimits = ["battery", "aircraft"] as const;

export const mostWindShape = z.object({
  /**
   * m/s, from any side at the height of the flight, in which the sortie lands with a tenth of its battery; null: not even
   * without wind.
   */
  most_m_s: z.number().nullable(),
  limit: z.enum(windLimits),
});
export type MostWind = z.infer<typeof mostWindShape>;

export const routeWindShape = mostWindShape.extend({
  /** Percent of the battery at landing in the wind that the campaign expects, or in still air; 0: it does not last. */
  landing_percent: z.number(),
  /** Seconds from take-off to landing in that wind; null: the drone does not get ahead. */
  duration_s: z.number().nullable(),
});
export type RouteWind = z.infer<typeof routeWindShape>;
