// Filters over components. Map, table and export use the same conditions.
import { z } from "zod";
import { componentTypeIds } from "../component/component.ts";
import { differenceClasses } from "./difference.ts";
import { repairStates } from "../finding/finding-status.ts";
import { idShape, MAX_INTEGER } from "../id.ts";
import { exactLineShape } from "../text.ts";

export const componentTypeShape = z.enum(componentTypeIds);

/** What can be known of components beside key figures, by whether there is any. */
export const knownThings = ["image", "observation"] as const;
export type KnownThing = (typeof knownThings)[number];

/** One condition; all conditions must hold. */
export const filterShape = z.discriminatedUnion("kind", [
  /** Value between `min` and `max`, both included; null is unbounded. A missing value fails. */
  z.object({
    kind: z.literal("range"),
    key_figure_id: idShape,
    min: z.number().nullable(),
    max: z.number().nullable(),
  }),
  /** Class number (or severity of a measured one with `by: severity`) among `values`. */
  z.object({
    kind: z.literal("classes"),
    key_figure_id: idShape,
    values: z.array(z.number().int().min(-MAX_INTEGER).max(MAX_INTEGER)).max(64),
    by: z.enum(["class", "severity"]).default("class"),
  }),
  /** Has a value, or has none. */
  z.object({
    kind: z.literal("present"),
    key_figure_id: idShape,
    present: z.boolean(),
  }),
  /** Changed like this between the analysis and another one, from the older of the two to the newer. */
  z.object({
    kind: z.literal("change"),
    key_figure_id: idShape,
    analysis_id: idShape,
    values: z.array(z.enum(differenceClasses)).max(differenceClasses.length),
  }),
  /** `pcs` or `dt_id` contains the text, ignoring case. */
  z.object({ kind: z.literal("text"), text: exactLineShape.min(1).max(200) }),
  /** Is a descendant of this component, on any level. */
  z.object({
    kind: z.literal("within"),
    component_type: componentTypeShape,
    dt_id: exactLineShape.max(200),
  }),
  /** It or a part of it has images with the result, or observations; or has none. */
  z.object({ kind: z.literal("known"), of: z.enum(knownThings), present: z.boolean() }),
  /** It or a part of it has a finding with one of these statuses, or one that a work order holds. */
  z.object({
    kind: z.literal("repair"),
    values: z.array(z.enum(repairStates)).min(1).max(repairStates.length),
  }),
  /**
   * The newest value of a custom property of it or a part of it: among `values`, between `min` and `max`, both included,
   * with `text` in it, ignoring case. What is null or empty asks nothing.
   */
  z.object({
    kind: z.literal("property"),
    property_id: idShape,
    values: z.array(exactLineShape.min(1).max(200)).max(64),
    min: z.number().nullable(),
    max: z.number().nullable(),
    text: exactLineShape.min(1).max(200).nullable(),
  }),
]);
export type Filter = z.infer<typeof filterShape>;

export const filtersShape = z.array(filterShape).max(32);
