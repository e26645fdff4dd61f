// One value, or a note, set in many observations at once.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import {
  observationValueProblems,
  typeOfColumn,
  type ObservationColumn,
} from "../../domain/observation/observation-column.ts";
import type { ColumnValue, Observation } from "../../domain/observation/observation.ts";
import { offlineAtom } from "../../state/account/offline.ts";
import { editMany, type BulkChange } from "../../state/observation/bulk.ts";
import { columnsByIdAtom } from "../../state/observation/observation.ts";
import { columnName } from "../../state/observation/words.ts";
import { problemText } from "../../state/shell/fault.ts";
import { t } from "../../state/shell/locale.ts";
import { showDone, showFault } from "../../state/shell/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Progress } from "../../ui/feedback.tsx";
import { Select } from "../../ui/form/choice.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { useUnsaved } from "../unsaved.ts";
import { ColumnValueField } from "./column-fields.tsx";
import css from "./observation.module.css";

const NOTES = "notes";

export function BulkEdit({ all, onDone }: { all: readonly Observation[]; onDone: () => void }) {
  const columns = useAtomValue(columnsByIdAtom);
  const edit = useSetAtom(editMany);
  const isOffline = useAtomValue(offlineAtom) !== null;
  const [field, setField] = useState<string>(NOTES);
  const [value, setValue] = useState<ColumnValue | null>(null);
  const [share, setShare] = useState<number | null>(null);
  const types = new Set(all.map((one) => one.fieldgeometry_component.component_type));
  const fitting = [...columns.values()].filter((column) => {
    const type = typeOfColumn(column);
    return type !== null && types.has(type);
  });
  const column = columns.get(field);
  const fits = (one: Observation) =>
    !column || typeOfColumn(column) === one.fieldgeometry_component.component_type;
  const targets = all.filter(fits);
  const problem =
    column && value !== null
      ? targets
          .flatMap((one) =>
            observationValueProblems(
              [
                ...one.column_values.filter(({ column_id }) => column_id !== column.id),
                { column_id: column.id, value },
              ],
              {
                component_type: one.fieldgeometry_component.component_type,
                analysis_id: one.analysis?.id ?? null,
              },
              columns,
              one.column_values,
            ),
          )
          .at(0)
      : undefined;
  const change: BulkChange = column
    ? { column_id: column.id, value }
    : { notes: typeof value === "string" ? value : "" };
  const save = async (): Promise<boolean> => {
    if (problem) return false;
    setShare(0);
    try {
      const count = await edit(targets, change, setShare);
      showDone(t("observation:changed_many", { count }));
      onDone();
      return true;
    } catch (cause) {
      showFault(cause);
      return false;
    } finally {
      setShare(null);
    }
  };
  const isTyped = value !== null && value !== "";
  useUnsaved(isTyped, { kind: "editing", save, drop: () => setValue(null) });
  return (
    <form
      className={css.bulk}
      aria-label={t("observation:edit_ticked")}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Select
        label={t("observation:field")}
        options={[
          { id: NOTES, label: t("observation:notes") },
          ...fitting.map((one) => ({ id: one.id, label: columnName(one) })),
        ]}
        value={field}
        onChange={(next) => {
          setField(next);
          setValue(null);
        }}
      />
      {column ? (
        <ColumnValueField
          key={column.id}
          column={withThirdAnswer(column)}
          value={value}
          onChange={setValue}
          error={problem ? problemText(problem) : null}
        />
      ) : (
        <TextField
          label={t("observation:notes")}
          lines={2}
          value={typeof value === "string" ? value : ""}
          onChange={setValue}
        />
      )}
      {share === null ? (
        <Button
          kind="primary"
          type="submit"
          isDisabled={problem !== undefined}
          reason={isOffline ? t("offline:needs_network") : null}
        >
          {t(column && value === null ? "observation:take_from" : "observation:set_in", {
            count: targets.length,
          })}
        </Button>
      ) : (
        <Progress label={t("observation:saving")} value={share} />
      )}
    </form>
  );
}

/** A tick has two states; here a third one takes the value away. */
function withThirdAnswer(column: ObservationColumn): ObservationColumn {
  const { ccp_column } = column;
  if (ccp_column?.data_type !== "checkbox") return column;
  return { ...column, ccp_column: { ...ccp_column, data_type: "true_false" } };
}
