// Moves findings into a column of the board: at once, after a question, or not, with the reason.
import { useState, type ReactNode } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { moveOf } from "../../domain/finding/finding-move.ts";
import type { ListedFinding } from "../../domain/finding/finding-list.ts";
import { undecided } from "../../domain/finding/finding-life.ts";
import type { FindingStatus } from "../../domain/finding/finding-status.ts";
import { askAtom, reasonOf } from "../../state/account/ask.ts";
import { chosenFindingsAtom, isChosenAtom } from "../../state/plant/finding/listed.ts";
import { newestFindings } from "../../state/plant/finding/newest.ts";
import { showNote } from "../../state/shell/toast.ts";
import { AssignFindings } from "../finding-life/assign.tsx";
import { DismissFindings } from "../finding-life/dismiss.tsx";
import { useChange } from "../finding-life/use-change.ts";
import { useQueue } from "../pending.ts";

type Findings = readonly ListedFinding[];
type Question = { readonly kind: "assign" | "dismiss"; readonly findings: Findings };

/** `dialog` is shown beside the board; null where nothing is asked. */
export function useMove() {
  const ask = useAtomValue(askAtom);
  const chosen = useAtomValue(chosenFindingsAtom);
  const isChosen = useAtomValue(isChosenAtom);
  const change = useChange();
  const newest = useSetAtom(newestFindings);
  const [, add] = useQueue();
  const [asked, setAsked] = useState<Question | null>(null);

  /** A chosen card takes the other chosen ones with it. */
  const withOthers = (one: ListedFinding): Findings => (isChosen(one) ? chosen : [one]);

  /** Why none of them can go there, in words; null where one can. */
  const reason = (findings: Findings, to: FindingStatus): string | null => {
    const move = moveOf(findings, to);
    if (move === null) return null;
    if (move.kind === "refused") return reasonOf(move.refusal);
    const before = move.findings.map(({ life }) => life ?? undecided);
    return reasonOf(ask("findingLife.change", { before, set: move.set }));
  };

  const move = (one: ListedFinding, to: FindingStatus): void => {
    const findings = withOthers(one);
    const words = reason(findings, to);
    const made = moveOf(findings, to);
    if (words !== null) showNote(words);
    else if (made?.kind === "change") {
      // A move before it may have changed the same findings.
      void add(() => change(newest(made.findings), made.set));
    } else if (made?.kind === "assign" || made?.kind === "dismiss") {
      setAsked({ kind: made.kind, findings: made.findings });
    }
  };

  const close = () => setAsked(null);
  const dialog: ReactNode =
    asked === null ? null : asked.kind === "assign" ? (
      <AssignFindings findings={asked.findings} status="assigned" onClose={close} />
    ) : (
      <DismissFindings findings={asked.findings} onClose={close} />
    );
  const canMove = ask("findingLife.change", { before: [], set: {} }) === null;
  return {
    reason: (one: ListedFinding, to: FindingStatus) => reason(withOthers(one), to),
    move,
    dialog,
    canMove,
  };
}
