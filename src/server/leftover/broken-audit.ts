// Entries of the audit trail that do not fit their seals: changed, removed or inserted ones. Only people can decide.
import { createHash } from "node:crypto";
import { desc, sql } from "drizzle-orm";
import type { Database } from "../context.ts";
import { auditSeal } from "../store/schema/account.ts";
import type { Found } from "./leftover.ts";

/** A seal; the hash in hexadecimal digits. */
export type AuditHead = { readonly position: number; readonly hash: string };

/** Rows that are read at once. */
const batch = 5000;

type Row = AuditHead & {
  readonly entry_id: number;
  /** Null where the entry is missing. */
  readonly id: string | null;
  readonly created_at: string | null;
  readonly microseconds: string | null;
  readonly account_id: string | null;
  readonly customer_id: string | null;
  readonly action: string | null;
  readonly detail: string | null;
  readonly request_id: string | null;
};

/**
 * Computes each seal again, from the entry and the stored seal before it: so one changed entry is one fault. An
 * entry whose seal was changed with it is found at the next seal.
 * @param head a seal that was noted earlier; without it, entries that were cut off at the end together with their
 *   seals are not noticed
 */
export async function* brokenAudit(db: Database, head?: AuditHead): AsyncGenerator<Found> {
  let before: AuditHead = { position: 0, hash: "" };
  for (;;) {
    const rows = await readSealed(db, before.position);
    if (rows.length === 0) break;
    for (const row of rows) {
      for (const words of rowFaults(row, before)) yield { words };
      if (head?.position === row.position && head.hash !== row.hash) {
        yield {
          words: `the seal ${row.position} of the audit trail is not the one that was noted`,
        };
      }
      before = row;
    }
  }
  if (head && head.position > before.position) {
    const words = `entries of the audit trail were removed at its end: it ends at seal ${before.position}, and seal ${head.position} was noted`;
    yield { words };
  }
  for (const { id, created_at, action } of await readUnsealed(db)) {
    yield {
      words: `entry ${id} of the audit trail (${action}, ${created_at}) was inserted without a seal`,
    };
  }
}

function* rowFaults(row: Row, before: AuditHead): Generator<string> {
  const { position, entry_id, hash } = row;
  const gap = position - before.position - 1;
  if (gap > 0) {
    yield `${gap === 1 ? "a seal" : `${gap} seals`} of the audit trail before seal ${position} were removed, and the entries perhaps too`;
  }
  if (row.id === null) {
    yield `entry ${entry_id} of the audit trail, with seal ${position}, was removed`;
    return;
  }
  // After a gap the seal before is unknown.
  if (gap > 0 || sealOf(row, before.hash) === hash) return;
  yield `entry ${entry_id} of the audit trail (${row.action}, ${row.created_at}) does not fit its seal ${position}: it was changed, or the one before with its seal`;
}

/** The hash of the entry after the seal before, in hexadecimal digits; as `seal_audit_entry` of the database makes it. */
function sealOf(row: Row, before: string): string {
  const hash = createHash("sha256").update(Buffer.from(before, "hex"));
  const { position, id, microseconds, account_id, customer_id, action, detail, request_id } = row;
  for (const field of [
    String(position),
    id,
    microseconds,
    account_id,
    customer_id,
    action,
    detail,
    request_id,
  ]) {
    hash.update(field === null ? "-" : `${Buffer.byteLength(field)}:${field}`);
  }
  return hash.digest("hex");
}

async function readSealed(db: Database, after: number): Promise<Row[]> {
  const { rows } = await db.execute<Row>(sql`
    select s.position::float8 as position, s.entry_id::float8 as entry_id,
      encode(s.hash, 'hex') as hash, e.id::text as id, e.created_at::text as created_at,
      (extract(epoch from e.created_at) * 1000000)::bigint::text as microseconds,
      e.account_id::text as account_id, e.customer_id::text as customer_id, e.action,
      e.detail::text as detail, e.request_id
    from audit_seal s left join audit_entry e on e.id = s.entry_id
    where s.position > ${after} order by s.position limit ${batch}`);
  return rows;
}

async function readUnsealed(
  db: Database,
): Promise<{ id: string; created_at: string; action: string }[]> {
  const { rows } = await db.execute<{
    id: string;
    created_at: string;
    action: string;
  }>(sql`
    select e.id::text as id, e.created_at::text as created_at, e.action from audit_entry e
    where not exists (select from audit_seal s where s.entry_id = e.id) order by e.id limit 1000`);
  return rows;
}

/** The newest seal; null without entries. Noted elsewhere, it shows later that nothing was cut off. */
export async function newestSeal(db: Database): Promise<AuditHead | null> {
  const [row] = await db.select().from(auditSeal).orderBy(desc(auditSeal.position)).limit(1);
  return row ? { position: row.position, hash: row.hash.toString("hex") } : null;
}

/** The seal of `--audit-head=POSITION:HASH`. */
export function auditHeadOf(word: string | undefined): AuditHead | undefined {
  const [position, hash] = word?.split("=")[1]?.split(":") ?? [];
  return position && hash ? { position: Number(position), hash } : undefined;
}
