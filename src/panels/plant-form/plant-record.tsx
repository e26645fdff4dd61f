// The administration form of one plant: its fields, its customer and its facts.
import { useEffect, useRef, useState } from "react";
import { valueOf } from "../../state/shell/loaded.ts";
import { useAtomValue, useSetAtom } from "jotai";
import { Map as MapIcon, SlidersHorizontal } from "lucide-react";
import { Link } from "wouter";
import { plantFormShape, type PlantForm, type PlantStatus } from "../../domain/plant/plant.ts";
import { problemWords } from "../../state/shell/fault.ts";
import { t } from "../../state/shell/locale.ts";
import {
  belongingsOf,
  customerChoicesAtom,
  reloadBelongings,
} from "../../state/settings/plant-customer.ts";
import { plantSettingsPermission } from "../../state/plant/settings-sections.ts";
import {
  createPlant,
  highlightedPlantAtom,
  removePlant,
  updatePlant,
} from "../../state/settings/plants.ts";
import { askAtom } from "../../state/account/ask.ts";
import { hasPermissionAtom, sessionAtom } from "../../state/account/session.ts";
import { showDone, showFault } from "../../state/shell/toast.ts";
import { Select } from "../../ui/form/choice.tsx";
import { useRecordDraft } from "../record/record-draft.ts";
import { RecordForm } from "../record/record-form.tsx";
import { MoveQuestion } from "./move-question.tsx";
import { draftOf, emptyDraft, formOf, missingFields, type PlantDraft } from "./plant-draft.ts";
import { PlantFacts } from "./plant-facts.tsx";
import { PlantFields } from "./plant-fields.tsx";
import css from "./plant-form.module.css";

export function PlantRecord({ row, onClose }: { row: PlantStatus | null; onClose: () => void }) {
  const session = useAtomValue(sessionAtom);
  const ask = useAtomValue(askAtom);
  const has = useAtomValue(hasPermissionAtom);
  const customers = useAtomValue(customerChoicesAtom);
  const belongings = valueOf(useAtomValue(belongingsOf(row?.id ?? 0)));
  const highlight = useSetAtom(highlightedPlantAtom);
  const create = useSetAtom(createPlant);
  const update = useSetAtom(updatePlant);
  const remove = useSetAtom(removePlant);
  const [newCustomerId, setNewCustomerId] = useState<number | null>(null);
  const answer = useRef<(isMoved: boolean) => void>(() => undefined);
  const id = row?.id;
  useEffect(() => highlight(id ?? null), [id, highlight]);

  const form = useRecordDraft<PlantDraft, PlantForm>({
    draft: row ? draftOf(row) : emptyDraft(session?.customer?.id ?? 0),
    shape: plantFormShape,
    toForm: formOf,
    refuse: missingFields,
    isNew: row === null,
    async save(sent) {
      if (row && sent.customer_id !== row.customer_id) {
        const isMoved = await new Promise<boolean>((resolve) => {
          answer.current = resolve;
          setNewCustomerId(sent.customer_id);
        });
        setNewCustomerId(null);
        if (!isMoved) throw new Error("kept");
      }
      try {
        if (row) await update(row.id, sent);
        const savedId = row ? row.id : await create(sent);
        showDone(row ? t("plant:form.saved") : t("plant:form.created", { name: sent.name }));
        void reloadBelongings(savedId);
        return { id: savedId };
      } catch (cause) {
        showFault(cause);
        throw cause;
      }
    },
  });
  const { draft, setFields, problemOf } = form;
  const isChangeable = row === null || ask("plant.update", {}) === null;
  const moveRefusal = belongings && ask("plant.update", { customer: belongings });
  const property_count = belongings?.property_count ?? 0;
  const fixed = row && ask("plant.update", { technology: { ...row, property_count } });
  const name = row?.name ?? "";
  const options = customers.map((one) => ({ id: one.id, label: one.name }));
  if (row && !options.some((one) => one.id === row.customer_id)) {
    options.push({ id: row.customer_id, label: row.customer_name });
  }
  return (
    <RecordForm
      title={row ? name : t("plant:form.new")}
      subtitle={row?.customer_name}
      {...(isChangeable ? { form } : {})}
      onClose={onClose}
      remove={
        row
          ? {
              title: t("plants:remove.title", { name }),
              text: t("plants:remove.text"),
              refusal: ask("plant.remove", belongings ?? { analysis_count: 0 }),
              run: async () => {
                try {
                  await remove(row.id);
                } catch (cause) {
                  showFault(cause);
                  throw cause;
                }
                showDone(t("plants:remove.done", { name }));
              },
            }
          : undefined
      }
    >
      {row ? (
        <nav className={css.ways} aria-label={name}>
          <Link href={`/plant/${row.id}`}>
            <MapIcon size={14} aria-hidden="true" />
            {t("plants:open")}
          </Link>
          {has(plantSettingsPermission) ? (
            <Link href={`/plant/${row.id}/settings`}>
              <SlidersHorizontal size={14} aria-hidden="true" />
              {t("plant-settings:title")}
            </Link>
          ) : null}
        </nav>
      ) : null}
      <PlantFields
        draft={draft}
        onChange={setFields}
        problemOf={problemOf}
        fixedTechnology={fixed && problemWords(fixed)}
        plant_id={row?.id ?? null}
        estimate={row?.capacity_estimated ? row.nominal_capacity : null}
      />
      <Select
        label={t("plant:form.customer_id")}
        value={draft.customer_id === 0 ? null : draft.customer_id}
        onChange={(customer_id) => setFields({ customer_id })}
        options={options}
        error={problemOf("customer_id")}
        hint={moveRefusal ? problemWords(moveRefusal) : undefined}
        isDisabled={Boolean(moveRefusal)}
        isRequired
      />
      {row ? <PlantFacts plant={row} belongings={belongings} /> : null}
      {row && newCustomerId !== null ? (
        <MoveQuestion
          plant={row}
          belongings={belongings}
          to={options.find((one) => one.id === newCustomerId)?.label ?? ""}
          onAnswer={(isMoved) => answer.current(isMoved)}
        />
      ) : null}
    </RecordForm>
  );
}
