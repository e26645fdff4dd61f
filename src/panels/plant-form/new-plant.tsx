// Creates a plant, then opens it.
import { useRef } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { Link, useLocation } from "wouter";
import { plantFormShape, type PlantForm } from "../../domain/plant/plant.ts";
import { t } from "../../state/shell/locale.ts";
import { customerChoicesAtom } from "../../state/settings/plant-customer.ts";
import { createPlant } from "../../state/settings/plants.ts";
import { sessionAtom } from "../../state/account/session.ts";
import { showDone, showFault } from "../../state/shell/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/form/choice.tsx";
import { Page } from "../../ui/page.tsx";
import { usePageAlerts } from "../page-alerts.tsx";
import { useRecordDraft } from "../record/record-draft.ts";
import { emptyDraft, formOf, missingFields, type PlantDraft } from "./plant-draft.ts";
import { PlantFields } from "./plant-fields.tsx";
import css from "./plant-form.module.css";

export function NewPlant() {
  const ownCustomer = useAtomValue(sessionAtom)?.customer ?? null;
  const customers = useAtomValue(customerChoicesAtom);
  const create = useSetAtom(createPlant);
  const [, navigate] = useLocation();
  const alerts = usePageAlerts();
  const createdId = useRef<number | null>(null);

  const form = useRecordDraft<PlantDraft, PlantForm>({
    draft: emptyDraft(ownCustomer?.id ?? 0),
    shape: plantFormShape,
    toForm: formOf,
    refuse: missingFields,
    isNew: true,
    async save(sent) {
      try {
        createdId.current = await create(sent);
        showDone(t("plant:form.created", { name: sent.name }));
      } catch (cause) {
        showFault(cause);
        throw cause;
      }
    },
  });
  const { draft, setFields, problemOf } = form;
  const save = async () => {
    if ((await form.submit()) && createdId.current !== null)
      navigate(`/plant/${createdId.current}`);
  };
  return (
    <div className={css.page}>
      <form
        className={css.card}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
        noValidate
      >
        <Page
          {...alerts}
          layout="card"
          back={<Link href="/plants">{t("plant:missing.back")}</Link>}
          title={t("plant:form.new")}
        />
        <PlantFields draft={draft} onChange={setFields} problemOf={problemOf} />
        <Select
          label={t("plant:form.customer_id")}
          value={draft.customer_id === 0 ? null : draft.customer_id}
          onChange={(customer_id) => setFields({ customer_id })}
          options={customers.map(({ id, name }) => ({ id, label: name }))}
          error={problemOf("customer_id")}
          isRequired
        />
        <Button kind="primary" type="submit" wide isPending={form.isPending}>
          {t("plant:form.create")}
        </Button>
      </form>
    </div>
  );
}
