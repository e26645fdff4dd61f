// The base map under the plant: the shipped Natural Earth map, or styles that the provider has set.
import { z } from "zod";

export const baseMapStylesShape = z.object({
  /** Addresses of MapLibre styles; null for the shipped map. */
  light: z.string().nullable(),
  dark: z.string().nullable(),
  satellite: z.string().nullable(),
});
export type BaseMapStyles = z.infer<typeof baseMapStylesShape>;
