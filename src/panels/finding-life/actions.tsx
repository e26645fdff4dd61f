// What can be done with findings: their status, who sees to them, and that they are no faults.
import { useState } from "react";
import { useAtomValue } from "jotai";
import { Ban, ListChecks, ShieldCheck, UserPlus, Wrench } from "lucide-react";
import { moveOf } from "../../domain/finding/finding-move.ts";
import type { ListedFinding } from "../../domain/finding/finding-list.ts";
import { undecided, type FindingFields } from "../../domain/finding/finding-life.ts";
import type { FindingStatus } from "../../domain/finding/finding-status.ts";
import { limits } from "../../domain/limits.ts";
import { askAtom, reasonOf } from "../../state/account/ask.ts";
import { analysisIdAtom } from "../../state/plant/analysis/analysis.ts";
import { changeable } from "../../state/plant/finding/listed.ts";
import { statusName } from "../../state/plant/finding/words.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { Button } from "../../ui/button.tsx";
import { Menu } from "../../ui/overlay.tsx";
import { usePending } from "../pending.ts";
import { AssignFindings } from "./assign.tsx";
import { OrderButton } from "../work-order/order-button.tsx";
import { ClaimFindings } from "./claim.tsx";
import { DismissFindings } from "./dismiss.tsx";
import { RepairedFindings } from "./repaired.tsx";
import { useChange } from "./use-change.ts";

/** Set with one press, or after who repairs it is chosen; to dismiss asks for more. */
const menuStatuses: readonly FindingStatus[] = ["open", "assigned", "in_work", "done"];

type Asked = {
  /** `assigned`: the status is set with the answer who repairs them. */
  readonly kind: "assign" | "assigned" | "dismiss" | "rma" | "repair";
  readonly findings: readonly ListedFinding[];
};

export function FindingActions({ findings }: { findings: readonly ListedFinding[] }) {
  const ask = useAtomValue(askAtom);
  const change = useChange();
  const [isPending, whilePending] = usePending();
  // The versions that a form begins with: what others change meanwhile is found when it is sent.
  const [asked, setAsked] = useState<Asked | null>(null);
  const open = (kind: Asked["kind"], of = findings) => setAsked({ kind, findings: of });
  const close = () => setAsked(null);
  const isTooMany = findings.length > limits.findingsAtOnce;
  const most = t("finding:at_most", { n: formatNumber(limits.findingsAtOnce) });
  // What is too many is refused at once: to ask of each of them takes long.
  const some = isTooMany ? findings.slice(0, 1) : findings;
  const before = some.map(({ life }) => life ?? undecided);
  // A change is made in view of an analysis.
  const closed =
    useAtomValue(analysisIdAtom) === null ? t("finding:without_analysis.change") : null;
  const why = (refusal: ReturnType<typeof refusalOf>) =>
    reasonOf(refusal) ?? closed ?? (isTooMany ? most : null);
  const refusalOf = (set: FindingFields) => {
    const possible = changeable(some, set);
    const of = possible.length > 0 ? possible.map(({ life }) => life ?? undecided) : before;
    return ask("findingLife.change", { before: of, set });
  };
  const status = refusalOf({});
  if (status?.isHidden) return null;
  const assigning = refusalOf({ crew: "–" });
  const dismissing = refusalOf({ status: "dismissed", reason: "–" });
  const entries = menuStatuses.flatMap((id) => {
    // As on the board: who repairs it is asked where nothing says it.
    const move = moveOf(some, id);
    if (move === null || move.kind === "refused") return [];
    if (move.kind === "assign" && assigning !== null) return [];
    const { findings: possible, set } = move;
    const isAll = possible.length === some.length;
    const hint = t("finding:of_them", {
      n: formatNumber(possible.length),
      of: formatNumber(findings.length),
    });
    return {
      id,
      label: statusName(id),
      ...(isAll ? {} : { hint }),
      run:
        move.kind === "assign"
          ? () => open("assigned", possible)
          : () => void whilePending(() => change(possible, set)),
    };
  });
  return (
    <>
      <Menu label={t("finding:set_status")} groups={[{ entries }]}>
        <Button
          size="sm"
          icon={<ListChecks size={14} aria-hidden="true" />}
          reason={why(status)}
          isDisabled={isPending || isTooMany || closed !== null || entries.length === 0}
        >
          {t("finding:set_status")}
        </Button>
      </Menu>
      <Button
        size="sm"
        icon={<UserPlus size={14} aria-hidden="true" />}
        reason={why(assigning)}
        onPress={() => open("assign")}
      >
        {t("finding:assign")}
      </Button>
      <Button
        size="sm"
        icon={<Ban size={14} aria-hidden="true" />}
        reason={why(dismissing)}
        onPress={() => open("dismiss")}
      >
        {t("finding:dismiss")}
      </Button>
      <Button
        size="sm"
        icon={<ShieldCheck size={14} aria-hidden="true" />}
        reason={why(status)}
        onPress={() => open("rma")}
      >
        {t("finding:rma.action")}
      </Button>
      <Button
        size="sm"
        icon={<Wrench size={14} aria-hidden="true" />}
        reason={why(status)}
        onPress={() => open("repair")}
      >
        {t("finding:field.parts")}
      </Button>
      <OrderButton findings={findings} />
      {asked?.kind === "rma" ? <ClaimFindings findings={asked.findings} onClose={close} /> : null}
      {asked?.kind === "repair" ? (
        <RepairedFindings findings={asked.findings} onClose={close} />
      ) : null}
      {asked?.kind === "assign" || asked?.kind === "assigned" ? (
        <AssignFindings
          findings={asked.findings}
          {...(asked.kind === "assigned" && { status: "assigned" as const })}
          onClose={close}
        />
      ) : null}
      {asked?.kind === "dismiss" ? (
        <DismissFindings findings={asked.findings} onClose={close} />
      ) : null}
    </>
  );
}
