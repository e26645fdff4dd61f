// A customer: who owns plants, and in whose colours the product appears to its users.
import { z } from "zod";
import { limits } from "./limits.ts";

export const colourShape = z.string().regex(/^#[0-9a-f]{6}$/i);

export const whiteLabelShape = z.object({
  primary: colourShape.default(limits.defaultColour),
  primary_hover: colourShape.default(limits.defaultColour),
  primary_dark: colourShape.default(limits.defaultColour),
  primary_border: colourShape.default(limits.defaultColour),
  secondary_hover: colourShape.default(limits.defaultColour),
});
export type WhiteLabel = z.infer<typeof whiteLabelShape>;

/** The customer as its own users see it. */
export const customerBriefShape = z.object({
  id: z.number().int(),
  name: z.string(),
  /** Null without white labelling; browsers refetch logo and colours only when it changes. */
  white_labeling_version: z.number().int().nullable(),
});
export type CustomerBrief = z.infer<typeof customerBriefShape>;
