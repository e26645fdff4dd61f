// The form of one customer: names, address, seats, branding, recipients of release mails.
import { useRef } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import type { Customer } from "../../domain/provider/customer.ts";
import {
  customerRecords,
  isOwnCustomerAtom,
  saveCustomer,
  type CustomerSave,
} from "../../state/settings/customer.ts";
import { t } from "../../state/shell/locale.ts";
import { askAtom } from "../../state/account/ask.ts";
import { TextField } from "../../ui/form/field.tsx";
import { NumberField } from "../number-field/number-field.tsx";
import { RecordSection } from "../../ui/record-panel.tsx";
import { useRecordDraft } from "../record/record-draft.ts";
import { RecordForm } from "../record/record-form.tsx";
import { Branding } from "./branding.tsx";
import { draftOf, formOf, savedShape, type SavedCustomer } from "./customer-draft.ts";
import { Recipients } from "./recipients.tsx";
import { Counted, Usage } from "./usage.tsx";
import { UserUsages } from "./user-usage.tsx";
import css from "./customers.module.css";

const quotaFields = [
  "storage_limit_gb",
  "row_limit",
  "user_storage_limit_gb",
  "user_row_limit",
] as const;

export function CustomerFormPart({ row, onClose }: { row: Customer | null; onClose: () => void }) {
  const ask = useAtomValue(askAtom);
  const isOwn = useAtomValue(isOwnCustomerAtom);
  const save = useSetAtom(saveCustomer);
  const remove = useSetAtom(customerRecords.remove);
  const files = useRef(new Map<string, File>());
  const is_own = row !== null && isOwn(row);
  const canEditAll =
    (row ? ask("customer.update", { is_own, fields: ["name"] }) : ask("customer.create")) === null;
  const canEditBrand = row !== null && ask("customer.update", { is_own, fields: [] }) === null;
  const savedLogo = row?.logo_hash ?? "";
  const form = useRecordDraft({
    draft: draftOf(row),
    shape: savedShape,
    toForm: formOf,
    isNew: row === null,
    save: ({ logo, white_label, ...fields }: SavedCustomer) => {
      const request: CustomerSave = {
        fields,
        white_label,
        logo: logo === savedLogo ? undefined : (files.current.get(logo) ?? null),
      };
      return save(row?.id ?? null, request);
    },
  });
  const text = (field: "name" | "company_name", isRequired = false) => (
    <TextField
      label={t(`customer:field.${field}`)}
      isRequired={isRequired}
      isDisabled={!canEditAll}
      {...form.bind(field)}
    />
  );
  return (
    <RecordForm
      title={row?.name ?? t("customer:new")}
      subtitle={row ? t("customer:owns", { count: row.plant_count }) : undefined}
      {...((canEditAll || canEditBrand) && { form })}
      onClose={onClose}
      remove={
        row
          ? {
              title: t("customer:remove.title", { name: row.name }),
              text: t("customer:remove.text"),
              refusal: ask("customer.remove", row),
              run: () => remove(row.id),
            }
          : undefined
      }
    >
      <RecordSection>
        {text("name", true)}
        {text("company_name")}
        <NumberField
          label={t("customer:field.user_limit")}
          hint={row ? t("customer:user_count", { count: row.user_count }) : undefined}
          minValue={0}
          isRequired
          isDisabled={!canEditAll}
          {...form.bind("user_limit")}
        />
        <fieldset className={css.address} disabled={!canEditAll && !canEditBrand}>
          <legend>{t("customer:field.address")}</legend>
          {(["address_1", "address_2", "address_3", "address_4"] as const).map((field, at) => (
            <TextField
              key={field}
              label={t("customer:field.address_line", { line: at + 1 })}
              labelHidden
              isDisabled={!canEditAll && !canEditBrand}
              {...form.bind(field)}
            />
          ))}
        </fieldset>
      </RecordSection>
      <RecordSection title={t("customer:quota.title")}>
        <Usage customer_id={row?.id ?? null} />
        <Counted />
        {quotaFields.map((field) => (
          <NumberField
            key={field}
            label={t(`customer:quota.${field}`)}
            minValue={0}
            isRequired
            isDisabled={!canEditAll}
            {...form.bind(field)}
          />
        ))}
        {row ? <UserUsages customer_id={row.id} limits={row} /> : null}
      </RecordSection>
      <Branding
        form={form}
        row={row}
        isDisabled={!canEditBrand && !(row === null && canEditAll)}
        onFile={(name, file) => files.current.set(name, file)}
      />
      {row ? (
        <Recipients
          customer_id={row.id}
          chosen={form.draft.release_mail_recipient_ids}
          isDisabled={!canEditAll}
          onChange={(release_mail_recipient_ids) => form.setFields({ release_mail_recipient_ids })}
        />
      ) : null}
    </RecordForm>
  );
}
