// Asks what a repair used, and of findings that are done on which day that was.
import { useState } from "react";
import { useAtomValue } from "jotai";
import { undecided, type FindingFields } from "../../domain/finding/finding-life.ts";
import type { ListedFinding } from "../../domain/finding/finding-list.ts";
import { todayAtom } from "../../state/plant/finding/listed.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { DateField } from "../../ui/form/date-field.tsx";
import { dayError } from "./day-error.ts";
import { FindingDialog } from "./finding-dialog.tsx";
import { useParts } from "./parts-fields.tsx";
import { useChange } from "./use-change.ts";
import css from "./finding-life.module.css";

type RepairedProps = { findings: readonly ListedFinding[]; onClose: () => void };

export function RepairedFindings({ findings, onClose }: RepairedProps) {
  const change = useChange();
  const today = useAtomValue(todayAtom);
  const lives = findings.map(({ life }) => life ?? undecided);
  const shared = <Value,>(of: (one: (typeof lives)[number]) => Value | null) => {
    const [first = null, ...others] = lives.map(of);
    return others.every((one) => one === first) ? first : null;
  };
  const isOfOneKind = new Set(lives.map(({ parts }) => parts)).size === 1;
  const line = shared(({ parts }) => parts);
  const known = shared(({ done_on }) => done_on);
  const isDone = lives.every(({ status }) => status === "done" || status === "verified");
  const parts = useParts(line);
  const [day, setDay] = useState(known ?? "");
  const [isSent, setSent] = useState(false);
  const count = findings.length;
  const badDay = dayError(day, today, {
    // Days that differ are shown as none, and stay. A day that there is cannot be taken away.
    missing: known === null ? null : t("finding:repair.day_missing"),
    future: t("refusal:finding_day_in_future"),
  });
  const send = () => {
    setSent(true);
    if (!parts.check() || (isDone && badDay !== null)) return null;
    const fields: FindingFields = {
      // Parts that differ are shown as none: what is not touched stays.
      ...(parts.line !== line && { parts: parts.line }),
      ...(isDone && day !== "" && day !== known && { done_on: day }),
    };
    return Object.keys(fields).length === 0 ? Promise.resolve() : change(findings, fields);
  };
  return (
    <FindingDialog
      title={t("finding:repair.dialog", { count, n: formatNumber(count) })}
      action={t("shell:save")}
      typed={[parts.typed, day]}
      change={send}
      onClose={onClose}
    >
      {count > 1 ? (
        <p className={css.soft}>
          {isOfOneKind ? t("finding:repair.several") : t("finding:repair.several_differ")}
        </p>
      ) : null}
      {parts.fields}
      {isDone ? (
        <DateField
          label={t("finding:field.done_on")}
          hint={t("finding:repair.day_hint")}
          value={day}
          onChange={setDay}
          max={today}
          error={isSent ? badDay : null}
        />
      ) : null}
    </FindingDialog>
  );
}
