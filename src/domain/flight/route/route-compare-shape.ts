// Shapes of a comparison of routes. They are loaded with the app; computing one is work of the server.
import { z } from "zod";

const count = z.number().int();
const sideShape = z.object({
  sorties: count,
  /** With the ways from and to the take-off positions. */
  distance_m: z.number(),
  /** In the air, all sorties. */
  duration_s: z.number(),
  photos: count,
  /** Of what is measured, in at least one photo. */
  coverage_percent: z.number(),
  /** Components that no photo shows whole; null where the plant has none. */
  components_unseen: count.nullable(),
});
export type ComparedSide = z.infer<typeof sideShape>;

export const routeComparisonShape = z.object({ ours: sideShape, theirs: sideShape });
export type RouteComparison = z.infer<typeof routeComparisonShape>;
