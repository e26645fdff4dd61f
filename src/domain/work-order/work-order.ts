// A work order: findings of a plant that a crew repairs in one go.
import { z } from "zod";
import { calendarDateShape } from "../calendar-date.ts";
import { findingLifeShape, findingPlaceShape } from "../finding/finding-life.ts";
import { partsShape } from "../finding/parts.ts";
import { idShape, MAX_INTEGER } from "../id.ts";
import { limits } from "../limits.ts";
import { lineShape, paragraphShape } from "../text.ts";
import { workOrderStatuses } from "./work-order-status.ts";

/** `safety`: what endangers people or can set fire is in it, so it is done before all others. */
export const workOrderPriorities = ["normal", "safety"] as const;
export type WorkOrderPriority = (typeof workOrderPriorities)[number];

/** Longitude, latitude in degrees, EPSG:4326. */
const placeShape = z.tuple([z.number().min(-180).max(180), z.number().min(-85).max(85)]);

const titleShape = lineShape.min(1).max(limits.workOrderTitleLetters);
const crewShape = lineShape.min(1).max(100);
const noteShape = paragraphShape.max(limits.workOrderNoteLetters);

/** What people decide of an order. */
const decidedShape = z.object({
  title: z.string(),
  status: z.enum(workOrderStatuses),
  priority: z.enum(workOrderPriorities),
  assignee_id: z.number().int().nullable(),
  crew: z.string().nullable(),
  /** YYYY-MM-DD. */
  due_on: z.string().nullable(),
  /** "" for none. */
  note: z.string(),
  /** Where the walk begins; null where any stop may be the first. */
  start: placeShape.nullable(),
});
export type WorkOrderDecided = z.infer<typeof decidedShape>;
export const workOrderFields = [
  "title",
  "status",
  "priority",
  "assignee_id",
  "crew",
  "due_on",
  "note",
  "start",
] as const satisfies (keyof WorkOrderDecided)[];
export type WorkOrderField = (typeof workOrderFields)[number];

export const workOrderShape = z.object({
  id: z.number().int(),
  /** In the plant. */
  number: z.number().int(),
  ...decidedShape.shape,
  /** Null without an assignee. */
  assignee_name: z.string().nullable(),
  /** By ID. */
  finding_ids: z.array(z.number().int()),
  /** Counts the changes. */
  revision: z.number().int(),
  /** Null where the account was deleted. */
  created_by: z.string().nullable(),
  created_at: z.string(),
  updated_by: z.string().nullable(),
  updated_at: z.string(),
});
export type WorkOrder = z.infer<typeof workOrderShape>;

export const workOrderFieldsShape = z
  .object({
    title: titleShape,
    status: z.enum(workOrderStatuses),
    priority: z.enum(workOrderPriorities),
    assignee_id: idShape.nullable(),
    crew: crewShape.nullable(),
    due_on: calendarDateShape.nullable(),
    note: noteShape,
    start: placeShape.nullable(),
  })
  .partial();
export type WorkOrderFields = z.infer<typeof workOrderFieldsShape>;

const placesShape = z.array(findingPlaceShape).min(1).max(limits.workOrderFindings);
const findingIdsShape = z.array(idShape).max(limits.workOrderFindings);
const revisionShape = z.number().int().min(0).max(MAX_INTEGER);

export const workOrderFormShape = workOrderFieldsShape
  .omit({ status: true, start: true })
  .extend({ title: titleShape, findings: placesShape });
export type WorkOrderForm = z.infer<typeof workOrderFormShape>;

/** `revision`: of the version that the change is based on. */
export const workOrderAdditionShape = z.object({ revision: revisionShape, findings: placesShape });

export const workOrderChangeShape = z.object({
  revision: revisionShape,
  /** Absent fields stay. */
  set: workOrderFieldsShape,
  /** Findings of the order that are done with this change. */
  done_ids: findingIdsShape,
  /** What the repair of each of these used; absent: nothing is stated, and what is known stays. */
  parts: partsShape.optional(),
  /** Findings that are taken out of it. */
  removed_ids: findingIdsShape,
});
export type WorkOrderChange = z.infer<typeof workOrderChangeShape>;

/** The answer of a change: the order and its findings as they are now, and the step that an undo names. */
export const workOrderChangedShape = z.object({
  /** Null where nothing was changed. */
  step_id: z.number().int().nullable(),
  order: workOrderShape,
  /** Those of the order, and those that were taken out of it. */
  findings: z.array(findingLifeShape),
});
export type WorkOrderChanged = z.infer<typeof workOrderChangedShape>;

/** What made a step: a person on a screen, or a file of states. */
export const workOrderStepKinds = ["person", "import"] as const;

export const workOrderStepShape = z.object({
  id: z.number().int(),
  kind: z.enum(workOrderStepKinds),
  /** It made the order. */
  is_first: z.boolean(),
  /** Names of people in place of their IDs. */
  changes: z.array(
    z.object({
      field: z.enum(workOrderFields),
      old_value: z.string().nullable(),
      new_value: z.string().nullable(),
    }),
  ),
  /** Findings that came in, that went out, and whose own status or assignment was changed with it. */
  added: z.number().int(),
  removed: z.number().int(),
  findings_changed: z.number().int(),
  user_name: z.string().nullable(),
  created_at: z.string(),
  undone_by: z.string().nullable(),
  undone_at: z.string().nullable(),
  /** A later step changed the same again. */
  changed_again: z.boolean(),
});
export type WorkOrderStep = z.infer<typeof workOrderStepShape>;
