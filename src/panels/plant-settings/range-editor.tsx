// The editor of a number property's ranges: ascending, each with label and colour, in one unit.
import { Plus, X } from "lucide-react";
import { t } from "../../state/shell/locale.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { NumberField } from "../number-field/number-field.tsx";
import { withRange, type PropertyDraft, type RangeDraft } from "./property-draft.ts";
import css from "./plant-settings.module.css";

export type RangeEditorProps = {
  draft: PropertyDraft;
  onChange: (changes: Partial<PropertyDraft>) => void;
  problemOf: (field: string) => string | null;
};

export function RangeEditor({ draft, onChange, problemOf }: RangeEditorProps) {
  const { ranges, unit } = draft;
  const changeRange = (index: number, changes: Partial<RangeDraft>) =>
    onChange({ ranges: ranges.map((one, at) => (at === index ? { ...one, ...changes } : one)) });
  const problem = (index: number, field: keyof RangeDraft) =>
    problemOf(`number_ranges.ranges.${index}.${field}`);
  return (
    <section className={css.editor} aria-label={t("plant-settings:range.title")}>
      <h3>{t("plant-settings:range.title")}</h3>
      <div className={css.unit}>
        <TextField
          label={t("plant-settings:range.unit")}
          hint={t("plant-settings:range.unit_hint")}
          maxLength={20}
          value={unit}
          onChange={(next) => onChange({ unit: next })}
        />
      </div>
      {ranges.length > 0 ? (
        <div className={css.rangeHead} aria-hidden="true">
          <span>{t("plant-settings:range.column.min")}</span>
          <span>{t("plant-settings:range.column.max")}</span>
          <span>{t("plant-settings:range.column.label")}</span>
          <span>{t("plant-settings:range.column.colour")}</span>
          <span />
        </div>
      ) : null}
      <ol className={css.ranges}>
        {ranges.map((range, index) => {
          const number = index + 1;
          return (
            <li key={range.key}>
              <NumberField
                label={t("plant-settings:range.min", { number })}
                labelHidden
                value={range.min}
                onChange={(min) => changeRange(index, { min })}
                formatOptions={{ maximumFractionDigits: 6 }}
                error={problem(index, "min")}
              />
              <NumberField
                label={t("plant-settings:range.max", { number })}
                labelHidden
                value={range.max}
                onChange={(max) => changeRange(index, { max })}
                formatOptions={{ maximumFractionDigits: 6 }}
                error={problem(index, "max")}
              />
              <TextField
                label={t("plant-settings:range.label", { number })}
                labelHidden
                maxLength={100}
                value={range.label}
                onChange={(label) => changeRange(index, { label })}
                error={problem(index, "label")}
              />
              <input
                type="color"
                className={css.colour}
                aria-label={t("plant-settings:range.colour", { number })}
                value={range.colour}
                onChange={(event) => changeRange(index, { colour: event.target.value })}
              />
              <IconButton
                size="sm"
                label={t("plant-settings:range.remove", { number })}
                onPress={() => onChange({ ranges: ranges.toSpliced(index, 1) })}
              >
                <X size={14} aria-hidden="true" />
              </IconButton>
            </li>
          );
        })}
      </ol>
      {problemOf("number_ranges") ? (
        <p className={css.problem} role="alert">
          {problemOf("number_ranges")}
        </p>
      ) : null}
      <div className={css.editorActs}>
        <Button
          size="sm"
          icon={<Plus size={14} aria-hidden="true" />}
          onPress={() => onChange({ ranges: withRange(ranges) })}
        >
          {t("plant-settings:range.add")}
        </Button>
      </div>
      <small className={css.lead}>{t("plant-settings:range.hint")}</small>
    </section>
  );
}
