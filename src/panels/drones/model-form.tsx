// The form of one drone model.
import { useAtomValue, useSetAtom } from "jotai";
import { droneModelFormShape, type DroneModel } from "../../domain/provider/drone-model.ts";
import { droneModelRecords } from "../../state/settings/drone-model.ts";
import { t } from "../../state/shell/locale.ts";
import { askAtom } from "../../state/account/ask.ts";
import { Select } from "../../ui/form/choice.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { NumberField } from "../number-field/number-field.tsx";
import { RecordSection } from "../../ui/record-panel.tsx";
import { Checkbox } from "../../ui/form/toggle.tsx";
import { useRecordDraft } from "../record/record-draft.ts";
import { RecordForm } from "../record/record-form.tsx";
import { CameraFields } from "./camera-fields.tsx";
import { modelDraft, modelForm, NO_APP, seriesChoices } from "./model-draft.ts";
import { CameraFacts } from "./model-facts.tsx";
import css from "./drones.module.css";

const times = ["flight_time", "recharge_time", "battery_swap_time"] as const;

export function ModelForm({ row, onClose }: { row: DroneModel | null; onClose: () => void }) {
  const ask = useAtomValue(askAtom);
  const create = useSetAtom(droneModelRecords.create);
  const change = useSetAtom(droneModelRecords.change);
  const remove = useSetAtom(droneModelRecords.remove);
  const isReadOnly = ask(row ? "droneModel.update" : "droneModel.create") !== null;
  const form = useRecordDraft({
    draft: modelDraft(row),
    shape: droneModelFormShape,
    toForm: modelForm,
    save: (sent) => (row ? change(row.id, sent) : create(sent)),
    isNew: row === null,
  });
  return (
    <RecordForm
      title={row?.name ?? t("drone:model.new")}
      subtitle={row ? t("drone:model.drones", { count: row.drone_count }) : undefined}
      {...(isReadOnly ? {} : { form })}
      onClose={onClose}
      remove={
        row
          ? {
              title: t("drone:model.remove.title", { name: row.name }),
              text: t("drone:model.remove.text"),
              run: () => remove(row.id),
              refusal: ask("droneModel.remove", row),
            }
          : undefined
      }
    >
      <RecordSection>
        <TextField
          label={t("drone:field.name")}
          {...form.bind("name")}
          maxLength={100}
          isReadOnly={isReadOnly}
          isRequired
        />
        <TextField
          label={t("drone:field.abbreviation")}
          {...form.bind("abbreviation")}
          maxLength={20}
          isReadOnly={isReadOnly}
          isRequired
        />
        <TextField
          label={t("drone:field.vendor")}
          {...form.bind("vendor")}
          maxLength={100}
          isReadOnly={isReadOnly}
          isRequired
        />
        <Select
          label={t("drone:field.app_series")}
          {...form.bind("app_series")}
          options={seriesChoices.map((id) => ({
            id,
            label: id === NO_APP ? t("drone:no_app") : t(`drone-app:series.${id}`),
          }))}
          isDisabled={isReadOnly}
        />
      </RecordSection>
      <RecordSection title={t("drone:model.endurance")}>
        {times.map((field) => (
          <NumberField
            key={field}
            label={t(`drone:field.${field}`)}
            unit={t("drone:min")}
            {...form.bind(field)}
            minValue={0}
            maxValue={1440}
            isReadOnly={isReadOnly}
          />
        ))}
        <NumberField
          label={t("drone:field.batteries_available")}
          {...form.bind("batteries_available")}
          minValue={1}
          maxValue={1000}
          formatOptions={{ maximumFractionDigits: 0 }}
          isReadOnly={isReadOnly}
        />
      </RecordSection>
      {isReadOnly ? (
        <CameraFacts cameras={row?.cameras ?? []} />
      ) : (
        <CameraFields
          cameras={form.draft.cameras}
          onChange={(cameras) => form.setFields({ cameras })}
          problemOf={form.problemOf}
        />
      )}
      <div className={css.flag}>
        <Checkbox {...form.tick("supported")} isDisabled={isReadOnly}>
          {t("drone:field.supported")}
        </Checkbox>
        <small>{t("drone:hint.supported")}</small>
      </div>
    </RecordForm>
  );
}
