// What each customer has stored, beside its quota.
import { useMemo } from "react";
import { useAtomValue } from "jotai";
import { gigabyte, type CustomerUsage } from "../../domain/provider/quota.ts";
import { usagesAtom } from "../../state/settings/quota.ts";
import { formatBytes, formatNumber, t } from "../../state/shell/locale.ts";
import { Progress } from "../../ui/feedback.tsx";
import { DataTable, type Column } from "../../ui/table/data-table.tsx";
import { Part } from "./part.tsx";

export function Usages() {
  const data = useAtomValue(usagesAtom);
  const columns = useMemo(() => usageColumns(), []);
  const title = t("monitoring:usage.title");
  return (
    <Part title={title} data={data}>
      {(usages) => (
        <DataTable
          label={title}
          columns={columns}
          rows={usages}
          rowId={({ customer_id }) => customer_id}
          isStacked
        />
      )}
    </Part>
  );
}

function usageColumns(): Column<CustomerUsage>[] {
  return [
    {
      id: "name",
      title: t("monitoring:usage.customer"),
      sortBy: ({ name }) => name,
      cell: ({ name }) => name,
    },
    {
      id: "bytes",
      title: t("monitoring:usage.storage"),
      width: "13rem",
      sortBy: ({ bytes }) => bytes,
      cell: ({ bytes, storage_limit_gb }) => (
        <Progress
          label={`${formatBytes(bytes)} / ${formatNumber(storage_limit_gb)} GB`}
          value={Math.min(1, bytes / Math.max(1, storage_limit_gb * gigabyte))}
        />
      ),
    },
    {
      id: "rows",
      title: t("monitoring:usage.rows"),
      width: "13rem",
      sortBy: ({ rows }) => rows,
      cell: ({ rows, row_limit }) => (
        <Progress
          label={`${formatNumber(rows)} / ${formatNumber(row_limit)}`}
          value={Math.min(1, rows / Math.max(1, row_limit))}
        />
      ),
    },
  ];
}
