// A preview of a property: the same input that will be used for its values.
import { useState } from "react";
import {
  customValueRefusal,
  rangeOf,
  type CustomValue,
} from "../../domain/plant/custom-component-property.ts";
import { problemWords } from "../../state/shell/fault.ts";
import { t } from "../../state/shell/locale.ts";
import { Segments, Select } from "../../ui/form/choice.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { NumberField } from "../number-field/number-field.tsx";
import { Checkbox } from "../../ui/form/toggle.tsx";
import { formOf, type PropertyDraft } from "./property-draft.ts";
import css from "./plant-settings.module.css";

export function PropertyPreview({ draft }: { draft: PropertyDraft }) {
  return (
    <section className={css.preview} aria-label={t("plant-settings:property.preview")}>
      <h3>{t("plant-settings:property.preview")}</h3>
      <Input draft={draft} />
      <small>{t("plant-settings:property.try")}</small>
    </section>
  );
}

function Input({ draft }: { draft: PropertyDraft }) {
  const [value, setValue] = useState<CustomValue | null>(null);
  const { number_ranges } = formOf(draft);
  const options = draft.options.map(({ key, label }) => ({ id: String(key), label }));
  const refusal = customValueRefusal({ data_type: draft.data_type, options, number_ranges }, value);
  const error = refusal && problemWords(refusal);
  const label = draft.name.trim() || t("plant-settings:property.value");
  const text = typeof value === "string" ? value : "";
  const number = typeof value === "number" ? value : NaN;
  const setNumber = (next: number) => setValue(Number.isNaN(next) ? null : next);
  switch (draft.data_type) {
    case "checkbox":
      return (
        <Checkbox isSelected={value === true} onChange={setValue}>
          {label}
        </Checkbox>
      );
    case "true_false":
      return (
        <div className={css.answer}>
          <span>{label}</span>
          <Segments
            label={label}
            value={value === null ? "unknown" : value === true ? "yes" : "no"}
            onChange={(next) => setValue(next === "unknown" ? null : next === "yes")}
            options={(["yes", "no", "unknown"] as const).map((id) => ({
              id,
              label: t(`plant-settings:property.${id}`),
            }))}
          />
        </div>
      );
    case "text":
      return (
        <TextField
          label={label}
          value={text}
          onChange={(next) => setValue(next === "" ? null : next)}
          error={error}
        />
      );
    case "number":
      return <NumberField label={label} value={number} onChange={setNumber} error={error} />;
    case "number_range": {
      const range = Number.isNaN(number) ? undefined : rangeOf(number_ranges?.ranges ?? [], number);
      return (
        <div className={css.answer}>
          <NumberField
            label={label}
            unit={draft.unit}
            value={number}
            onChange={setNumber}
            error={error}
          />
          {range ? (
            <span className={css.rangeName}>
              <svg width="12" height="12" aria-hidden="true">
                <rect width="12" height="12" rx="3" fill={range.colour} />
              </svg>
              {range.label}
            </span>
          ) : null}
        </div>
      );
    }
    case "options":
      return <Select label={label} options={options} value={text || null} onChange={setValue} />;
    case "color":
      return (
        <label className={css.answer}>
          <span>{label}</span>
          <input
            type="color"
            className={css.colour}
            value={text || "#808080"}
            onChange={(event) => setValue(event.target.value)}
          />
        </label>
      );
  }
}
