// The form of an invitation: name, e-mail, customer, role, plants.
import { useAtomValue, useSetAtom } from "jotai";
import type { Problem } from "../../domain/error.ts";
import { isProviderRole } from "../../domain/account/role.ts";
import { roleSideRefusal } from "../../domain/account/user.ts";
import { invitationShape, userLocales } from "../../domain/account/user.ts";
import { askAtom } from "../../state/account/ask.ts";
import { problemWords } from "../../state/shell/fault.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { locale, t } from "../../state/shell/locale.ts";
import {
  inviteUser,
  roleOptionsAtom,
  rolesAtom,
  seatsAtom,
  userFilterAtom,
} from "../../state/settings/user.ts";
import { Select } from "../../ui/form/choice.tsx";
import { ComboBox } from "../../ui/form/combo-box.tsx";
import { Skeleton } from "../../ui/feedback.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { RecordSection } from "../../ui/record-panel.tsx";
import { useRecordDraft } from "../record/record-draft.ts";
import { RecordForm } from "../record/record-form.tsx";
import { NameFields } from "./name-fields.tsx";
import { PlantsField } from "./plants-field.tsx";
import { SeatsMeter } from "./seats.tsx";
import { roleName } from "./user-columns.tsx";

export function InviteForm({ onClose }: { onClose: () => void }) {
  const needed = [useAtomValue(seatsAtom), useAtomValue(rolesAtom)];
  // The draft starts with the default role and customer, so both must be loaded first.
  if (needed.some(({ state }) => state === "idle" || state === "loading")) {
    return <Skeleton label={t("shell:loading")} lines={6} />;
  }
  return <Fields onClose={onClose} />;
}

function Fields({ onClose }: { onClose: () => void }) {
  const ask = useAtomValue(askAtom);
  const seats = valueOf(useAtomValue(seatsAtom)) ?? [];
  const roles = useAtomValue(roleOptionsAtom);
  const filter = useAtomValue(userFilterAtom);
  const invite = useSetAtom(inviteUser);
  const only = seats.length === 1 ? seats[0]?.customer_id : null;
  const usual = roles.find(({ key }) => key === "customer_user")?.id ?? null;
  const isStaffRole = (id: number | null) =>
    isProviderRole(roles.find((role) => role.id === id)?.key ?? "");
  const form = useRecordDraft({
    draft: {
      email: "",
      first_name: "",
      last_name: "",
      customer_id: filter.customer_id ?? only ?? null,
      role_id: usual,
      plant_ids: null as readonly number[] | null,
      locale: locale(),
    },
    shape: invitationShape,
    // Plants selected before a staff role was chosen are ignored.
    toForm: (draft) => (isStaffRole(draft.role_id) ? { ...draft, plant_ids: null } : draft),
    refuse: ({ customer_id, role_id }): Problem[] => {
      const customer = seats.find((one) => one.customer_id === customer_id);
      const role = roles.find(({ id }) => id === role_id);
      const elsewhere = role && customer && roleSideRefusal(role.key, customer.is_provider);
      const full = customer && ask("user.invite", customer);
      return [...(full ? [full] : []), ...(elsewhere ? [elsewhere] : [])];
    },
    save: invite,
    isNew: true,
  });
  const { customer_id, role_id } = form.draft;
  const customer = seats.find((one) => one.customer_id === customer_id);
  const full = customer && ask("user.invite", customer);
  const role = roles.find(({ id }) => id === role_id);
  const choose = (id: number | null) => {
    const isProvider = seats.find((one) => one.customer_id === id)?.is_provider === true;
    const keeps = isProvider === isStaffRole(role_id);
    const usualThere = isProvider ? null : usual;
    form.setFields({ customer_id: id, plant_ids: null, ...(keeps ? {} : { role_id: usualThere }) });
  };
  const offered = roles.filter(
    ({ key }) => !customer || roleSideRefusal(key, customer.is_provider) === null,
  );
  return (
    <RecordForm title={t("user:invite")} form={form} onClose={onClose} saveLabel={t("user:send")}>
      {full ? (
        <Notice tone="danger" title={problemWords({ reason: full.reason, values: full.values })} />
      ) : null}
      <RecordSection>
        <NameFields bind={form.bind} />
        <TextField
          label={t("user:field.email")}
          isRequired
          inputMode="email"
          type="email"
          maxLength={254}
          autoComplete="off"
          {...form.bind("email")}
        />
        <Select
          label={t("user:field.locale")}
          hint={t("user:field.locale_hint")}
          options={userLocales.map((id) => ({ id, label: t(`shell:locale.${id}`) }))}
          {...form.bind("locale")}
        />
      </RecordSection>
      <RecordSection>
        {seats.length > 1 ? (
          <ComboBox
            label={t("user:field.customer")}
            openLabel={t("user:field.customer_open")}
            isRequired
            options={seats.map(({ customer_id: id, name }) => ({ id, label: name }))}
            {...form.bind("customer_id")}
            onChange={choose}
            hint={customer ? <SeatsMeter {...customer} /> : t("user:field.customer_hint")}
          />
        ) : null}
        <Select
          label={t("user:field.role")}
          isRequired
          options={offered.map(({ id, key }) => ({ id, label: roleName(key) }))}
          {...form.bind("role_id")}
        />
      </RecordSection>
      {customer_id !== null && role && !isProviderRole(role.key) ? (
        <PlantsField customer_id={customer_id} {...form.bind("plant_ids")} />
      ) : null}
    </RecordForm>
  );
}
