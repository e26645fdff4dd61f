// The fields of a work order in a form: what it is called, who does it by when, and what comes first.
import { useState } from "react";
import { useAtomValue } from "jotai";
import { limits } from "../../domain/limits.ts";
import {
  workOrderFieldsShape,
  type WorkOrderDecided,
  type WorkOrderFields,
} from "../../domain/work-order/work-order.ts";
import { findingPeopleAtom } from "../../state/plant/finding/life.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { t } from "../../state/shell/locale.ts";
import { Select } from "../../ui/form/choice.tsx";
import { DateField } from "../../ui/form/date-field.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { Checkbox } from "../../ui/form/toggle.tsx";
import { Skeleton } from "../../ui/feedback.tsx";
import { LoadFault } from "../load-fault.tsx";
import css from "./work-order.module.css";

const UNASSIGNED = 0;
const MOST_CREWS = 6;

type Draft = {
  readonly title: string;
  readonly crew: string;
  readonly assignee: number;
  readonly due: string;
  readonly isSafety: boolean;
  readonly note: string;
};
type Errors = { readonly title: string | null; readonly due: string | null };
const noErrors: Errors = { title: null, due: null };

/** The draft of an order, and a function that answers its fields; null where one has an error, which is shown. */
export function useOrderDraft(order: Partial<WorkOrderDecided>) {
  const [draft, setDraft] = useState<Draft>({
    title: order.title ?? "",
    crew: order.crew ?? "",
    assignee: order.assignee_id ?? UNASSIGNED,
    due: order.due_on ?? "",
    isSafety: order.priority === "safety",
    note: order.note ?? "",
  });
  const [errors, setErrors] = useState(noErrors);
  const fields = (): (WorkOrderFields & { title: string }) | null => {
    const { title, crew, assignee, due, isSafety, note } = draft;
    const due_on = due || null;
    const isDay = workOrderFieldsShape.shape.due_on.safeParse(due_on).success;
    const found: Errors = {
      title: title.trim() === "" ? t("refusal:field_missing") : null,
      due: isDay ? null : t("refusal:date_out_of_range"),
    };
    setErrors(found);
    if (found.title !== null || found.due !== null) return null;
    return {
      title: title.trim(),
      crew: crew.trim() || null,
      assignee_id: assignee === UNASSIGNED ? null : assignee,
      due_on,
      priority: isSafety ? "safety" : "normal",
      note: note.trim(),
    };
  };
  const change = (more: Partial<Draft>) => {
    setDraft({ ...draft, ...more });
    setErrors(noErrors);
  };
  return { draft, errors, change, fields };
}

type FieldsProps = {
  form: ReturnType<typeof useOrderDraft>;
  /** Who has it now, where the list of users no longer names them. */
  assigneeName?: string | null;
};

export function OrderFields({ form, assigneeName = null }: FieldsProps) {
  const { draft, errors, change } = form;
  const people = useAtomValue(findingPeopleAtom);
  const { users, crews } = valueOf(people) ?? { users: [], crews: [] };
  const { assignee } = draft;
  const isKnown = assignee === UNASSIGNED || users.some(({ id }) => id === assignee);
  return (
    <>
      <TextField
        label={t("work-order:field.title")}
        value={draft.title}
        onChange={(title) => change({ title })}
        error={errors.title}
        maxLength={limits.workOrderTitleLetters}
        isRequired
        autoFocus
      />
      <div className={css.fields}>
        <TextField
          label={t("work-order:field.crew")}
          value={draft.crew}
          onChange={(crew) => change({ crew })}
          maxLength={100}
        />
        <DateField
          label={t("work-order:field.due_on")}
          value={draft.due}
          onChange={(due) => change({ due })}
          error={errors.due}
        />
      </div>
      {crews.length > 0 && draft.crew === "" ? (
        <p className={css.crews}>
          {crews.slice(0, MOST_CREWS).map((crew) => (
            <button key={crew} type="button" onClick={() => change({ crew })}>
              {crew}
            </button>
          ))}
        </p>
      ) : null}
      {/* The order can be written before its people are known. */}
      {people.state === "failed" ? <LoadFault fault={people.fault} isSmall /> : null}
      {people.state === "loading" ? <Skeleton label={t("shell:loading")} lines={1} /> : null}
      {people.state === "ready" ? (
        <Select
          label={t("work-order:field.assignee_id")}
          options={[
            { id: UNASSIGNED, label: t("finding:unassigned") },
            ...users.map(({ id, name }) => ({ id, label: name })),
            ...(isKnown
              ? []
              : [{ id: assignee, label: assigneeName ?? t("finding:unknown_user") }]),
          ]}
          value={assignee}
          onChange={(next) => change({ assignee: next })}
        />
      ) : null}
      <Checkbox isSelected={draft.isSafety} onChange={(isSafety) => change({ isSafety })}>
        {t("work-order:safety_first")}
      </Checkbox>
      <TextField
        label={t("work-order:field.note")}
        value={draft.note}
        onChange={(note) => change({ note })}
        lines={3}
        maxLength={limits.workOrderNoteLetters}
      />
    </>
  );
}
