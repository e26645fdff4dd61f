// The editor of the key figure's severity limits at this plant.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { SlidersHorizontal } from "lucide-react";
import { limitsRefusal } from "../../domain/key-figure/severity.ts";
import { keyFigureAtom, limitsAtom, setLimits } from "../../state/plant/key-figure.ts";
import { t } from "../../state/shell/locale.ts";
import { askAtom, reasonOf } from "../../state/account/ask.ts";
import { showFault } from "../../state/shell/toast.ts";
import { keyFigureName, severityName } from "../../state/plant/value-words.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { NumberField } from "../../ui/form/field.tsx";
import { Popover } from "../../ui/overlay.tsx";
import css from "./legend.module.css";

export function LimitsEditor() {
  const keyFigure = useAtomValue(keyFigureAtom);
  const limits = useAtomValue(limitsAtom);
  const refusal = useAtomValue(askAtom)("plant.updateLimits");
  if (refusal?.isHidden || keyFigure?.kind !== "f32" || keyFigure.limits.length === 0) return null;
  const trigger = (
    <IconButton size="sm" label={t("legend:limits")} reason={reasonOf(refusal)}>
      <SlidersHorizontal size={14} aria-hidden="true" />
    </IconButton>
  );
  if (refusal) return trigger;
  return (
    <Popover label={t("legend:limits")} trigger={trigger}>
      {(close) => <Form key={limits.join()} onDone={close} />}
    </Popover>
  );
}

function Form({ onDone }: { onDone: () => void }) {
  const keyFigure = useAtomValue(keyFigureAtom);
  const limits = useAtomValue(limitsAtom);
  const save = useSetAtom(setLimits);
  const [draft, setDraft] = useState<readonly number[]>(limits);
  const [isSaving, setSaving] = useState(false);
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
