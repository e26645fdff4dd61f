// An entry of the audit trail in words.
import type { AuditAction } from "../../domain/account/audit.ts";
import type { AuditRow } from "../../domain/account/audit-trail.ts";
import { t } from "../../state/shell/locale.ts";

export function actionWords(action: AuditAction): string {
  return t(`audit:action.${action}`);
}

/** The name of the user; of a deleted one the number, and for unknown ones a dash. */
export function userOf({ user_name, user_email, account_id }: AuditRow): string {
  if (account_id === null) return "–";
  return user_name ?? user_email ?? t("audit:deleted_user", { id: account_id });
}

/** The facts of the entry by name, as they were stored. Empty without any. */
export function detailOf(detail: string | null): [name: string, value: string][] {
  if (detail === null) return [];
  const value: unknown = JSON.parse(detail);
  if (typeof value !== "object" || value === null) return [["", String(value)]];
  return Object.entries(value).map(([name, one]) => [
    name,
    typeof one === "string" ? one : JSON.stringify(one),
  ]);
}
