// The limits and uncertainties of evaluations: the plant's own values, and the defaults with their sources.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import {
  evaluationGroups,
  evaluationKeys,
  evaluationLimits,
  evaluationRefusal,
  type EvaluationChanges,
  type EvaluationKey,
} from "../../domain/evaluation/evaluation-limit.ts";
import { evaluationSettings } from "../../domain/evaluation/evaluation-settings.ts";
import type { Plant } from "../../domain/plant/plant.ts";
import { unitSuffix } from "../../domain/unit-suffix.ts";
import { askAtom } from "../../state/account/ask.ts";
import {
  evaluationLimitsOf,
  reloadEvaluationLimits,
  saveEvaluationLimits,
} from "../../state/settings/evaluation.ts";
import { faultWords, problemWords } from "../../state/shell/fault.ts";
import { formatNumber, locale, t } from "../../state/shell/locale.ts";
import { showDone } from "../../state/shell/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Alert, Badge, ErrorState, Skeleton } from "../../ui/feedback.tsx";
import { NumberField } from "../number-field/number-field.tsx";
import { usePending } from "../pending.ts";
import { useUnsaved } from "../unsaved.ts";
import css from "./evaluation-limits.module.css";

export function EvaluationLimits({ plant }: { plant: Plant }) {
  const own = useAtomValue(evaluationLimitsOf(plant.id));
  if (own.state === "failed") {
    return (
      <ErrorState
        {...faultWords(own.fault)}
        actions={
          <Button onPress={() => void reloadEvaluationLimits(plant.id)}>{t("shell:retry")}</Button>
        }
      />
    );
  }
  if (own.state !== "ready") return <Skeleton label={t("shell:loading")} lines={8} />;
  return <LimitForm plant={plant} own={own.value} />;
}

/** Shares are shown in percent. */
const shownFactor = (key: EvaluationKey) => (evaluationLimits[key].unit === "%" ? 100 : 1);

function LimitForm({ plant: { id }, own }: { plant: Plant; own: EvaluationChanges }) {
  const save = useSetAtom(saveEvaluationLimits);
  const isReadOnly = useAtomValue(askAtom)("evaluation.updateLimits", {}) !== null;
  const [changed, setChanged] = useState<EvaluationChanges | null>(null);
  const [isPending, whilePending] = usePending();
  useUnsaved(changed !== null, { kind: "editing", drop: () => setChanged(null) });
  const draft = changed ?? own;
  const refusal = changed ? evaluationRefusal(changed) : null;
  const set = (key: EvaluationKey, shown: number) => {
    const { [key]: _before, ...others } = draft;
    // 4.5 % as a share is 0.045, without the noise of the division.
    const value = Number((shown / shownFactor(key)).toPrecision(12));
    const isDefault = Number.isNaN(value) || value === evaluationSettings[key];
    setChanged(isDefault ? others : { ...others, [key]: value });
  };
  const submit = async (changes: EvaluationChanges) => {
    await whilePending(async () => {
      await save(id, changes);
      setChanged(null);
      showDone(t("evaluation:limit.saved"));
    });
  };
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit(draft);
      }}
    >
      <p className={css.lead}>{t("evaluation:limit.lead")}</p>
      {evaluationGroups.map((group) => (
        <fieldset key={group} className={css.group}>
          <legend>{t(`evaluation:limit.group.${group}`)}</legend>
          {evaluationKeys
            .filter((key) => evaluationLimits[key].group === group)
            .map((key) => (
              <LimitField key={key} id={key} draft={draft} isReadOnly={isReadOnly} onChange={set} />
            ))}
        </fieldset>
      ))}
      {refusal ? <Alert tone="danger">{problemWords(refusal)}</Alert> : null}
      {isReadOnly ? null : (
        <footer className={css.acts}>
          <Button
            isDisabled={Object.keys(draft).length === 0 || isPending}
            // Nothing is lost before it is saved.
            onPress={() => setChanged({})}
          >
            {t("evaluation:limit.reset")}
          </Button>
          <Button isDisabled={changed === null} onPress={() => setChanged(null)}>
            {t("shell:cancel")}
          </Button>
          <Button
            kind="primary"
            type="submit"
            isDisabled={changed === null || refusal !== null}
            isPending={isPending}
          >
            {t("shell:save")}
          </Button>
        </footer>
      )}
    </form>
  );
}

type LimitFieldProps = {
  id: EvaluationKey;
  draft: EvaluationChanges;
  isReadOnly: boolean;
  onChange: (key: EvaluationKey, shown: number) => void;
};

function LimitField({ id, draft, isReadOnly, onChange }: LimitFieldProps) {
  const { unit, least, greatest, source } = evaluationLimits[id];
  const factor = shownFactor(id);
  const usual = evaluationSettings[id] * factor;
  const value = `${formatNumber(usual, 3)}${unitSuffix(unit, locale())}`;
  return (
    <div className={css.limit}>
      <NumberField
        label={t(`evaluation:limit.name.${id}`)}
        unit={unit}
        value={(draft[id] ?? evaluationSettings[id]) * factor}
        minValue={least * factor}
        maxValue={greatest * factor}
        isReadOnly={isReadOnly}
        formatOptions={{ maximumFractionDigits: 3 }}
        onChange={(next) => onChange(id, next)}
      />
      <small>
        {draft[id] === undefined ? null : <Badge tone="info">{t("evaluation:limit.own")}</Badge>}{" "}
        {t("evaluation:limit.default", { value, source })}
      </small>
    </div>
  );
}
