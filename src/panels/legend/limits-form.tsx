// The form of the key figure's severity limits at this plant.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { limitsRefusal } from "../../domain/key-figure/severity.ts";
import { keyFigureAtom, limitsAtom, setLimits } from "../../state/plant/column/key-figure.ts";
import { t } from "../../state/shell/locale.ts";
import { showFault } from "../../state/shell/toast.ts";
import { keyFigureName, severityName } from "../../state/plant/column/value-words.ts";
import { Button } from "../../ui/button.tsx";
import { NumberField } from "../number-field/number-field.tsx";
import { useTyped } from "../unsaved.ts";
import css from "./legend.module.css";

export function LimitsForm({ onDone }: { onDone: () => void }) {
  const keyFigure = useAtomValue(keyFigureAtom);
  const limits = useAtomValue(limitsAtom);
  const save = useSetAtom(setLimits);
  const [draft, setDraft] = useState<readonly number[]>(limits);
  const [isSaving, setSaving] = useState(false);
  useTyped(draft, { drop: () => setDraft(limits) });
  if (!keyFigure) return null;
  const refusal = limitsRefusal(keyFigure, draft);
  const store = async (next: readonly number[]) => {
    setSaving(true);
    try {
      await save(keyFigure.id, next);
      onDone();
    } catch (cause) {
      showFault(cause);
    } finally {
      setSaving(false);
    }
  };
  return (
    <form
      className={css.limits}
      onSubmit={(event) => {
        event.preventDefault();
        if (refusal === null) void store(draft);
      }}
    >
      <h3>{t("legend:limits_of", { name: keyFigureName(keyFigure) })}</h3>
      {draft.map((limit, at) => (
        <NumberField
          // The order of the three fields is fixed.
          key={["watch", "poor", "act"][at]}
          label={severityName((at + 1) as 1 | 2 | 3)}
          value={limit}
          step={keyFigure.step}
          unit={keyFigure.unit}
          onChange={(value) => setDraft(draft.with(at, value))}
        />
      ))}
      <p role="status" className={css.fault}>
        {refusal === null ? "" : t(`legend:refusal.${refusal}`)}
      </p>
      <div className={css.actions}>
        <Button size="sm" onPress={() => void store([])} isDisabled={isSaving}>
          {t("legend:limits_catalogue")}
        </Button>
        <Button size="sm" kind="primary" type="submit" isDisabled={isSaving || refusal !== null}>
          {t("shell:save")}
        </Button>
      </div>
    </form>
  );
}
