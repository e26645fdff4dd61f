// What it means to move findings into a column of the board: a change, a question, or nothing with its reason.
import type { Refusal } from "../error.ts";
import { decisionRefusal } from "./finding-change.ts";
import { undecided, type FindingFields } from "./finding-life.ts";
import type { ListedFinding } from "./finding-list.ts";
import type { FindingStatus } from "./finding-status.ts";

export type FindingMove<One> =
  | {
      /** `assign`: who repairs them is to be chosen first. `dismiss`: why is to be said first. */
      readonly kind: "change" | "assign" | "dismiss";
      /** Those that can go there. */
      readonly findings: readonly One[];
      /** What is set, with a stand-in for what is asked: the rules of the server are asked with it. */
      readonly set: FindingFields;
    }
  | { readonly kind: "refused"; readonly refusal: Refusal };

/** Reasons that an answer of the user takes away. */
const questions: Readonly<Record<string, "assign" | "dismiss">> = {
  finding_without_assignee: "assign",
  finding_without_reason: "dismiss",
};

const STAND_IN = "–";

/** The move of these findings to the status; null where all have it already. */
export function moveOf<One extends Pick<ListedFinding, "status" | "life">>(
  findings: readonly One[],
  to: FindingStatus,
): FindingMove<One> | null {
  const others = findings.filter(({ status }) => status !== to);
  if (others.length === 0) return null;
  const judged = others.map((one) => ({
    one,
    refusal: decisionRefusal(one.life ?? undecided, { status: to }),
  }));
  const movable = judged.filter(({ refusal }) => refusal === null || refusal.reason in questions);
  if (movable.length === 0) return { kind: "refused", refusal: judged[0]!.refusal! };
  const asked = movable.find(({ refusal }) => refusal !== null)?.refusal?.reason;
  const kind = asked === undefined ? "change" : questions[asked]!;
  const answer =
    kind === "assign" ? { crew: STAND_IN } : kind === "dismiss" ? { reason: STAND_IN } : {};
  return { kind, findings: movable.map(({ one }) => one), set: { status: to, ...answer } };
}
