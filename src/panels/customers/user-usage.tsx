// What each user of a customer has stored, beside the quota of a user.
import { useMemo } from "react";
import { useAtomValue } from "jotai";
import { gigabyte, type Quota, type UserUsage } from "../../domain/provider/quota.ts";
import { userUsagesAtom } from "../../state/settings/quota.ts";
import { formatBytes, formatNumber, t } from "../../state/shell/locale.ts";
import { ErrorState, Progress, Skeleton } from "../../ui/feedback.tsx";
import { DataTable, type Column } from "../../ui/table/data-table.tsx";
import css from "./customers.module.css";

type Limits = Pick<Quota, "user_storage_limit_gb" | "user_row_limit">;

export function UserUsages({ customer_id, limits }: { customer_id: number; limits: Limits }) {
  const loaded = useAtomValue(useAtomValue(userUsagesAtom)(customer_id));
  const { user_storage_limit_gb, user_row_limit } = limits;
  const columns = useMemo(
    () => usageColumns({ user_storage_limit_gb, user_row_limit }),
    [user_storage_limit_gb, user_row_limit],
  );
  if (loaded.state === "idle") return null;
  return (
    <div className={css.usage}>
      <h4>{t("customer:quota.by_user")}</h4>
      {loaded.state === "loading" ? (
        <Skeleton label={t("shell:loading")} lines={2} />
      ) : loaded.state === "failed" ? (
        <ErrorState title={loaded.fault.message} />
      ) : loaded.value.length === 0 ? (
        <p>{t("customer:quota.by_user_none")}</p>
      ) : (
        <DataTable
          label={t("customer:quota.by_user")}
          columns={columns}
          rows={loaded.value}
          rowId={({ account_id }) => account_id}
          isStacked
        />
      )}
    </div>
  );
}

function usageColumns(limits: Limits): Column<UserUsage>[] {
  const { user_storage_limit_gb, user_row_limit } = limits;
  const nameOf = ({ name, account_id, is_deleted }: UserUsage) => {
    const known = name || String(account_id);
    return is_deleted ? t("customer:quota.deleted_user", { name: known }) : known;
  };
  return [
    {
      id: "name",
      title: t("customer:quota.user"),
      sortBy: nameOf,
      cell: (row) => <span title={nameOf(row)}>{nameOf(row)}</span>,
    },
    {
      id: "bytes",
      title: t("customer:quota.storage"),
      sortBy: ({ bytes }) => bytes,
      cell: ({ bytes }) => (
        <Progress
          label={`${formatBytes(bytes)} / ${formatNumber(user_storage_limit_gb)} GB`}
          value={Math.min(1, bytes / Math.max(1, user_storage_limit_gb * gigabyte))}
        />
      ),
    },
    {
      id: "rows",
      title: t("customer:quota.rows"),
      sortBy: ({ rows }) => rows,
      cell: ({ rows }) => (
        <Progress
          label={`${formatNumber(rows)} / ${formatNumber(user_row_limit)}`}
          value={Math.min(1, rows / Math.max(1, user_row_limit))}
        />
      ),
    },
  ];
}
