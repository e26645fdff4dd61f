// The reference system of files that state none: proposed near the plant, or any other by its EPSG code.
import { useState } from "react";
import { SYSTEM, type FileMapping } from "../../domain/file-preview/file-mapping.ts";
import type { FilePreview } from "../../domain/file-preview/file-preview.ts";
import { t } from "../../state/shell/locale.ts";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/form/choice.tsx";
import { NumberField } from "../number-field/number-field.tsx";
import css from "./file-preview.module.css";

const OTHER = "other";
/** Codes of the EPSG registry have four to six digits. */
const [LEAST, GREATEST] = [1000, 999_999];

type ChoiceProps = {
  readonly preview: FilePreview;
  readonly onSay: (said: FileMapping) => void;
};

export function SystemChoice({ preview: { system_choice, said }, onSay }: ChoiceProps) {
  const [isOther, setOther] = useState(false);
  const [code, setCode] = useState(NaN);
  if (!system_choice) return null;
  const { chosen, proposed } = system_choice;
  const names = new Map(proposed.map((one) => [`EPSG:${one.code}`, one.name]));
  if (chosen !== null && !names.has(chosen)) names.set(chosen, "");
  const options = [
    ...Array.from(names, ([id, name]) => ({ id, label: name === "" ? id : `${name} (${id})` })),
    { id: OTHER, label: t("file-preview:system.other") },
  ];
  const take = (system: string) => {
    setOther(false);
    onSay({ ...said, [SYSTEM]: system });
  };
  return (
    <div className={css.system}>
      <Select
        label={t("file-preview:fact.system")}
        value={isOther ? OTHER : chosen}
        placeholder={t("file-preview:system.choose")}
        options={options}
        hint={t(proposed.length > 0 ? "file-preview:system.hint" : "file-preview:system.none_near")}
        onChange={(id) => (id === OTHER ? setOther(true) : take(id))}
      />
      {isOther ? (
        <div className={css.code}>
          <NumberField
            label={t("file-preview:system.code")}
            value={code}
            minValue={LEAST}
            maxValue={GREATEST}
            isWhole
            formatOptions={{ maximumFractionDigits: 0, useGrouping: false }}
            onChange={setCode}
          />
          <Button isDisabled={Number.isNaN(code)} onPress={() => take(`EPSG:${code}`)}>
            {t("file-preview:system.use")}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
