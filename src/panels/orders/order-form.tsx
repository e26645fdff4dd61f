// The form of one order: customer, plant, period, packages.
import { useEffect } from "react";
import { useAtom, useAtomValue, useSetAtom } from "jotai";
import { Sparkles } from "lucide-react";
import { orderFormShape, orderTypes, type Order } from "../../domain/provider/order.ts";
import type { OrderProposal } from "../../domain/provider/order-proposal.ts";
import { isPackageFor } from "../../domain/provider/product-package.ts";
import { isAnyLoading, valueOf } from "../../state/shell/loaded.ts";
import { t } from "../../state/shell/locale.ts";
import { customersAtom } from "../../state/settings/customer-list.ts";
import { orderCustomersAtom, plantsOfCustomerAtom } from "../../state/settings/order-choice.ts";
import {
  chosenProposalAtom,
  formatPeriod,
  orderPlace,
  orders,
  todayAtom,
} from "../../state/settings/order.ts";
import { plantsAtom } from "../../state/settings/plants.ts";
import { productPackages } from "../../state/settings/product-package.ts";
import { askAtom } from "../../state/account/ask.ts";
import { sessionAtom } from "../../state/account/session.ts";
import { Segments, Select } from "../../ui/form/choice.tsx";
import { ComboBox } from "../../ui/form/combo-box.tsx";
import { DateField } from "../../ui/form/date-field.tsx";
import { Skeleton } from "../../ui/feedback.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { RecordSection } from "../../ui/record-panel.tsx";
import { useRecordDraft } from "../record/record-draft.ts";
import { RecordForm } from "../record/record-form.tsx";
import { ALL_PLANTS, draftOf, formOf, refusalsOf } from "./order-draft.ts";
import { Overlaps } from "./overlaps.tsx";
import { PackageUses } from "./package-uses.tsx";
import { PackagesEditor } from "./packages-editor.tsx";
import { RunningPackages } from "./running-packages.tsx";
import css from "./orders.module.css";

type Props = { row: Order | null; onClose: () => void };

export function OrderForm({ row, onClose }: Props) {
  const [proposal, setProposal] = useAtom(chosenProposalAtom);
  // Clears the chosen proposal when its form closes.
  useEffect(() => () => setProposal(null), [setProposal]);
  const source = row === null ? proposal : null;
  const choices = [
    useAtomValue(customersAtom),
    useAtomValue(plantsAtom),
    useAtomValue(productPackages.listAtom),
  ];
  // A list without its choices would not open.
  if (isAnyLoading(...choices)) return <Skeleton label={t("shell:loading")} lines={6} />;
  return <Fields key={source?.key ?? ""} row={row} proposal={source} onClose={onClose} />;
}

function Fields({ row, proposal, onClose }: Props & { proposal: OrderProposal | null }) {
  const ask = useAtomValue(askAtom);
  const today = useAtomValue(todayAtom);
  const ownCustomer = useAtomValue(sessionAtom)?.customer ?? null;
  const customers = useAtomValue(orderCustomersAtom);
  const plantsOf = useAtomValue(plantsOfCustomerAtom);
  const packages = valueOf(useAtomValue(productPackages.listAtom)) ?? [];
  const create = useSetAtom(orders.create);
  const change = useSetAtom(orders.change);
  const remove = useSetAtom(orders.remove);
  const canEdit = ask(row ? "order.update" : "order.create") === null;
  const onlyCustomer =
    customers.length === 1 ? (customers[0]?.id ?? null) : (ownCustomer?.id ?? null);
  const form = useRecordDraft({
    draft: draftOf(row, proposal, { today, customer_id: onlyCustomer }),
    shape: orderFormShape,
    toForm: formOf,
    refuse: refusalsOf,
    save: (sent) => (row ? change(row.id, sent) : create(sent)),
    isNew: row === null,
  });
  const { draft, setFields, problemOf } = form;
  const plants = plantsOf(draft.customer_id);
  const technology = valueOf(useAtomValue(plantsAtom))?.find(
    ({ id }) => id === draft.plant_id,
  )?.technology;
  // Those that an older order has are shown, so that they can be taken out.
  const offered = packages.filter(
    (one) =>
      technology === undefined ||
      isPackageFor(technology, one) ||
      draft.order_product_packages.some((row) => row.product_package_id === one.id),
  );
  const known = row?.customer_id === draft.customer_id ? row : proposal;
  const isListed = plants.some(({ id }) => id === draft.plant_id);
  const unlisted =
    known?.plant_id != null && known.plant_id === draft.plant_id && !isListed
      ? [{ id: known.plant_id, label: known.plant_name ?? "" }]
      : [];
  return (
    <RecordForm
      title={row ? orderPlace(row) : t("order:new")}
      subtitle={row ? `${t(`order:type.${row.type}`)} · ${formatPeriod(row)}` : undefined}
      {...(canEdit ? { form } : {})}
      onClose={onClose}
      remove={
        row
          ? {
              title: t("order:remove.title"),
              text: t("order:remove.text", {
                customer: row.customer_name,
                plant: row.plant_name ?? t("order:all_plants"),
              }),
              refusal: ask("order.remove"),
              run: () => remove(row.id),
            }
          : undefined
      }
    >
      {proposal ? (
        <p className={css.filled}>
          <Sparkles size={14} aria-hidden="true" />
          {t("order:proposal.form")}
        </p>
      ) : null}
      <RecordSection>
        <ComboBox
          label={t("order:field.customer_id")}
          value={draft.customer_id}
          onChange={(customer_id) => setFields({ customer_id, plant_id: ALL_PLANTS })}
          options={customers.map(({ id, name }) => ({ id, label: name }))}
          openLabel={t("shell:open_list")}
          error={problemOf("customer_id")}
          isDisabled={!canEdit}
          isRequired
        />
        <Select
          label={t("order:field.plant_id")}
          {...form.bind("plant_id")}
          options={[
            { id: ALL_PLANTS, label: t("order:all_plants") },
            ...plants.map(({ id, name }) => ({ id, label: name })),
            ...unlisted,
          ]}
          isDisabled={!canEdit}
        />
      </RecordSection>
      <RecordSection>
        <div className={css.whole}>
          <Segments
            label={t("order:field.type")}
            value={draft.type}
            onChange={(type) => canEdit && setFields({ type })}
            options={orderTypes.map((id) => ({ id, label: t(`order:type.${id}`) }))}
          />
        </div>
        <DateField
          label={t("order:field.start_date")}
          {...form.bind("start_date")}
          isDisabled={!canEdit}
          isRequired
        />
        <DateField
          label={t("order:field.end_date")}
          {...form.bind("end_date")}
          min={draft.start_date}
          hint={draft.type === "subscription" ? t("order:end_hint") : undefined}
          isDisabled={!canEdit}
          isRequired={draft.type === "setup"}
        />
      </RecordSection>
      <RunningPackages customer_id={draft.customer_id} day={draft.start_date} />
      <PackagesEditor
        type={draft.type}
        rows={draft.order_product_packages}
        onChange={(order_product_packages) => setFields({ order_product_packages })}
        packages={offered}
        problemOf={problemOf}
        isDisabled={!canEdit}
      />
      {row ? <PackageUses order={row} /> : null}
      <Overlaps id={row?.id} draft={draft} />
      <TextField
        label={t("order:field.note")}
        {...form.bind("note")}
        lines={2}
        maxLength={2000}
        isReadOnly={!canEdit}
      />
    </RecordForm>
  );
}
