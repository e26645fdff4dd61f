// What is chosen and not sent yet: files that are taken, and those that are not, with the reason.
import { useMemo } from "react";
import { useSetAtom } from "jotai";
import { X } from "lucide-react";
import { problemText } from "../../../state/shell/fault.ts";
import { formatBytes, t } from "../../../state/shell/locale.ts";
import { unchoose, type Chosen } from "../../../state/upload/chosen.ts";
import { IconButton } from "../../../ui/button.tsx";
import { RecordTable } from "../../../ui/table/record-table.tsx";
import type { Column } from "../../../ui/table/table-sort.tsx";
import css from "./files.module.css";

type Row = {
  readonly id: string;
  readonly name: string;
  readonly size: number;
  readonly reason: string | null;
};
type ChosenListProps = Pick<Chosen, "taken" | "refused"> & { readonly analysis_id: number };

export function ChosenList({ analysis_id, taken, refused }: ChosenListProps) {
  const remove = useSetAtom(unchoose);
  const rows = useMemo(
    (): Row[] => [
      // What is not taken comes first: it is what the user should see.
      ...refused.map(({ name, size, refusal }, at) => ({
        id: `refused ${at}`,
        name,
        size,
        reason: problemText(refusal),
      })),
      ...taken.map(({ name, file }) => ({
        id: `taken ${name}`,
        name,
        size: file.size,
        reason: null,
      })),
    ],
    [taken, refused],
  );
  const columns = useMemo(
    () => chosenColumns((name) => remove(analysis_id, name)),
    [analysis_id, remove],
  );
  return (
    <div className={css.chosen} style={{ height: `${Math.min(rows.length + 1, 7) * 2.75}rem` }}>
      <RecordTable
        label={t("analysis-file:chosen")}
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
      />
    </div>
  );
}

function chosenColumns(remove: (name: string) => void): Column<Row>[] {
  return [
    {
      id: "name",
      title: t("analysis-file:field.file_name"),
      cell: ({ name, reason }) => (
        <span className={css.name} title={name}>
          {name}
          {reason ? <small className={css.problem}>{reason}</small> : null}
        </span>
      ),
    },
    {
      id: "size",
      title: t("analysis-file:field.bytes"),
      numeric: true,
      width: "6rem",
      cell: ({ size }) => formatBytes(size),
    },
    {
      id: "remove",
      title: t("analysis-file:unchoose"),
      titleHidden: true,
      width: "4.5rem",
      cell: ({ name, reason }) =>
        reason ? null : (
          <IconButton
            size="sm"
            label={t("analysis-file:unchoose_file", { name })}
            onPress={() => remove(name)}
          >
            <X size={14} aria-hidden="true" />
          </IconButton>
        ),
    },
  ];
}
