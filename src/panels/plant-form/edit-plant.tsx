// Edits the open plant.
import { useAtomValue, useSetAtom } from "jotai";
import { plantFormShape, type Plant, type PlantForm } from "../../domain/plant/plant.ts";
import { plantPropertiesAtom } from "../../state/settings/custom-component-property.ts";
import { problemWords } from "../../state/shell/fault.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { askAtom } from "../../state/account/ask.ts";
import { t } from "../../state/shell/locale.ts";
import { plantAtom } from "../../state/plant/plant.ts";
import { updatePlant } from "../../state/settings/plants.ts";
import { showDone, showFault } from "../../state/shell/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Skeleton } from "../../ui/feedback.tsx";
import { useRecordDraft } from "../record/record-draft.ts";
import { draftOf, formOf, missingFields, type PlantDraft } from "./plant-draft.ts";
import { PlantFields } from "./plant-fields.tsx";
import css from "./plant-form.module.css";

export function EditPlant() {
  const plant = valueOf(useAtomValue(plantAtom));
  if (!plant) return <Skeleton label={t("shell:loading")} lines={6} />;
  return <Fields key={plant.id} plant={plant} />;
}

function Fields({ plant }: { plant: Plant }) {
  const update = useSetAtom(updatePlant);
  const properties = valueOf(useAtomValue(plantPropertiesAtom)) ?? [];
  const { digitized } = plant;
  const technology = { digitized, property_count: properties.length };
  const fixed = useAtomValue(askAtom)("plant.update", { technology });
  const form = useRecordDraft<PlantDraft, PlantForm>({
    draft: draftOf(plant),
    shape: plantFormShape,
    toForm: formOf,
    refuse: missingFields,
    isNew: false,
    async save(fields) {
      try {
        await update(plant.id, fields);
        showDone(t("plant:form.saved"));
      } catch (cause) {
        showFault(cause);
        throw cause;
      }
    },
  });
  return (
    <form
      className={css.panel}
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
      noValidate
    >
      <PlantFields
        draft={form.draft}
        onChange={form.setFields}
        problemOf={form.problemOf}
        fixedTechnology={fixed && problemWords(fixed)}
        plant_id={plant.id}
        estimate={plant.capacity_estimated ? plant.nominal_capacity : null}
      />
      <div className={css.actions}>
        <Button isDisabled={!form.isDirty} onPress={form.reset}>
          {t("shell:cancel")}
        </Button>
        <Button kind="primary" type="submit" isDisabled={!form.isDirty} isPending={form.isPending}>
          {t("shell:save")}
        </Button>
      </div>
    </form>
  );
}
