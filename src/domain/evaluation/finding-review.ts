// The review of flagged findings before a release: verdicts, their outcome, and how well two reviewers agree.
import { z } from "zod";
import type { Names } from "../component/component-index.ts";
import type { ComponentType } from "../component/component.ts";
import { componentTypeShape } from "../column/filter.ts";
import type { Refusal } from "../error.ts";
import { exactLineShape } from "../text.ts";
import { flagReasons, type FlaggedFinding, type FlagReason } from "./flagged-finding.ts";
import { statableFaults, statedFaults, type StatedFault } from "./stated-fault.ts";

export const verdicts = ["accept", "move", "reject"] as const;
export type VerdictKind = (typeof verdicts)[number];

/**
 * `moved_to`: dt_id of the component that the finding belongs to; null unless it is moved. `stated_as`: what the finding
 * is, of an accepted one that the survey leaves open; null otherwise.
 */
export const verdictShape = z.object({
  verdict: z.enum(verdicts),
  moved_to: exactLineShape.min(1).max(200).nullable(),
  stated_as: z.enum(statedFaults).nullable(),
});
export type Verdict = z.infer<typeof verdictShape>;

/** `disputed`: two reviewers differ. */
export const reviewStates = ["open", "disputed", "accepted", "moved", "rejected"] as const;
export type ReviewState = (typeof reviewStates)[number];

const placeShape = z.object({ dt_id: z.string(), pcs: z.string() });
export type FindingPlace = z.infer<typeof placeShape>;

/** True if a new evaluation says the same of the component: the key figure and the class, not the last decimal. */
export function isSameFinding(
  before: Pick<FoundFinding, "key_figure_id" | "value">,
  now: Pick<FoundFinding, "key_figure_id" | "value">,
): boolean {
  return before.key_figure_id === now.key_figure_id && before.value === now.value;
}

/** As an evaluation finds it, with the names of its components. */
export type FoundFinding = FindingPlace & {
  readonly component_type: ComponentType;
  readonly row: number;
  readonly key_figure_id: number;
  readonly value: number;
  readonly confidence: number | null;
  readonly reasons: readonly FlagReason[];
  readonly candidates: readonly FindingPlace[];
};

/** With the names of their components. */
export function namedFindings(
  component_type: ComponentType,
  names: Pick<Names, "dtId" | "pcs">,
  found: readonly FlaggedFinding[],
): FoundFinding[] {
  const place = (row: number) => ({ dt_id: names.dtId(row), pcs: names.pcs(row) });
  return found.map(({ candidates, ...one }) => ({
    ...one,
    component_type,
    ...place(one.row),
    candidates: candidates.map(place),
  }));
}

export const findingShape = placeShape.extend({
  id: z.number().int(),
  component_type: componentTypeShape,
  /** Of the component in the twin. */
  row: z.number().int(),
  key_figure_id: z.number().int(),
  value: z.number(),
  confidence: z.number().nullable(),
  reasons: z.array(z.enum(flagReasons)),
  candidates: z.array(placeShape),
  state: z.enum(reviewStates),
  moved_to: z.string().nullable(),
  stated_as: z.enum(statedFaults).nullable(),
  /** Of the viewer; null before it is given. */
  own: verdictShape.nullable(),
  /** How many reviewers have given theirs. */
  given: z.number().int(),
  /** Of all reviewers; empty while the review is blind. */
  verdicts: z.array(verdictShape.extend({ user_name: z.string() })),
});
export type Finding = z.infer<typeof findingShape>;

export const reviewShape = z.object({
  /** One reviewer, or two who do not see each other's verdicts before both have given theirs. */
  reviewers: z.union([z.literal(1), z.literal(2)]),
  /** Those that are not decided first. */
  findings: z.array(findingShape),
  /** Neither accepted nor moved nor rejected. */
  open: z.number().int(),
  /** Cohen's kappa of two reviewers; null with fewer than two findings that both have judged. */
  kappa: z.number().nullable(),
  /** Findings that two reviewers have judged. */
  compared: z.number().int(),
});
export type Review = z.infer<typeof reviewShape>;

export type Outcome = {
  readonly state: ReviewState;
  readonly moved_to: string | null;
  readonly stated_as: StatedFault | null;
};

/** What the verdicts of a finding come to, where `reviewers` must agree. */
export function outcomeOf(given: readonly Verdict[], reviewers: number): Outcome {
  const open = { state: "open", moved_to: null, stated_as: null } as const;
  const [first] = given;
  if (!first || given.length < reviewers) return open;
  const isSame = given.every(
    ({ verdict, moved_to, stated_as }) =>
      verdict === first.verdict && moved_to === first.moved_to && stated_as === first.stated_as,
  );
  if (!isSame) return { ...open, state: "disputed" };
  const states = { accept: "accepted", move: "moved", reject: "rejected" } as const;
  const { verdict, moved_to, stated_as } = first;
  return { state: states[verdict], moved_to, stated_as };
}

export function isDecided(state: ReviewState): boolean {
  return state !== "open" && state !== "disputed";
}

/** Why the verdict cannot be given, or null. */
export function verdictRefusal(
  finding: Pick<Finding, "state" | "dt_id" | "key_figure_id" | "value" | "reasons"> & {
    readonly own: boolean;
    readonly given: number;
  },
  { verdict, moved_to, stated_as }: Verdict,
  reviewers: number,
): Refusal | null {
  if (isDecided(finding.state)) return { reason: "finding_decided" };
  if (!finding.own && finding.given >= reviewers) return { reason: "finding_reviewers" };
  const statable = verdict === "accept" ? statableFaults(finding) : [];
  if (stated_as === null && statable.length > 0)
    return { reason: "finding_without_fault", field: "stated_as" };
  if (stated_as !== null && !statable.includes(stated_as))
    return { reason: "finding_not_stated", field: "stated_as" };
  if (verdict !== "move") return moved_to === null ? null : { reason: "finding_not_moved" };
  if (moved_to === null) return { reason: "finding_without_place", field: "moved_to" };
  return moved_to === finding.dt_id ? { reason: "finding_same_place", field: "moved_to" } : null;
}

/**
 * Cohen's kappa (1960): agreement beyond chance, 1 for full agreement, 0 for that of chance.
 * @returns null with fewer than two pairs; 1 where both always give the same single verdict
 */
export function kappaOf(pairs: readonly (readonly [VerdictKind, VerdictKind])[]): number | null {
  if (pairs.length < 2) return null;
  const same = pairs.filter(([one, other]) => one === other).length / pairs.length;
  const chance = verdicts.reduce((sum, verdict) => {
    const share = (at: 0 | 1) => pairs.filter((pair) => pair[at] === verdict).length / pairs.length;
    return sum + share(0) * share(1);
  }, 0);
  return chance === 1 ? 1 : (same - chance) / (1 - chance);
}
