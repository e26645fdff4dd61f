// Uploads of drone data that have begun and not ended.
import { useMemo } from "react";
import { useAtomValue } from "jotai";
import type { Monitoring } from "../../domain/provider/monitoring.ts";
import { monitoringAtom } from "../../state/settings/monitoring.ts";
import { formatBytes, formatElapsed, t } from "../../state/shell/locale.ts";
import { Progress } from "../../ui/feedback.tsx";
import { DataTable, type Column } from "../../ui/table/data-table.tsx";
import { Part } from "./part.tsx";
import css from "./monitoring.module.css";

type Upload = Monitoring["uploads"][number];

export function Uploads() {
  const data = useAtomValue(monitoringAtom);
  const columns = useMemo(() => uploadColumns(), []);
  const title = t("monitoring:upload.title");
  return (
    <Part title={title} data={data}>
      {({ uploads }) =>
        uploads.length === 0 ? (
          <p className={css.none}>{t("monitoring:upload.none")}</p>
        ) : (
          <DataTable
            label={title}
            columns={columns}
            rows={uploads}
            rowId={({ id }) => id}
            isStacked
          />
        )
      }
    </Part>
  );
}

function uploadColumns(): Column<Upload>[] {
  return [
    {
      id: "file_name",
      title: t("monitoring:upload.file"),
      sortBy: ({ file_name }) => file_name,
      cell: ({ file_name, analysis_name }) => (
        <span className={css.name}>
          {file_name}
          <small>{analysis_name}</small>
        </span>
      ),
    },
    {
      id: "progress",
      title: t("monitoring:task.progress"),
      width: "8.5rem",
      cell: ({ bytes, offset }) => (
        <Progress
          label={`${formatBytes(offset)} / ${formatBytes(bytes)}`}
          value={bytes === 0 ? null : offset / bytes}
        />
      ),
    },
    {
      id: "user_name",
      title: t("monitoring:upload.user"),
      sortBy: ({ user_name }) => user_name,
      cell: ({ user_name }) => user_name ?? "–",
    },
    {
      id: "updated_at",
      title: t("monitoring:upload.updated_at"),
      from: 480,
      sortBy: ({ updated_at }) => updated_at,
      cell: ({ updated_at }) => <time dateTime={updated_at}>{formatElapsed(updated_at)}</time>,
    },
  ];
}
