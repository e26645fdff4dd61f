// An edit that came too late: both versions side by side, field by field.
import { useState } from "react";
import { useAtomValue } from "jotai";
import type { ObservationColumn } from "../../domain/observation/observation-column.ts";
import { askAtom } from "../../state/account/ask.ts";
import {
  differencesOf,
  mergedFields,
  type Conflict,
  type ConflictField,
  type Difference,
  type Side,
} from "../../state/observation/conflict.ts";
import { columnName, columnValueWords } from "../../state/observation/words.ts";
import { analysesAtom } from "../../state/plant/analysis/analysis.ts";
import { plantClockAtom } from "../../state/plant/plant.ts";
import { formatDateTime, t } from "../../state/shell/locale.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { Button } from "../../ui/button.tsx";
import css from "./observation.module.css";
import type { ConflictChoice } from "./save-observation.ts";
import { TypedDialog } from "../typed-dialog.tsx";

type ConflictDialogProps = Conflict & {
  columns: ReadonlyMap<string, ObservationColumn>;
  /** Photos of the form that are not sent yet. */
  photos: number;
  /** Goes back to the form. */
  onClose: () => void;
  onDiscard: () => void;
  /** Rejects where nothing was stored; the fault was shown. */
  onSave: (choice: ConflictChoice) => Promise<void>;
};

const sides = ["theirs", "mine"] as const;

export function ConflictDialog(props: ConflictDialogProps) {
  const { columns, photos, onClose, onDiscard, onSave, ...conflict } = props;
  const { current, mine } = conflict;
  const [differences] = useState(() => differencesOf(conflict));
  const [chosen, setChosen] = useState<ReadonlyMap<ConflictField, Side>>(
    () => new Map(differences.map(({ field, suggested }) => [field, suggested])),
  );
  const [isPending, setPending] = useState(false);
  const ask = useAtomValue(askAtom);
  const mayOverwrite = ask("observation.overwrite") === null;
  const mayCreate = ask("observation.create") === null;
  const save = (choice: ConflictChoice) => {
    setPending(true);
    onSave(choice).catch(() => setPending(false));
  };
  const who = current.updated_by_user ?? t("observation:somebody");
  return (
    <TypedDialog
      role="alertdialog"
      title={t("observation:conflict.title")}
      typed={[...chosen]}
      onClose={onClose}
      closeLabel={t("shell:close")}
      actions={
        <>
          <Button isDisabled={isPending} onPress={onDiscard}>
            {t("observation:conflict.discard")}
          </Button>
          {mayOverwrite ? (
            <Button isPending={isPending} onPress={() => save({ as: "overwrite", fields: mine })}>
              {t("observation:conflict.overwrite")}
            </Button>
          ) : null}
          {mayCreate ? (
            <Button isPending={isPending} onPress={() => save({ as: "both" })}>
              {t("observation:conflict.both")}
            </Button>
          ) : null}
          <Button
            kind="primary"
            isPending={isPending}
            onPress={() => save({ as: "update", fields: mergedFields(conflict, chosen) })}
          >
            {t("observation:conflict.save")}
          </Button>
        </>
      }
    >
      <p>{t("observation:conflict.text", { name: who, at: formatDateTime(current.updated_at) })}</p>
      {photos > 0 ? <p>{t("observation:conflict.photos", { count: photos })}</p> : null}
      {differences.length === 0 ? <p>{t("observation:conflict.same")}</p> : null}
      <table className={css.conflict}>
        <thead>
          <tr>
            <th scope="col">{t("observation:conflict.field")}</th>
            <th scope="col">{t("observation:conflict.theirs", { name: who })}</th>
            <th scope="col">{t("observation:conflict.mine")}</th>
          </tr>
        </thead>
        <tbody>
          {differences.map((difference) => (
            <tr key={difference.field}>
              <th scope="row">
                <FieldName field={difference.field} columns={columns} />
              </th>
              {sides.map((side) => (
                <td key={side}>
                  <label>
                    <input
                      type="radio"
                      name={difference.field}
                      checked={chosen.get(difference.field) === side}
                      onChange={() => setChosen(new Map(chosen).set(difference.field, side))}
                    />
                    <FieldValue difference={difference} side={side} columns={columns} />
                  </label>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TypedDialog>
  );
}

type Columns = ReadonlyMap<string, ObservationColumn>;

function FieldName({ field, columns }: { field: ConflictField; columns: Columns }) {
  if (field === "observed_at") return t("observation:observed_at");
  if (field === "notes") return t("observation:notes");
  if (field === "analysis_id") return t("observation:analysis");
  const column = columns.get(field);
  return column ? columnName(column) : field;
}

type FieldValueProps = { difference: Difference; side: Side; columns: Columns };

function FieldValue({ difference, side, columns }: FieldValueProps) {
  const analyses = valueOf(useAtomValue(analysesAtom)) ?? [];
  const clock = useAtomValue(plantClockAtom);
  const { field, [side]: value } = difference;
  if (value === undefined || value === null || value === "") return "–";
  if (field === "observed_at") return clock.time(String(value));
  if (field === "analysis_id") return analyses.find(({ id }) => id === value)?.name ?? "–";
  const column = columns.get(field);
  return column ? columnValueWords(column, value) : String(value);
}
