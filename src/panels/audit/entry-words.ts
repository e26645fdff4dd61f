// An entry of the audit trail in words.
import type { AuditAction } from "../../domain/account/audit.ts";
import type { AuditRow } from "../../domain/account/audit-trail.ts";
import { contentWords } from "../../state/settings/audit-content.ts";
import { formatDateTime, formatNumber, hasWords, t } from "../../state/shell/locale.ts";

export function actionWords(action: AuditAction): string {
  return t(`audit:action.${action}`);
}

/** The name of the user; of a deleted one the number, and for unknown ones a dash. */
export function userOf({ user_name, user_email, account_id }: AuditRow): string {
  if (account_id === null) return "–";
  return user_name ?? user_email ?? t("audit:deleted_user", { id: account_id });
}

/** The facts of the entry in words: what it is about, what it was before and after. Empty without any. */
export function detailOf(detail: string | null): [name: string, value: string][] {
  if (detail === null) return [];
  const value: unknown = JSON.parse(detail);
  if (typeof value !== "object" || value === null) return [["", String(value)]];
  return Object.entries(value).map(([name, one]) => factOf(name, one));
}

function factOf(name: string, value: unknown): [name: string, value: string] {
  const content = name === "address" && typeof value === "string" ? contentWords(value) : null;
  if (content !== null) return [t("audit:fact.content"), content];
  return [nameWords(name), valueWords(name, value)];
}

/** Where names of facts have their words: those of the audit trail, and those of the forms that changed them. */
const namePlaces = [
  "audit:fact",
  "work-order:field",
  "loss:setting",
  "plant-settings:dimension",
] as const;

/** A name that this version does not know is shown as it was stored, in separate words. */
function nameWords(name: string): string {
  const key = namePlaces.map((place) => `${place}.${name}`).find((one) => hasWords(one));
  return key === undefined ? name.replaceAll("_", " ") : t(key);
}

/** Where the words of a fact's codes are, beside those of the audit trail. */
const wordsOf: Readonly<Record<string, readonly string[]>> = {
  from: ["user:role", "analyses:state", "analyses:visibility"],
  to: ["user:role", "analyses:state", "analyses:visibility"],
  role: ["user:role"],
  status: ["work-order:status", "finding:status"],
  priority: ["work-order:priority"],
  granted: ["permission"],
  revoked: ["permission"],
  reason: ["refusal"],
  factor: ["audit:value"],
  by: ["audit:value"],
};

/** What users and the server did; an instant of a plant stays as it was stored, in UTC. */
const isOwnTime = (name: string, text: string) => name === "expires_at" && /^\d{4}-.*Z$/.test(text);

function valueWords(name: string, value: unknown): string {
  if (value === null) return t("audit:value.none");
  if (typeof value === "boolean") return t(`audit:value.${value}`);
  // An ID or the number of a version has no separators of thousands.
  if (typeof value === "number")
    return name.endsWith("count") ? formatNumber(value) : String(value);
  if (typeof value === "string")
    return isOwnTime(name, value) ? formatDateTime(value) : codeWords(name, value);
  if (Array.isArray(value)) {
    return value.length === 0
      ? t("audit:value.none")
      : value.map((one: unknown) => valueWords(name, one)).join(", ");
  }
  return Object.entries(value as object)
    .map(([part, one]) => `${nameWords(part)}: ${valueWords(part, one)}`)
    .join("; ");
}

/** A code in words, where it is one that the product has words for; else the text as it was stored. */
function codeWords(name: string, text: string): string {
  if (!/^\w+$/.test(text)) return text;
  for (const place of wordsOf[name] ?? []) {
    const key = place.includes(":") ? `${place}.${text}` : `${place}:${text}`;
    if (hasWords(key)) return t(key);
  }
  return text;
}
