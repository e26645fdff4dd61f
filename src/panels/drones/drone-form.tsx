// The form of one drone.
import { useAtomValue, useSetAtom } from "jotai";
import {
  droneFormShape,
  droneSerialRefusal,
  droneTypes,
  internalIdentifierRefusal,
  type Drone,
} from "../../domain/provider/drone.ts";
import type { Problem } from "../../domain/error.ts";
import { droneOwnersAtom, droneRecords } from "../../state/settings/drone.ts";
import { droneModelRecords } from "../../state/settings/drone-model.ts";
import { isAnyLoading, valueOf } from "../../state/shell/loaded.ts";
import { t } from "../../state/shell/locale.ts";
import { askAtom } from "../../state/account/ask.ts";
import { sessionAtom } from "../../state/account/session.ts";
import { showPageAlert } from "../../state/settings/settings.ts";
import { Skeleton } from "../../ui/feedback.tsx";
import { Select } from "../../ui/form/choice.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { RecordSection } from "../../ui/record-panel.tsx";
import { Checkbox } from "../../ui/form/toggle.tsx";
import { useRecordDraft } from "../record/record-draft.ts";
import { RecordForm } from "../record/record-form.tsx";
import { ModelFacts } from "./model-facts.tsx";
import css from "./drones.module.css";

/** Id of the option "provider" in the list of customers. */
const PROVIDER = 0;

function draftOf(row: Drone | null, ownCustomer: number | null) {
  return {
    internal_identifier: row?.internal_identifier ?? "",
    serial_number: row?.serial_number ?? "",
    drone_model_id: row?.drone_model_id ?? null,
    customer_id: (row ? row.customer_id : ownCustomer) ?? PROVIDER,
    type: row?.type ?? "portable",
    retired: row?.retired ?? false,
    generic: row?.generic ?? false,
  };
}

type Props = { row: Drone | null; onClose: () => void };

export function DroneForm(props: Props) {
  const isWaiting = isAnyLoading(useAtomValue(droneModelRecords.listAtom));
  // A list without its choices would not open.
  if (isWaiting) return <Skeleton label={t("shell:loading")} lines={6} />;
  return <Fields {...props} />;
}

