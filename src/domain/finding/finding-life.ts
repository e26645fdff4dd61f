// The life of a finding: who sees to it, by when, and how it stands. It outlives the survey that found it.
import { z } from "zod";
import { calendarDateShape } from "../calendar-date.ts";
import { componentTypeShape } from "../column/filter.ts";
import type { ComponentType } from "../component/component.ts";
import { idShape, MAX_INTEGER } from "../id.ts";
import { limits } from "../limits.ts";
import { exactLineShape, lineShape, paragraphShape } from "../text.ts";
import { serialShape } from "../serial-number/serial-number.ts";
import { findingStatuses } from "./finding-status.ts";
import { partsShape } from "./parts.ts";
import { noRma, rmaStates } from "./rma.ts";

/**
 * A finding is a fault type at a component of a plant, whichever survey shows it.
 * `fault_type`: a class of the fault type of this component type (key-figure/fault-type.ts); 0 where what is wrong has
 * no name.
 */
export const findingPlaceShape = z.object({
  component_type: componentTypeShape,
  dt_id: exactLineShape.min(1).max(limits.componentNameLength),
  fault_type: z.number().int().min(0).max(254),
});
export type FindingPlace = z.infer<typeof findingPlaceShape>;

/** A fault without a name. */
export const UNNAMED = 0;

/** The finding as one text. */
export function placeKey({ component_type, dt_id, fault_type }: FindingPlace): string {
  return `${component_type} ${fault_type} ${dt_id}`;
}

/** What people decide of a finding. */
const decidedShape = z.object({
  status: z.enum(findingStatuses),
  /** Why it is dismissed; null else. */
  reason: z.string().nullable(),
  assignee_id: z.number().int().nullable(),
  crew: z.string().nullable(),
  /** YYYY-MM-DD. */
  due_on: z.string().nullable(),
  /** What the repair used: "2 × Bypass diode; 1 × Module" (parts.ts). */
  parts: z.string().nullable(),
  /** The day at the plant on which it was repaired, YYYY-MM-DD; null unless it is done. */
  done_on: z.string().nullable(),
  /** How the warranty claim stands with the maker. */
  rma: z.enum(rmaStates),
  rma_claim: z.string().nullable(),
  rma_reason: z.string().nullable(),
  new_serial: z.string().nullable(),
  /** YYYY-MM-DD. */
  replaced_on: z.string().nullable(),
});
export type Decided = z.infer<typeof decidedShape>;
export type DecidedField = keyof Decided;
export const decidedFields = [
  "status",
  "reason",
  "assignee_id",
  "crew",
  "due_on",
  "parts",
  "done_on",
  "rma",
  "rma_claim",
  "rma_reason",
  "new_serial",
  "replaced_on",
] as const satisfies (keyof Decided)[];

/** A finding that was never changed. */
export const undecided: Decided = {
  status: "open",
  reason: null,
  assignee_id: null,
  crew: null,
  due_on: null,
  parts: null,
  done_on: null,
  ...noRma,
};

export const findingLifeShape = z.object({
  id: z.number().int(),
  component_type: componentTypeShape,
  dt_id: z.string(),
  /** In the present twin; null where it has the component no more. */
  row: z.number().int().nullable(),
  fault_type: z.number().int(),
  ...decidedShape.shape,
  /** Null without an assignee. */
  assignee_name: z.string().nullable(),
  /** Of the newest survey that judged the finding, 0 to 3; null where it did not measure the component. */
  severity: z.number().int().nullable(),
  /** That survey; null where it was deleted. */
  analysis_id: z.number().int().nullable(),
  /**
   * That survey says that the component endangers people or can set fire, or this fault is one that does. The fault alone
   * counts where the survey was deleted, or where the viewer may not see what it says.
   */
  is_dangerous: z.boolean(),
  /** A survey has set it back to open. */
  returned: z.boolean(),
  /** The number of the work order that holds it; null without one. */
  work_order: z.number().int().nullable(),
  comments: z.number().int(),
  /** Counts the changes. */
  revision: z.number().int(),
  /** Null for the server itself. */
  updated_by: z.string().nullable(),
  updated_at: z.string(),
});
export type FindingLife = z.infer<typeof findingLifeShape>;

/** A part of the list: as many findings as were asked for, by ID. */
export const findingPageShape = z.object({
  findings: z.array(findingLifeShape),
  /** The ID after which the next page begins; null on the last one. */
  next: z.number().int().nullable(),
  /** What the list had as its version before it was read; null on all pages but the first. */
  version: z.string().nullable(),
});
export type FindingPage = z.infer<typeof findingPageShape>;

