// The audit trail: who did what, written together with the change itself.
import type { AuditAction } from "../../../domain/account/audit.ts";
import type { Database } from "../../context.ts";
import { auditEntry } from "../schema/account.ts";

/** Who did it, and in which request; a handler's context is one. */
export type AuditAuthor = {
  readonly viewer: { readonly account_id: number | null; readonly customer_id: number | null };
  readonly request_id: string;
};

/** Never holds codes, passwords or tokens. */
export type AuditEntry = {
  readonly action: AuditAction;
  /** The customer concerned; where left out, the one that the author acts for. */
  readonly customer_id?: number | null;
  readonly detail?: Readonly<Record<string, unknown>>;
};

/** The author where there is no viewer yet; null where no account is known either. */
export function authorOf(
  account: { readonly id: number; readonly customer_id: number } | null,
  request_id: string,
): AuditAuthor {
  const { id = null, customer_id = null } = account ?? {};
  return { viewer: { account_id: id, customer_id }, request_id };
}

/** Writes an entry; `db` is the transaction of the change, where there is one. */
export async function writeAuditEntry(
  { viewer, request_id }: AuditAuthor,
  db: Database,
  { action, customer_id = viewer.customer_id, detail }: AuditEntry,
): Promise<void> {
  const { account_id } = viewer;
  await db.insert(auditEntry).values({ account_id, customer_id, action, detail, request_id });
}

/**
 * Changes something and writes the entry of it, both or neither. `entryOf` gets what the change
 * answered; with null nothing is written.
 */
export function changeWithAudit<T>(
  author: AuditAuthor & { readonly db: Database },
  change: (transaction: Database) => Promise<T>,
  entryOf: (changed: T) => AuditEntry | null,
): Promise<T> {
  return author.db.transaction(async (transaction) => {
    const changed = await change(transaction);
    const entry = entryOf(changed);
    if (entry !== null) await writeAuditEntry(author, transaction, entry);
    return changed;
  });
}
