// Repairs and their choice under a budget, as calls answer them.
import { z } from "zod";
import { componentTypeIds } from "../component/component.ts";
import { digitsShape } from "../id.ts";

export const repairActions = [
  "reconnect_string",
  "replace_module",
  "replace_tube",
  "align_assembly",
  "replace_mirrors",
  "mend_leak",
] as const;
export type RepairAction = (typeof repairActions)[number];

/** What stands first: what brings the most money, or what endangers people or can set fire. */
export const repairOrders = ["money", "safety"] as const;
export type RepairOrder = (typeof repairOrders)[number];

export const budgetShape = z.object({
  crew_hours: z.coerce.number().min(0).max(1_000_000),
  spare_parts: digitsShape(0, 1_000_000),
  first: z.enum(repairOrders).default("safety"),
});

/** With which panel and report begin: a week of two people, and a pallet of modules; danger comes before money. */
export const firstBudget = {
  crew_hours: 80,
  spare_parts: 30,
  first: "safety",
} as const satisfies RepairBudget;

const lossShape = z.object({ kw: z.number(), mwh: z.number(), money: z.number() });
/** Twice the standard uncertainty of energy and money. */
const uncertainty = z.object({ mwh: z.number(), money: z.number() });
const effortShape = z.object({
  hours: z.number(),
  parts: z.number().int(),
  /** Null where the plant states another currency than the default, and not what a part or an hour costs. */
  cost: z.number().nullable(),
});

export const repairShape = lossShape.extend(effortShape.shape).extend({
  uncertainty,
  action: z.enum(repairActions),
  /** It mends a component that endangers people or can set fire. */
  is_safety: z.boolean(),
  component_type: z.enum(componentTypeIds),
  /** The components of the repair, the first stands for it. */
  rows: z.array(z.number().int()),
  dt_id: z.string(),
  name: z.string(),
  /** Names of the components above it. */
  place: z.string(),
  lon: z.number(),
  lat: z.number(),
  /** The measured value that is the reason; null where the cause has no key figure in the survey. */
  reason: z.object({ key_figure_id: z.number().int(), value: z.number() }).nullable(),
});
export type Repair = z.infer<typeof repairShape>;

export type RepairBudget = z.infer<typeof budgetShape>;

const repairSumShape = lossShape.extend(effortShape.shape).extend({
  uncertainty,
  count: z.number().int(),
});

/** What a component and all parts below it lose, and what repairs of them bring. */
export const componentRepairShape = z.object({
  /** A year; null where the survey says nothing of their losses. */
  loss: z
    .object({
      mwh: z.number(),
      money: z.number(),
      uncertainty,
      /** The upper end where all modules of an unconfirmed fault are faulty; null without such modules. */
      most: z.object({ mwh: z.number(), money: z.number() }).nullable(),
      /** Components of them whose loss is not in it. */
      left_out: z.number().int(),
    })
    .nullable(),
  /** All repairs of the component and its parts that the survey suggests. */
  repairs: repairSumShape,
  /** The one of them that stands first in the work list, else the one that is paid back soonest; null without any. */
  first: repairShape.nullable(),
  /** Its place in the work list of the budget, from 1; null where the budget does not pay for it. */
  rank: z.number().int().nullable(),
  /** Repairs in the work list. */
  chosen: z.number().int(),
});
export type ComponentRepair = z.infer<typeof componentRepairShape>;

export const repairPlanShape = z.object({
  /** All repairs that the survey suggests, without those of findings that are done or dismissed. */
  all: repairSumShape,
  /** Components whose finding is done, verified or dismissed: nothing of the plan is theirs. */
  left_out: z.number().int(),
  /** The chosen ones together. */
  chosen: repairSumShape,
  /** Chosen repairs, soonest paid back first, or most energy first where `all.cost` is null; at most `limits.repairs`. */
  repairs: z.array(repairShape),
});
export type RepairPlan = z.infer<typeof repairPlanShape>;
