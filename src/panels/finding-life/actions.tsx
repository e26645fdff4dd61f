// What can be done with findings: their status, who sees to them, and that they are no faults.
import { useState } from "react";
import { useAtomValue } from "jotai";
import { Ban, ListChecks, ShieldCheck, UserPlus, Wrench } from "lucide-react";
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

/** Set with one press; the others ask for more. */
const plainStatuses: readonly FindingStatus[] = ["open", "in_work", "done"];

type Asked = {
  readonly kind: "assign" | "dismiss" | "rma" | "repair";
  readonly findings: readonly ListedFinding[];
};

export function FindingActions({ findings }: { findings: readonly ListedFinding[] }) {
  const ask = useAtomValue(askAtom);
  const change = useChange();
  const [isPending, whilePending] = usePending();
  // The versions that a form begins with: what others change meanwhile is found when it is sent.
  const [asked, setAsked] = useState<Asked | null>(null);
  const open = (kind: Asked["kind"]) => setAsked({ kind, findings });
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
  const entries = plainStatuses.flatMap((id) => {
    const possible = changeable(some, { status: id }).filter((one) => one.status !== id);
    if (possible.length === 0) return [];
    const isAll = possible.length === some.length;
    const hint = t("finding:of_them", {
      n: formatNumber(possible.length),
      of: formatNumber(findings.length),
    });
    return {
      id,
      label: statusName(id),
      ...(isAll ? {} : { hint }),
      run: () => void whilePending(() => change(possible, { status: id })),
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
      {asked?.kind === "assign" ? (
        <AssignFindings findings={asked.findings} onClose={close} />
      ) : null}
      {asked?.kind === "dismiss" ? (
        <DismissFindings findings={asked.findings} onClose={close} />
      ) : null}
    </>
  );
}
