// How a finding stands, in one line: whether it is dangerous, status, who sees to it, by when.
import { useAtomValue } from "jotai";
import type { ListedFinding } from "../../domain/finding/finding-list.ts";
import { isOverdue } from "../../domain/finding/finding-list.ts";
import type { FindingStatus } from "../../domain/finding/finding-status.ts";
import { workOrderCode } from "../../domain/work-order/work-order-code.ts";
import { todayAtom } from "../../state/plant/finding/listed.ts";
import { assigneeName, rmaWords, statusName } from "../../state/plant/finding/words.ts";
import { formatDay, t } from "../../state/shell/locale.ts";
import { Badge } from "../../ui/feedback.tsx";
import css from "./finding-life.module.css";

const tones = {
  open: "neutral",
  assigned: "info",
  in_work: "info",
  done: "good",
  verified: "good",
  dismissed: "neutral",
} as const satisfies Record<FindingStatus, "neutral" | "info" | "good">;

const rmaTones = {
  prepared: "info",
  claimed: "info",
  accepted: "good",
  rejected: "watch",
  replaced: "good",
} as const;

type FactsProps = {
  finding: ListedFinding;
  /** Leaves the status out, where it is said already. */
  hidesStatus?: boolean;
  /** Leaves the due day out, where it has a place of its own. */
  hidesDue?: boolean;
};

/** "Due 12 Nov 2026"; "" without a day. */
export function dueWords({ life }: Pick<ListedFinding, "life">): string {
  const day = life?.due_on ?? null;
  return day === null ? "" : t("finding:due", { day: formatDay(day) });
}

export function FindingFacts({ finding, hidesStatus = false, hidesDue = false }: FactsProps) {
  const { life, status } = finding;
  const assignee = assigneeName(life);
  const order = life?.work_order ?? null;
  const today = useAtomValue(todayAtom);
  const due = dueWords(finding);
  const done = life?.done_on ? t("finding:done_on", { day: formatDay(life.done_on) }) : "";
  const isLate = isOverdue(finding, today);
  const claim = life && life.rma !== "none" ? rmaWords(life) : "";
  const code = order === null ? "" : workOrderCode(order);
  const parts = life?.parts ?? "";
  const danger = finding.is_dangerous ? t("work-order:danger") : "";
  // A row has one line: what it cuts is in its title.
  const all = [
    danger,
    hidesStatus ? "" : statusName(status),
    life?.returned ? t("finding:returned") : "",
    isLate ? t("finding:overdue") : "",
    due,
    assignee,
    code,
    done,
    claim,
    parts,
  ].filter(Boolean);
  const rest = [hidesDue ? "" : due, assignee, code, done, parts].filter(Boolean).join(" · ");
  return (
    <span className={css.facts} title={all.join(" · ")}>
      {danger === "" ? null : <Badge tone="danger">{danger}</Badge>}
      {hidesStatus ? null : <Badge tone={tones[status]}>{statusName(status)}</Badge>}
      {life?.returned ? <Badge tone="watch">{t("finding:returned")}</Badge> : null}
      {isLate ? <Badge tone="danger">{t("finding:overdue")}</Badge> : null}
      {life && life.rma !== "none" ? <Badge tone={rmaTones[life.rma]}>{claim}</Badge> : null}
      {rest === "" ? null : <span>{rest}</span>}
    </span>
  );
}
