// Asks what a repair used, and of findings that are done on which day that was.
import { useState } from "react";
import { useAtomValue } from "jotai";
import { Plus, X } from "lucide-react";
import {
  findingFieldsShape,
  undecided,
  type FindingFields,
} from "../../domain/finding/finding-life.ts";
import type { ListedFinding } from "../../domain/finding/finding-list.ts";
import { partsIn, partsLine } from "../../domain/finding/parts.ts";
import { limits } from "../../domain/limits.ts";
import { todayAtom } from "../../state/plant/finding/listed.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { DateField } from "../../ui/form/date-field.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { FindingDialog } from "./finding-dialog.tsx";
import { useChange } from "./use-change.ts";
import css from "./finding-life.module.css";

type RepairedProps = { findings: readonly ListedFinding[]; onClose: () => void };
type Row = { readonly amount: string; readonly name: string };

const isWhole = (amount: string) => /^[1-9]\d{0,3}$/.test(amount.trim());
const isEmpty = ({ name }: Row) => name.trim() === "";

export function RepairedFindings({ findings, onClose }: RepairedProps) {
  const change = useChange();
  const today = useAtomValue(todayAtom);
  const lives = findings.map(({ life }) => life ?? undecided);
  const shared = <Value,>(of: (one: (typeof lives)[number]) => Value | null) => {
    const [first = null, ...others] = lives.map(of);
    return others.every((one) => one === first) ? first : null;
  };
  const line = shared(({ parts }) => parts);
  const known = shared(({ done_on }) => done_on);
  const isDone = lives.every(({ status }) => status === "done" || status === "verified");
  const [rows, setRows] = useState<readonly Row[]>(() => {
    const parts = (partsIn(line ?? "") ?? []).map(({ amount, name }) => ({
      amount: String(amount),
      name,
    }));
    return parts.length > 0 ? parts : [{ amount: "1", name: "" }];
  });
  const [day, setDay] = useState(known ?? "");
  const [isSent, setSent] = useState(false);
  const count = findings.length;
  // A row without a part is none, so that the last one can stay empty.
  const stated = rows.filter((row) => !isEmpty(row));
  const text = partsLine(
    stated.map(({ amount, name }) => ({ amount: Number(amount), name: name.trim() })),
  );
  const isTooLong = text.length > limits.findingPartsLetters;
  const isDay =
    day === "" || (day <= today && findingFieldsShape.shape.done_on.safeParse(day).success);
  const set = (at: number, row: Row) => setRows(rows.with(at, row));
  const send = () => {
    setSent(true);
    if (isTooLong || !isDay || stated.some(({ amount }) => !isWhole(amount))) return null;
    const fields: FindingFields = {
      parts: text === "" ? null : text,
      ...(isDone && day !== "" && day !== known && { done_on: day }),
    };
    return change(findings, fields);
  };
  return (
    <FindingDialog
      title={t("finding:repair.dialog", { count, n: formatNumber(count) })}
      action={t("shell:save")}
      change={send}
      onClose={onClose}
    >
      {count > 1 ? <p className={css.soft}>{t("finding:repair.several")}</p> : null}
      <ul className={css.parts} aria-label={t("finding:field.parts")}>
        {rows.map((row, at) => (
          <li key={at}>
            <TextField
              label={t("finding:repair.amount")}
              value={row.amount}
              onChange={(amount) => set(at, { ...row, amount })}
              inputMode="numeric"
              error={
                isSent && !isEmpty(row) && !isWhole(row.amount)
                  ? t("finding:repair.amount_bad")
                  : null
              }
            />
            <TextField
              label={t("finding:repair.name")}
              value={row.name}
              onChange={(name) => set(at, { ...row, name })}
              maxLength={100}
            />
            <IconButton
              label={t("finding:repair.remove", { name: row.name || String(at + 1) })}
              onPress={() => setRows(rows.filter((_, one) => one !== at))}
            >
              <X size={16} aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
      {rows.length === 0 ? <p className={css.soft}>{t("finding:repair.none")}</p> : null}
      <div>
        <Button
          size="sm"
          icon={<Plus size={14} aria-hidden="true" />}
          onPress={() => setRows([...rows, { amount: "1", name: "" }])}
        >
          {t("finding:repair.add")}
        </Button>
      </div>
      {isSent && isTooLong ? (
        <p role="alert">
          {t("finding:repair.too_long", { n: formatNumber(limits.findingPartsLetters) })}
        </p>
      ) : null}
      {isDone ? (
        <DateField
          label={t("finding:field.done_on")}
          hint={t("finding:repair.day_hint")}
          value={day}
          onChange={setDay}
          max={today}
          error={isSent && !isDay ? t("refusal:finding_day_in_future") : null}
        />
      ) : null}
    </FindingDialog>
  );
}
