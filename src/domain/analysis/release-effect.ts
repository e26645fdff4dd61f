// Whom a release, a withdrawal or a hiding of results concerns, and how much.
import { z } from "zod";

const releaseViewerShape = z.object({
  id: z.number().int(),
  name: z.string(),
  email: z.string(),
  /** Set by the customer as a recipient of release e-mails. */
  is_recipient: z.boolean(),
});

export const releaseEffectShape = z.object({
  customer_name: z.string(),
  /** Users of the customer who see released results of this plant, by name. */
  viewers: z.array(releaseViewerShape),
  /** Key figures with values. */
  key_figures: z.number().int(),
  values: z.number().int(),
  /** Values that are poor or worse. */
  findings: z.number().int(),
});
export type ReleaseEffect = z.infer<typeof releaseEffectShape>;
