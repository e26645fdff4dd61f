// The form of one custom component property, with a preview of how it will be filled in.
import { useAtomValue, useSetAtom } from "jotai";
import { askAtom } from "../../state/account/ask.ts";
import { componentTypesOf } from "../../domain/component/component.ts";
import {
  customComponentPropertyFormShape,
  customDataTypes,
  customPropertyRefusal,
  customRelationTypes,
  type CustomComponentProperty,
  type CustomComponentPropertyForm,
} from "../../domain/plant/custom-component-property.ts";
import type { Plant } from "../../domain/plant/plant.ts";
import {
  changeProperty,
  createProperty,
  removeProperty,
} from "../../state/settings/custom-component-property.ts";
import { t } from "../../state/shell/locale.ts";
import { showDone, showFault } from "../../state/shell/toast.ts";
import { componentTypeName } from "../../state/plant/column/value-words.ts";
import { Select } from "../../ui/form/choice.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { RecordSection } from "../../ui/record-panel.tsx";
import { RadioCards } from "../../ui/form/radio-cards.tsx";
import { useRecordDraft } from "../record/record-draft.ts";
import { RecordForm } from "../record/record-form.tsx";
import { OptionEditor } from "./option-editor.tsx";
import { draftOf, formOf, type PropertyDraft } from "./property-draft.ts";
import { conditionRefusal, dependantRefusal } from "../../domain/plant/property-condition.ts";
import { PropertyRule } from "./property-rule.tsx";
import { PropertyPreview } from "./property-preview.tsx";
import { RangeEditor } from "./range-editor.tsx";
import css from "./plant-settings.module.css";

/** The stored property with the options that the form leaves of it. */
function withKeptOptions(
  { options }: CustomComponentPropertyForm,
  row: CustomComponentProperty,
): CustomComponentProperty {
  const kept = new Set(options?.map(({ id }) => id));
  return { ...row, options: row.options?.filter(({ id }) => kept.has(id)) ?? null };
}

export type PropertyFormProps = {
  plant: Plant;
  /** Null for a new property. */
  row: CustomComponentProperty | null;
  others: readonly CustomComponentProperty[];
  onClose: () => void;
};

export function PropertyForm({ plant, row, others, onClose }: PropertyFormProps) {
  const ask = useAtomValue(askAtom);
  const create = useSetAtom(createProperty);
  const change = useSetAtom(changeProperty);
  const remove = useSetAtom(removeProperty);
  const save = async (form: CustomComponentPropertyForm) => {
    try {
      const { name, options, number_ranges, is_required, condition } = form;
      const stored = row
        ? await change(row, { name, options, number_ranges, is_required, condition })
        : await create(plant.id, form);
      showDone(t(`plant-settings:property.${row ? "changed" : "created"}`, { name }));
      return stored;
    } catch (cause) {
      showFault(cause);
      throw cause;
    }
  };
  const form = useRecordDraft<PropertyDraft, CustomComponentPropertyForm>({
    draft: draftOf(row, plant.technology),
    shape: customComponentPropertyFormShape,
    toForm: formOf,
    refuse: (draft) => {
      const filled = formOf(draft);
      const refusal =
        customPropertyRefusal(plant.technology, filled, others) ??
        conditionRefusal({ ...filled, id: row?.id }, others) ??
        (row && dependantRefusal(row.id, withKeptOptions(filled, row), others));
      return refusal ? [refusal] : [];
    },
    save,
    isNew: row === null,
  });
  const { draft, setFields, bind, problemOf } = form;
  const name = row?.name ?? "";
  return (
    <RecordForm
      title={row ? name : t("plant-settings:property.new")}
      form={form}
      onClose={onClose}
      remove={
        row
          ? {
              title: t("plant-settings:property.remove.title", { name }),
              text: t("plant-settings:property.remove.text"),
              refusal: ask("customComponentProperty.remove"),
              run: async () => {
                try {
                  await remove(row);
                } catch (cause) {
                  showFault(cause);
                  throw cause;
                }
                showDone(t("plant-settings:property.removed", { name }));
              },
            }
          : undefined
      }
    >
      <RecordSection>
        <TextField label={t("plant-settings:property.name")} isRequired {...bind("name")} />
        <Select
          label={t("plant-settings:property.component_type")}
          isRequired
          isDisabled={row !== null}
          options={componentTypesOf(plant.technology).map((id) => ({
            id,
            label: componentTypeName(id, true),
          }))}
          {...bind("component_type")}
        />
      </RecordSection>
      {row ? <p className={css.lead}>{t("plant-settings:property.fixed")}</p> : null}
      <RadioCards
        label={t("plant-settings:property.data_type")}
        hint={row ? undefined : t("plant-settings:property.fixed_hint")}
        isDisabled={row !== null}
        value={draft.data_type}
        onChange={(data_type) => setFields({ data_type })}
        options={customDataTypes.map((id) => ({
          id,
          label: t(`plant-settings:data_type.${id}`),
          hint: t(`plant-settings:data_type_hint.${id}`),
        }))}
      />
      {draft.data_type === "options" ? (
        <OptionEditor
          stored={row}
          draft={draft}
          onChange={(options) => setFields({ options })}
          problemOf={problemOf}
        />
      ) : null}
      {draft.data_type === "number_range" ? (
        <RangeEditor draft={draft} onChange={setFields} problemOf={problemOf} />
      ) : null}
      <RadioCards
        label={t("plant-settings:property.relation_type")}
        isDisabled={row !== null}
        value={draft.relation_type}
        onChange={(relation_type) => setFields({ relation_type })}
        options={customRelationTypes.map((id) => ({
          id,
          label: t(`plant-settings:relation_type.${id}`),
          hint: t(`plant-settings:relation_hint.${id}`),
        }))}
      />
      <PropertyRule draft={draft} others={others} onChange={setFields} problemOf={problemOf} />
      <PropertyPreview key={draft.data_type} draft={draft} />
    </RecordForm>
  );
}
