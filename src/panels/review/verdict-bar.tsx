// The verdict on the finding on the screen, with keys.
import { useEffect, useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { Check, MoveRight, RotateCcw, X } from "lucide-react";
import {
  isDecided,
  type Finding,
  type Verdict,
  type VerdictKind,
} from "../../domain/evaluation/finding-review.ts";
import { statableFaults, type StatedFault } from "../../domain/evaluation/stated-fault.ts";
import { askAtom, reasonOf } from "../../state/account/ask.ts";
import { analysisAtom } from "../../state/plant/analysis/analysis.ts";
import {
  judgeFinding,
  moveTargetAtom,
  reopenFinding,
} from "../../state/plant/analysis/finding-review.ts";
import { t } from "../../state/shell/locale.ts";
import { registerCommands } from "../../state/shell/shortcut.ts";
import { showFault } from "../../state/shell/toast.ts";
import { Button } from "../../ui/button.tsx";
import { usePending } from "../pending.ts";
import css from "./review.module.css";

type VerdictBarProps = { finding: Finding; reviewers: number };

export function VerdictBar({ finding, reviewers }: VerdictBarProps) {
  const analysis = useAtomValue(analysisAtom);
  const ask = useAtomValue(askAtom);
  const judge = useSetAtom(judgeFinding);
  const reopen = useSetAtom(reopenFinding);
  const register = useSetAtom(registerCommands);
  /** The verdict that needs more: where it belongs, or what it is. */
  const [choosing, setChoosing] = useState<"move" | "accept" | null>(null);
  const statable = statableFaults(finding);
  const isStated = statable.length > 0;
  const [isPending, whilePending] = usePending();
  const give = (verdict: Verdict) => {
    setChoosing(null);
    void whilePending(() => judge(finding, verdict));
  };
  const refusal = analysis
    ? ask("findingReview.judge", {
        analysis,
        finding: { ...finding, own: finding.own !== null },
        verdict: { ...plain("accept"), stated_as: statable[0] ?? null },
        reviewers,
      })
    : null;
  const isOff = refusal !== null || isPending;
  useEffect(() => {
    if (isOff) return undefined;
    const act: Record<VerdictKind, () => void> = {
      accept: () => {
        if (isStated) setChoosing("accept");
        else void judge(finding, plain("accept")).catch(showFault);
      },
      reject: () => void judge(finding, plain("reject")).catch(showFault),
      move: () => setChoosing("move"),
    };
    const keys: Record<VerdictKind, string> = { accept: "a", reject: "r", move: "m" };
    return register(
      (["accept", "reject", "move"] as const).map((one) => ({
        id: `review-${one}`,
        name: `evaluation:review.verdict.${one}`,
        group: "evaluation:review.command_group",
        keys: [keys[one]],
        run: act[one],
      })),
    );
  }, [register, judge, finding, isOff, isStated]);
  if (isDecided(finding.state)) {
    return (
      <footer className={css.bar}>
        <Verdicts finding={finding} />
        <Button
          icon={<RotateCcw size={14} aria-hidden="true" />}
          isDisabled={isPending}
          reason={analysis ? reasonOf(ask("findingReview.reopen", analysis)) : null}
          onPress={() => void whilePending(() => reopen(finding))}
        >
          {t("evaluation:review.reopen")}
        </Button>
      </footer>
    );
  }
  return (
    <footer className={css.bar}>
      <Verdicts finding={finding} />
      <Button
        kind="primary"
        icon={<Check size={14} aria-hidden="true" />}
        isDisabled={isPending}
        reason={reasonOf(refusal)}
        onPress={() => {
          if (isStated) setChoosing(choosing === "accept" ? null : "accept");
          else give(plain("accept"));
        }}
      >
        {t("evaluation:review.verdict.accept")}
      </Button>
      <Button
        icon={<MoveRight size={14} aria-hidden="true" />}
        isDisabled={isPending}
        reason={reasonOf(refusal)}
        onPress={() => setChoosing(choosing === "move" ? null : "move")}
      >
        {t("evaluation:review.verdict.move")}
      </Button>
      <Button
        icon={<X size={14} aria-hidden="true" />}
        isDisabled={isPending}
        reason={reasonOf(refusal)}
        onPress={() => give(plain("reject"))}
      >
        {t("evaluation:review.verdict.reject")}
      </Button>
      {choosing === "move" ? (
        <Places finding={finding} onMove={(moved_to) => give({ ...plain("move"), moved_to })} />
      ) : null}
      {choosing === "accept" ? (
        <Faults
          faults={statable}
          onState={(stated_as) => give({ ...plain("accept"), stated_as })}
        />
      ) : null}
    </footer>
  );
}

const plain = (verdict: VerdictKind): Verdict => ({ verdict, moved_to: null, stated_as: null });

/** What the survey leaves open: a person says which it is. */
function Faults(props: { faults: readonly StatedFault[]; onState: (fault: StatedFault) => void }) {
  return (
    <div className={css.places}>
      <small>{t("evaluation:review.stated_hint")}</small>
      {props.faults.map((one) => (
        <Button key={one} size="sm" onPress={() => props.onState(one)}>
          {t(`evaluation:review.stated.${one}`)}
        </Button>
      ))}
    </div>
  );
}

/** The neighbours, and the component that is open on the map. */
function Places({ finding, onMove }: { finding: Finding; onMove: (dt_id: string) => void }) {
  const target = useAtomValue(moveTargetAtom);
  const { candidates } = finding;
  const isOther = target !== null && candidates.every(({ dt_id }) => dt_id !== target);
  const places = isOther ? [...candidates, { dt_id: target, pcs: "" }] : candidates;
  return (
    <div className={css.places}>
      <small>{t("evaluation:review.move_hint")}</small>
      {places.map(({ dt_id, pcs }) => (
        <Button key={dt_id} size="sm" onPress={() => onMove(dt_id)}>
          {t("evaluation:review.move_to", { name: pcs || dt_id })}
        </Button>
      ))}
    </div>
  );
}

function Verdicts({ finding: { verdicts } }: { finding: Finding }) {
  if (verdicts.length < 2) return null;
  return (
    <ul className={css.verdicts}>
      {verdicts.map(({ user_name, verdict }) => (
        <li key={user_name}>
          {t("evaluation:review.verdict_by", {
            name: user_name,
            verdict: t(`evaluation:review.verdict.${verdict}`),
          })}
        </li>
      ))}
    </ul>
  );
}
