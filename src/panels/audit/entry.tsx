// One entry of the audit trail with all its facts and its seal.
import type { AuditRow } from "../../domain/account/audit-trail.ts";
import { formatDateTime, t } from "../../state/shell/locale.ts";
import { RecordForm } from "../record/record-form.tsx";
import { actionWords, detailOf, userOf } from "./entry-words.ts";
import css from "./audit.module.css";

export function Entry({ row, onClose }: { row: AuditRow | null; onClose: () => void }) {
  if (!row) return null;
  const user = [userOf(row), row.user_email].filter(Boolean);
  const facts: [name: string, value: string][] = [
    [t("audit:column.created_at"), formatDateTime(row.created_at)],
    [t("audit:column.user"), [...new Set(user)].join(" · ")],
    [t("audit:column.customer"), row.customer_name ?? "–"],
    ...detailOf(row.detail),
    [t("audit:column.request_id"), row.request_id ?? "–"],
    [t("audit:column.seal"), `${row.position}:${row.hash}`],
  ];
  return (
    <RecordForm title={actionWords(row.action)} onClose={onClose}>
      <dl className={css.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={css.value}>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={css.hint}>{t("audit:seal_text")}</p>
    </RecordForm>
  );
}
