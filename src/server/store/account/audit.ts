// The audit trail. Each entry is written in the transaction of its change.
import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { sql, type SQL } from "drizzle-orm";
import type { AuditAction } from "../../../domain/account/audit.ts";
import type { Database } from "../../context.ts";
import { isContended } from "../database-fault.ts";
import { auditEntry } from "../schema/account.ts";

/** The viewer and the request; a handler's context is an author. */
export type AuditAuthor = {
  readonly viewer: {
    readonly account_id: number | null;
    readonly customer_id: number | null;
    /** Of the access token that a program has made the request with. */
    readonly access_token_id?: number;
  };
  readonly request_id: string;
};

/** Pause before a change that the database has ended is made once more; up to twice as long. */
const CONTENDED_MS = 50;

/** Never put codes, passwords or tokens in an entry. */
export type AuditEntry = {
  readonly action: AuditAction;
  /** The customer concerned; by default the one that the author acts for, else the owner of what `detail` names. */
  readonly customer_id?: number | null;
  readonly detail?: Readonly<Record<string, unknown>>;
};

/** The author of a request without a viewer; `account` is null if it is unknown. */
export function authorOf(
  account: { readonly id: number; readonly customer_id: number } | null,
  request_id: string,
): AuditAuthor {
  const { id = null, customer_id = null } = account ?? {};
  return { viewer: { account_id: id, customer_id }, request_id };
}

/** Writes an entry; `db` is the transaction of the change, if there is one. */
export async function writeAuditEntry(
  { viewer, request_id }: AuditAuthor,
  db: Database,
  { action, customer_id = viewer.customer_id, detail }: AuditEntry,
): Promise<void> {
  const { account_id, access_token_id } = viewer;
  const concerned = customer_id ?? ownerOf(detail);
  const by = access_token_id === undefined ? detail : { ...detail, access_token_id };
  await db
    .insert(auditEntry)
    .values({ account_id, customer_id: concerned, action, detail: by, request_id });
}

/** The customer whose plant, analysis, task or user the entry names: staff who act for no customer act on those of one. */
function ownerOf(detail: AuditEntry["detail"]): SQL<number> | null {
  const { plant_id, analysis_id, task_id, user_id } = detail ?? {};
  if (typeof plant_id === "number") {
    return sql`(select p.customer_id from plant p where p.id = ${plant_id})`;
  }
  if (typeof analysis_id === "number") {
    return sql`(select p.customer_id from analysis a join plant p on p.id = a.plant_id
      where a.id = ${analysis_id})`;
  }
  if (typeof task_id === "number") {
    return sql`(select p.customer_id from task t left join analysis a on a.id = t.analysis_id
      join plant p on p.id = coalesce(t.plant_id, a.plant_id) where t.id = ${task_id})`;
  }
  if (typeof user_id !== "number") return null;
  return sql`(select c.customer_id from account c where c.id = ${user_id})`;
}

/**
 * Makes a change and writes its entry in one transaction. `entryOf` gets the result of the change; if it
 * answers null, no entry is written. Where the database ends the transaction because another one waits for it, all is
 * done once more: so `change` does nothing outside of its transaction.
 */
export async function changeWithAudit<T>(
  author: AuditAuthor & { readonly db: Database },
  change: (transaction: Database) => Promise<T>,
  entryOf: (changed: T) => AuditEntry | null,
): Promise<T> {
  const run = () =>
    author.db.transaction(async (transaction) => {
      const changed = await change(transaction);
      const entry = entryOf(changed);
      if (entry !== null) await writeAuditEntry(author, transaction, entry);
      return changed;
    });
  try {
    return await run();
  } catch (error) {
    if (!isContended(error)) throw error;
    // The other one goes on first: at once, both would take their first locks again.
    await sleep(CONTENDED_MS + randomInt(CONTENDED_MS));
    return run();
  }
}
