// Edits one value by hand; can be undone.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import type { KeyFigure } from "../../domain/key-figure/key-figure.ts";
import { analysisIdAtom } from "../../state/plant/analysis/analysis.ts";
import { changeValue } from "../../state/plant/component/component.ts";
import { t } from "../../state/shell/locale.ts";
import { showDone, showFault } from "../../state/shell/toast.ts";
import { className, keyFigureName } from "../../state/plant/column/value-words.ts";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/form/choice.tsx";
import { NumberField } from "../number-field/number-field.tsx";
import { useTyped } from "../unsaved.ts";
import css from "./component.module.css";

type ValueFormProps = {
  keyFigure: KeyFigure;
  value: number | null;
  dt_id: string;
  onDone: () => void;
};

export function ValueForm({ keyFigure, value, dt_id, onDone }: ValueFormProps) {
  const [draft, setDraft] = useState(value ?? NaN);
  const [isSaving, setSaving] = useState(false);
  useTyped(draft, { drop: onDone });
  const analysis_id = useAtomValue(analysisIdAtom);
  const save = useSetAtom(changeValue);
  const [min, max] = keyFigure.range;
  const label = keyFigureName(keyFigure);
  const store = async (next: number | null) => {
    setSaving(true);
    try {
      if (analysis_id === null) return;
      await save({ analysis_id, key_figure_id: keyFigure.id, dt_id, value: next }, value);
      showDone(t("component:changed"));
      onDone();
    } catch (cause) {
      showFault(cause);
      setSaving(false);
    }
  };
  return (
    <form
      className={css.edit}
      onSubmit={(event) => {
        event.preventDefault();
        if (draft === draft) void store(draft);
      }}
    >
      {keyFigure.kind === "u8" ? (
        <Select
          label={label}
          labelHidden
          size="sm"
          options={keyFigure.classes.map((one) => ({
            id: one.value,
            label: className(keyFigure, one.value),
          }))}
          value={draft === draft ? draft : null}
          onChange={setDraft}
        />
      ) : (
        <NumberField
          label={label}
          labelHidden
          value={draft}
          minValue={min}
          maxValue={max}
          step={keyFigure.step}
          unit={keyFigure.unit}
          onChange={setDraft}
          autoFocus
        />
      )}
      <Button size="sm" kind="primary" type="submit" isDisabled={isSaving || draft !== draft}>
        {t("shell:save")}
      </Button>
      <Button size="sm" onPress={() => void store(null)} isDisabled={isSaving || value === null}>
        {t("component:no_value")}
      </Button>
      <Button size="sm" kind="quiet" onPress={onDone}>
        {t("shell:cancel")}
      </Button>
    </form>
  );
}
