// Whether a property is required, and where it applies.
import type { CustomComponentProperty } from "../../domain/plant/custom-component-property.ts";
import { conditionTypes } from "../../domain/plant/property-condition.ts";
import { t } from "../../state/shell/locale.ts";
import { Select } from "../../ui/form/choice.tsx";
import { Checkbox } from "../../ui/form/toggle.tsx";
import { conditionChoices } from "./property-condition-words.ts";
import type { PropertyDraft } from "./property-draft.ts";
import css from "./plant-settings.module.css";

type PropertyRuleProps = {
  draft: PropertyDraft;
  others: readonly CustomComponentProperty[];
  onChange: (changes: Partial<PropertyDraft>) => void;
  problemOf: (field: string) => string | null;
};

const ALWAYS = 0;

export function PropertyRule({ draft, others, onChange, problemOf }: PropertyRuleProps) {
  const { condition } = draft;
  const chosen = condition?.values ?? [];
  const possible = others.filter(
    (one) =>
      one.component_type === draft.component_type &&
      (conditionTypes.includes(one.data_type) || one.id === condition?.property_id),
  );
  const parent = possible.find(({ id }) => id === condition?.property_id);
  const title = t("plant-settings:property.rule");
  const problem = problemOf("condition.values");
  return (
    <section className={css.editor} aria-label={title}>
      <h3>{title}</h3>
      {draft.data_type === "checkbox" ? null : (
        <Checkbox
          isSelected={draft.is_required}
          onChange={(is_required) => onChange({ is_required })}
        >
          {t("plant-settings:property.is_required")}
        </Checkbox>
      )}
      <Select
        label={t("plant-settings:property.applies")}
        hint={possible.length === 0 ? t("plant-settings:property.applies_none") : undefined}
        options={[
          { id: ALWAYS, label: t("plant-settings:property.applies_always") },
          ...possible.map(({ id, name }) => ({
            id,
            label: t("plant-settings:property.applies_where", { name }),
          })),
        ]}
        value={parent?.id ?? ALWAYS}
        onChange={(id) =>
          onChange({ condition: id === ALWAYS ? null : { property_id: id, values: [] } })
        }
        error={problemOf("condition.property_id")}
      />
      {parent ? (
        <fieldset className={css.answers}>
          <legend>{t("plant-settings:property.applies_is", { name: parent.name })}</legend>
          {conditionChoices(parent).map(({ value, label }) => (
            <Checkbox
              key={String(value)}
              isSelected={chosen.includes(value)}
              onChange={(isChosen) => {
                const rest = chosen.filter((one) => one !== value);
                const values = isChosen ? [...rest, value] : rest;
                onChange({ condition: { property_id: parent.id, values } });
              }}
            >
              {label}
            </Checkbox>
          ))}
          {problem ? <small className={css.problem}>{problem}</small> : null}
        </fieldset>
      ) : null}
    </section>
  );
}