const crewShape = lineShape.min(1).max(100);

/** What is to be changed; absent fields stay. */
export const findingFieldsShape = z
  .object({
    status: z.enum(findingStatuses),
    reason: lineShape.min(1).max(limits.findingReasonLetters),
    assignee_id: idShape.nullable(),
    crew: crewShape.nullable(),
    due_on: calendarDateShape.nullable(),
    parts: partsShape.nullable(),
    /** Without it, the day at the plant on which the finding is set to done. */
    done_on: calendarDateShape,
    rma: z.enum(rmaStates),
    rma_claim: lineShape.min(1).max(100),
    rma_reason: lineShape.min(1).max(limits.findingReasonLetters),
    /** Of the component that stands there now: of one finding alone. */
    new_serial: serialShape,
    replaced_on: calendarDateShape,
  })
  .partial();
export type FindingFields = z.infer<typeof findingFieldsShape>;

/** `revision`: of the version that the change is based on; 0 where nothing was decided yet. */
const targetShape = findingPlaceShape.extend({
  revision: z.number().int().min(0).max(MAX_INTEGER),
});
export type FindingTarget = z.infer<typeof targetShape>;

export const findingChangeShape = z.object({
  findings: z.array(targetShape).min(1).max(limits.findingsAtOnce),
  set: findingFieldsShape,
});
export type FindingChange = z.infer<typeof findingChangeShape>;

/** What made a step: a person, a file that was read in, or a survey. */
export const stepKinds = ["person", "import", "survey"] as const;
export type StepKind = (typeof stepKinds)[number];

/** The answer of a change: the findings as they are now, and the step that an undo names. */
export const findingsChangedShape = z.object({
  /** Null where nothing was changed. */
  step_id: z.number().int().nullable(),
  findings: z.array(findingLifeShape),
});
export type FindingsChanged = z.infer<typeof findingsChangedShape>;

export const findingStepShape = z.object({
  id: z.number().int(),
  kind: z.enum(stepKinds),
  /** How many findings it changed. */
  count: z.number().int(),
  /** Of this finding. Names of people in place of their IDs. */
  changes: z.array(
    z.object({
      field: z.enum(decidedFields),
      old_value: z.string().nullable(),
      new_value: z.string().nullable(),
    }),
  ),
  /** The survey in view of which it was made; null where that was deleted or the viewer does not see it. */
  analysis_id: z.number().int().nullable(),
  analysis_name: z.string().nullable(),
  /** Null for the server itself. */
  user_name: z.string().nullable(),
  created_at: z.string(),
  undone_by: z.string().nullable(),
  undone_at: z.string().nullable(),
  /** When the release of the survey that made it was withdrawn; null for other steps. */
  withdrawn_at: z.string().nullable(),
  /** The number of the work order whose change it is part of, which is undone there; null for none. */
  work_order: z.union([z.number().int(), z.literal("hidden")]).nullable(),
  /** A later step changed one of its findings again. */
  changed_again: z.boolean(),
});
export type FindingStep = z.infer<typeof findingStepShape>;

export const commentFormShape = z.object({
  message: paragraphShape.min(1).max(limits.findingCommentLetters),
});

export const findingCommentShape = z.object({
  id: z.number().int(),
  /** `@[12]` is the user 12 where `mentions` has it. */
  message: z.string(),
  /** Null where the account was deleted. */
  account_id: z.number().int().nullable(),
  user_name: z.string().nullable(),
  /** The name is null where the account was deleted. */
  mentions: z.array(z.object({ user_id: z.number().int(), name: z.string().nullable() })),
  created_at: z.string(),
});
export type FindingComment = z.infer<typeof findingCommentShape>;

/** All that is known of one finding, newest first. */
export const findingHistoryShape = z.object({
  steps: z.array(findingStepShape),
  comments: z.array(findingCommentShape),
});
export type FindingHistory = z.infer<typeof findingHistoryShape>;

/** Who can be given a finding. */
export const findingPeopleShape = z.object({
  users: z.array(z.object({ id: z.number().int(), name: z.string() })),
  /** Names of crews that findings of the plant have, by name. */
  crews: z.array(z.string()),
});
export type FindingPeople = z.infer<typeof findingPeopleShape>;

/** A finding as a survey shows it. */
export type Evidence = {
  readonly component_type: ComponentType;
  readonly row: number;
  readonly fault_type: number;
  /** 1 to 3. */
  readonly severity: number;
  /** Whether it says that the component endangers people or can set fire. */
  readonly is_dangerous: boolean;
};
