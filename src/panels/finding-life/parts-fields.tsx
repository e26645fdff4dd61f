// The parts that a repair used: an amount and a name in each row.
import { useState, type ReactNode } from "react";
import { Plus, X } from "lucide-react";
import { MOST_OF_PART, partsIn, partsLine } from "../../domain/finding/parts.ts";
import { limits } from "../../domain/limits.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { NumberField } from "../number-field/number-field.tsx";
import css from "./finding-life.module.css";

/** `amount`: NaN where none is typed. */
type Row = { readonly id: string; readonly amount: number; readonly name: string };

const isAmount = (amount: number) =>
  Number.isInteger(amount) && amount >= 1 && amount <= MOST_OF_PART;
const isEmpty = ({ name }: Row) => name.trim() === "";
const newRow = (amount: number, name: string): Row => ({ id: crypto.randomUUID(), amount, name });
const emptyRow = () => newRow(1, "");

/**
 * `check` answers false, and says what is wrong, where the rows cannot be sent. `line` is what is sent: null without a
 * part. `typed` is what the rows hold.
 */
export function useParts(line: string | null): {
  readonly fields: ReactNode;
  readonly line: string | null;
  readonly typed: unknown;
  readonly check: () => boolean;
} {
  const [rows, setRows] = useState<readonly Row[]>(() => {
    const parts = partsIn(line ?? "") ?? [];
    return parts.length > 0 ? parts.map(({ amount, name }) => newRow(amount, name)) : [emptyRow()];
  });
  const [isChecked, setChecked] = useState(false);
  // A row without a part is none, so that the last one can stay empty.
  const stated = rows.filter((row) => !isEmpty(row));
  const text = partsLine(stated.map(({ amount, name }) => ({ amount, name: name.trim() })));
  const isTooLong = text.length > limits.findingPartsLetters;
  const set = (at: number, row: Row) => setRows(rows.with(at, row));
  const fields = (
    <>
      <ul className={css.parts} aria-label={t("finding:field.parts")}>
        {rows.map((row, at) => (
          <li key={row.id}>
            <NumberField
              label={t("finding:repair.amount")}
              value={row.amount}
              onChange={(amount) => set(at, { ...row, amount })}
              minValue={1}
              maxValue={MOST_OF_PART}
              isWhole
              error={
                isChecked && !isEmpty(row) && !isAmount(row.amount)
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
          onPress={() => setRows([...rows, emptyRow()])}
        >
          {t("finding:repair.add")}
        </Button>
      </div>
      {isChecked && isTooLong ? (
        <p role="alert">
          {t("finding:repair.too_long", { n: formatNumber(limits.findingPartsLetters) })}
        </p>
      ) : null}
    </>
  );
  const check = () => {
    setChecked(true);
    return !isTooLong && stated.every(({ amount }) => isAmount(amount));
  };
  const typed = rows.map(({ amount, name }) => [amount, name]);
  return { fields, line: text === "" ? null : text, typed, check };
}
