// What the provider of an installation has to publish.
import { z } from "zod";

export const legalShape = z.object({
  /** The provider's own terms of service; null for those that come with the product. */
  terms_url: z.string().nullable(),
  /** Null where the provider has none. */
  imprint_url: z.string().nullable(),
});
export type Legal = z.infer<typeof legalShape>;
