// An entry of the audit trail in words.
import type { AuditAction } from "../../domain/account/audit.ts";
import type { AuditRow } from "../../domain/account/audit-trail.ts";
import { contentWords } from "../../state/settings/audit-content.ts";
import { keyFigureById } from "../../domain/key-figure/key-figure.ts";
import { formatDateTime, formatDay, formatNumber, hasWords, t } from "../../state/shell/locale.ts";

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
  "finding:field",
  "loss:setting",
  "plant-settings:dimension",
  "customer:field",
  "product-package:field",
  "analysis:field",
  "plant:form",
  "flight:field",
  "single-sign-on:field",
] as const;

/** The key of the words of a fact; undefined for one that this version does not know. */
export function factKey(name: string): string | undefined {
  return namePlaces.map((place) => `${place}.${name}`).find((key) => hasWords(key));
}

/** A name that this version does not know is shown as it was stored, in separate words. */
function nameWords(name: string): string {
  const key = factKey(name);
  return key === undefined ? name.replaceAll("_", " ") : t(key);
}

/** Where the words of a fact's codes are, beside those of the audit trail. */
const wordsOf: Readonly<Record<string, readonly string[]>> = {
  from: ["user:role", "analyses:state", "analyses:visibility"],
  to: ["user:role", "analyses:state", "analyses:visibility"],
  role: ["user:role"],
  status: ["work-order:status", "finding:status"],
  priority: ["work-order:priority"],
  rma: ["finding:rma.state"],
  granted: ["permission"],
  revoked: ["permission"],
  reason: ["refusal"],
  factor: ["audit:value"],
  by: ["audit:value"],
  step: ["audit:value"],
  field: ["audit:value"],
  kind: ["audit:value"],
  placement: ["audit:value"],
  auth_method: ["audit:auth_method"],
  event: ["analysis:step"],
  invoice_state: ["analysis:invoice.state"],
  verdict: ["evaluation:review.verdict"],
  type: ["order:type"],
  scopes: ["access-token:scope"],
  sections: ["report:section"],
  events: ["webhook:event"],
  format: ["audit:value"],
};

/** The key of the words of a code; undefined where it has none. */
export function codeKey(name: string, code: string): string | undefined {
  const word = code.replaceAll(".", "_");
  const places = (wordsOf[name] ?? []).map((place) =>
    place.includes(":") ? `${place}.${word}` : `${place}:${word}`,
  );
  return /^\w+$/.test(word) ? places.find((key) => hasWords(key)) : undefined;
}

/** What users and the server did. */
const ownTimes: ReadonlySet<string> = new Set(["expires_at"]);
const days: ReadonlySet<string> = new Set([
  "start_date",
  "end_date",
  "due_on",
  "done_on",
  "replaced_on",
]);
/** Names of fields, as a list or as words of a text. */
const fieldLists: ReadonlySet<string> = new Set(["fields"]);
/** Numbers of things, and sizes; all other numbers are IDs and versions, which have no separators of thousands. */
const counts: ReadonlySet<string> = new Set(
  (
    "ended finished meters reviewers user_limit row_limit user_row_limit storage_limit_gb user_storage_limit_gb " +
    "take_off_positions flight_polygons no_fly_polygons obstacles container_volume_gb gpu_count flight_speed"
  ).split(" "),
);
const isCount = (name: string) =>
  name === "count" ||
  name.endsWith("_count") ||
  counts.has(name) ||
  hasWords(`loss:setting.${name}`) ||
  hasWords(`plant-settings:dimension.${name}`);

function valueWords(name: string, value: unknown): string {
  if (value === null) return t("audit:value.none");
  if (typeof value === "boolean") return t(`audit:value.${value}`);
  if (fieldLists.has(name) && (typeof value === "string" || Array.isArray(value))) {
    const names = typeof value === "string" ? value.split(" ") : value.map(String);
    return names.filter(Boolean).map(nameWords).join(", ") || t("audit:value.none");
  }
  if (typeof value === "number") return numberWords(name, value);
  if (typeof value === "string") return textWords(name, value);
  if (Array.isArray(value)) {
    return value.length === 0
      ? t("audit:value.none")
      : value.map((one: unknown) => valueWords(name, one)).join(", ");
  }
  return Object.entries(value as object)
    .map(([part, one]) => `${nameWords(part)}: ${valueWords(part, one)}`)
    .join("; ");
}

function numberWords(name: string, value: number): string {
  if (name === "key_figure_ids" || name === "key_figure_id") {
    const figure = keyFigureById(value);
    if (figure) return t(`key-figure:${figure.key}.name`);
  }
  const key = codeKey(name, String(value));
  if (key !== undefined) return t(key);
  return isCount(name) ? formatNumber(value, 3) : String(value);
}

/** A code in words, where it is one that the product has words for; a day and a time as the user writes them; else the text as it was stored. */
function textWords(name: string, text: string): string {
  if (ownTimes.has(name) && /^\d{4}-.*Z$/.test(text)) return formatDateTime(text);
  // The instant of a plant whose clock is not known here.
  const instant = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d).*Z$/.exec(text);
  if (instant) return `${instant[1]} ${instant[2]} UTC`;
  if (days.has(name) && /^\d{4}-\d\d-\d\d$/.test(text)) return formatDay(text);
  const figure = /^kf_(\d+)$/.exec(text)?.[1];
  if (figure !== undefined) return numberWords("key_figure_id", Number(figure));
  if (name === "component_type" && hasWords(`component:type.${text}.many`))
    return t(`component:type.${text}.many`);
  const key = codeKey(name, text);
  return key === undefined ? text : t(key);
}
