// What a customer has stored, above the limits of its form.
import { useAtomValue } from "jotai";
import { usageOfAtom } from "../../state/settings/quota.ts";
import { formatBytes, formatNumber, t } from "../../state/shell/locale.ts";
import { Progress } from "../../ui/feedback.tsx";
import { gigabyte } from "../../domain/provider/quota.ts";
import { limits } from "../../domain/limits.ts";
import css from "./customers.module.css";

/** What counts, and what does not. */
export function Counted() {
  return (
    <div className={css.usage}>
      <p>{t("customer:quota.counted_storage")}</p>
      <p>{t("customer:quota.counted_rows", { days: limits.deletedObservationDays })}</p>
      <p>{t("customer:quota.not_counted")}</p>
    </div>
  );
}

export function Usage({ customer_id }: { customer_id: number | null }) {
  const usage = useAtomValue(usageOfAtom)(customer_id);
  if (!usage) return null;
  const { bytes, rows, storage_limit_gb, row_limit } = usage;
  return (
    <div className={css.usage}>
      <Progress
        label={t("customer:quota.used_storage", {
          used: formatBytes(bytes),
          most: formatNumber(storage_limit_gb),
        })}
        value={Math.min(1, bytes / Math.max(1, storage_limit_gb * gigabyte))}
      />
      <Progress
        label={t("customer:quota.used_rows", {
          used: formatNumber(rows),
          most: formatNumber(row_limit),
        })}
        value={Math.min(1, rows / Math.max(1, row_limit))}
      />
    </div>
  );
}