function Fields({ row, onClose }: Props) {
  const ask = useAtomValue(askAtom);
  const ownCustomer = useAtomValue(sessionAtom)?.customer ?? null;
  const drones = valueOf(useAtomValue(droneRecords.listAtom)) ?? [];
  const create = useSetAtom(droneRecords.create);
  const change = useSetAtom(droneRecords.change);
  const remove = useSetAtom(droneRecords.remove);
  const alert = useSetAtom(showPageAlert);
  const canEdit = ask(row ? "drone.update" : "drone.create") === null;
  const taken = new Set(
    drones.filter(({ id }) => id !== row?.id).map((one) => one.internal_identifier),
  );
  const form = useRecordDraft({
    draft: draftOf(row, ownCustomer?.id ?? null),
    shape: droneFormShape,
    toForm: (draft) => ({
      ...draft,
      customer_id: draft.customer_id === PROVIDER ? null : draft.customer_id,
    }),
    refuse: (draft) =>
      [
        internalIdentifierRefusal(draft.internal_identifier, taken),
        droneSerialRefusal(draft, row, drones),
      ].filter((refusal): refusal is Problem => refusal !== null),
    save: (sent) => (row ? change(row.id, sent) : create(sent)),
    isNew: row === null,
  });
  const retire = () => {
    if (!row) return;
    alert("fault", null);
    const { drone_model_id, serial_number, internal_identifier, customer_id, type, generic } = row;
    const fields = { drone_model_id, serial_number, internal_identifier, customer_id, type };
    // The records have already shown the error.
    void change(row.id, { ...fields, generic, retired: true }).catch(() => undefined);
  };
  const removeOrOfferToRetire = async (drone: Drone) => {
    try {
      await remove(drone.id);
    } catch (cause) {
      const action = { label: t("drone:remove.retire"), run: retire };
      const { internal_identifier: name } = drone;
      if (!drone.retired && ask("drone.update") === null)
        alert("fault", { title: t("drone:remove.kept", { name }), action });
      throw cause;
    }
  };
  return (
    <RecordForm
      title={row?.internal_identifier ?? t("desk:drone.new")}
      subtitle={row?.model_name}
      {...(canEdit ? { form } : {})}
      onClose={onClose}
      remove={
        row
          ? {
              title: t("drone:remove.title", { name: row.internal_identifier }),
              text: t(row.retired ? "drone:remove.text_retired" : "drone:remove.text"),
              refusal: ask("drone.remove", row),
              run: () => removeOrOfferToRetire(row),
            }
          : undefined
      }
    >
      <RecordSection>
        <TextField
          label={t("drone:field.internal_identifier")}
          hint={t("drone:hint.internal_identifier")}
          {...form.bind("internal_identifier")}
          maxLength={60}
          isReadOnly={!canEdit}
          isRequired
        />
        <TextField
          label={t("drone:field.serial_number")}
          {...form.bind("serial_number")}
          maxLength={100}
          isReadOnly={!canEdit}
          isRequired={!form.draft.generic}
        />
        <Model form={form} row={row} isDisabled={!canEdit} />
        <Owner form={form} row={row} ownCustomer={ownCustomer} isDisabled={!canEdit} />
        <Select
          label={t("drone:field.type")}
          {...form.bind("type")}
          options={droneTypes.map((id) => ({ id, label: t(`drone:type.${id}`) }))}
          isDisabled={!canEdit}
        />
      </RecordSection>
      <RecordSection>
        <div className={css.flag}>
          <Checkbox {...form.tick("retired")} isDisabled={!canEdit}>
            {t("drone:field.retired")}
          </Checkbox>
          <small>{t("drone:hint.retired")}</small>
        </div>
        <div className={css.flag}>
          <Checkbox {...form.tick("generic")} isDisabled={!canEdit}>
            {t("drone:field.generic")}
          </Checkbox>
          <small>{t("drone:hint.generic")}</small>
        </div>
      </RecordSection>
      <ModelFacts id={form.draft.drone_model_id} />
    </RecordForm>
  );
}

type Part = {
  form: ReturnType<typeof useRecordDraft<ReturnType<typeof draftOf>, unknown>>;
  row: Drone | null;
  isDisabled: boolean;
};

function Model({ form, row, isDisabled }: Part) {
  const models = valueOf(useAtomValue(droneModelRecords.listAtom));
  const known =
    models ??
    (row ? [{ id: row.drone_model_id, name: row.model_name, supported: row.supported }] : []);
  const options = known
    .toSorted((a, b) => Number(b.supported) - Number(a.supported) || a.name.localeCompare(b.name))
    .map(({ id, name, supported }) => ({
      id,
      label: name,
      ...(supported ? {} : { hint: t("drone:state.unsupported") }),
    }));
  return (
    <Select
      label={t("drone:field.model")}
      {...form.bind("drone_model_id")}
      placeholder={t("drone:choose_model")}
      options={options}
      isDisabled={isDisabled}
      isRequired
    />
  );
}

function Owner({
  form,
  row,
  ownCustomer,
  isDisabled,
}: Part & { ownCustomer: { id: number; name: string } | null }) {
  const owners = useAtomValue(droneOwnersAtom);
  const names = new Map(owners.map(({ id, name }) => [id, name]));
  if (row?.customer_id) names.set(row.customer_id, row.customer_name ?? "");
  if (ownCustomer) names.set(ownCustomer.id, ownCustomer.name);
  const options = [...names].map(([id, label]) => ({ id, label }));
  return (
    <Select
      label={t("drone:field.customer")}
      {...form.bind("customer_id")}
      options={[{ id: PROVIDER, label: t("drone:provider") }, ...options]}
      isDisabled={isDisabled}
    />
  );
}
