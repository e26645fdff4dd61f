// Asks how the warranty claim of findings stands with the maker, and what belongs to that.
import { useState } from "react";
import { useAtomValue } from "jotai";
import { undecided, type FindingFields } from "../../domain/finding/finding-life.ts";
import type { ListedFinding } from "../../domain/finding/finding-list.ts";
import { rmaChoices, rmaStates, type RmaState } from "../../domain/finding/rma.ts";
import { hasSerial, serialRefusal } from "../../domain/serial-number/serial-number.ts";
import { changeable, todayAtom } from "../../state/plant/finding/listed.ts";
import { rmaName } from "../../state/plant/finding/words.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { refusalWords } from "../../state/shell/refusal-words.ts";
import { DateField } from "../../ui/form/date-field.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { Select } from "../../ui/form/choice.tsx";
import { dayError } from "./day-error.ts";
import { FindingDialog } from "./finding-dialog.tsx";
import { useChange } from "./use-change.ts";
import css from "./finding-life.module.css";

type ClaimProps = { findings: readonly ListedFinding[]; onClose: () => void };

export function ClaimFindings({ findings, onClose }: ClaimProps) {
  const change = useChange();
  const today = useAtomValue(todayAtom);
  const lives = findings.map(({ life }) => life ?? undecided);
  const first = lives[0] ?? undecided;
  const shares = <Value,>(of: (one: (typeof lives)[number]) => Value) =>
    lives.every((one) => of(one) === of(first)) ? of(first) : null;
  const own = shares(({ rma }) => rma);
  const isOne = findings.length === 1;
  const canBeReplaced = isOne && hasSerial(findings[0]!.component_type);
  const possible = new Set(lives.flatMap(({ rma }) => rmaChoices(rma)));
  const choices = rmaStates.filter(
    (id) => possible.has(id) && (id !== "replaced" || canBeReplaced || own === id),
  );
  const [state, setState] = useState<RmaState>(own ?? "prepared");
  const [claim, setClaim] = useState(shares((one) => one.rma_claim) ?? "");
  const [reason, setReason] = useState(shares((one) => one.rma_reason) ?? "");
  const [serial, setSerial] = useState(first.new_serial ?? "");
  const [day, setDay] = useState(first.replaced_on ?? today);
  const [isSent, setSent] = useState(false);
  const count = findings.length;
  const hasClaim = state !== "none" && state !== "prepared";
  const fields = (): FindingFields => ({
    rma: state,
    ...(hasClaim && claim.trim() !== "" && { rma_claim: claim.trim() }),
    ...(state === "rejected" && reason.trim() !== "" && { rma_reason: reason.trim() }),
    ...(state === "replaced" && { new_serial: serial.trim(), replaced_on: day }),
  });
  const missing = (text: string, key: "rma_without_claim" | "rma_without_reason") =>
    isSent && text.trim() === "" ? t(`refusal:${key}`) : null;
  const serialFault = serial.trim() === "" ? null : serialRefusal(serial);
  const serialError =
    serialFault !== null
      ? refusalWords({ ...serialFault, values: { value: serial } })
      : isSent && serial.trim() === ""
        ? t("refusal:rma_without_serial")
        : null;
  const badDay = dayError(day, today, {
    missing: t("refusal:rma_without_day"),
    future: t("refusal:rma_day_in_future"),
  });
  const send = () => {
    setSent(true);
    if (hasClaim && claim.trim() === "") return null;
    if (state === "rejected" && reason.trim() === "") return null;
    if (state === "replaced" && (serial.trim() === "" || serialFault || badDay)) return null;
    return change(findings, fields());
  };
  const able = changeable(findings, {
    ...fields(),
    ...(hasClaim && { rma_claim: claim.trim() || "–" }),
  });
  return (
    <FindingDialog
      title={t("finding:rma.dialog", { count, n: formatNumber(count) })}
      action={t("shell:save")}
      typed={[state, claim, reason, serial, day]}
      change={send}
      onClose={onClose}
    >
      <Select
        label={t("finding:rma.title")}
        options={choices.map((id) => ({ id, label: rmaName(id) }))}
        value={state}
        onChange={setState}
      />
      {able.length < count && !isOne ? (
        <p className={css.soft}>
          {t("finding:of_them", { n: formatNumber(able.length), of: formatNumber(count) })}
        </p>
      ) : null}
      {hasClaim ? (
        <TextField
          label={t("finding:field.rma_claim")}
          hint={t("finding:rma.claim_hint")}
          value={claim}
          onChange={setClaim}
          error={missing(claim, "rma_without_claim")}
          maxLength={100}
        />
      ) : null}
      {state === "rejected" ? (
        <TextField
          label={t("finding:field.rma_reason")}
          value={reason}
          onChange={setReason}
          error={missing(reason, "rma_without_reason")}
          maxLength={500}
        />
      ) : null}
      {state === "replaced" ? (
        <>
          <TextField
            label={t("finding:field.new_serial")}
            hint={t("finding:rma.serial_hint")}
            value={serial}
            onChange={setSerial}
            error={serialError}
            isDisabled={own === "replaced"}
          />
          <DateField
            label={t("finding:field.replaced_on")}
            value={day}
            onChange={setDay}
            max={today}
            error={isSent ? badDay : null}
            isDisabled={own === "replaced"}
          />
        </>
      ) : null}
    </FindingDialog>
  );
}
