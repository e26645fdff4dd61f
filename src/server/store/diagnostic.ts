// Errors that browsers reported, stored for a while.
import { and, desc, eq, gte, ilike, lt, or, sql, type SQL } from "drizzle-orm";
import { withoutQuery, type Diagnostic, type DiagnosticReport } from "../../domain/diagnostic.ts";
import type { Database } from "../context.ts";
import type { ColumnsOf } from "./columns-of.ts";
import { account, diagnostic } from "./schema/account.ts";

/** Stores new reports. A report that is sent again is stored once. */
export async function storeDiagnostics(
  db: Database,
  account_id: number,
  reports: readonly DiagnosticReport[],
): Promise<void> {
  const unique = [...new Map(reports.map((report) => [report.error_id, report])).values()];
  for (const { error_id, message, app_url, timestamp, app_version, user_agent } of unique) {
    await db.execute(sql`
      insert into diagnostic
        (account_id, error_id, message, app_url, timestamp, app_version, user_agent)
      select ${account_id}::integer, ${error_id}, ${message}, ${withoutQuery(app_url)}, ${timestamp},
        ${app_version ?? null}, ${user_agent ?? null}
      where not exists (select 1 from diagnostic d
        where d.error_id = ${error_id} and d.account_id = ${account_id}::integer)`);
  }
}

type Search = {
  readonly text: string;
  readonly since: Date | null;
  readonly before: number | null;
  readonly limit: number;
};

/** The reports that the viewer's database shows, newest first, and the total of the search. */
export async function readDiagnostics(
  db: Database,
  { text, since, before, limit }: Search,
): Promise<{ rows: Diagnostic[]; total: number }> {
  const name = sql<
    string | null
  >`nullif(trim(${account.first_name} || ' ' || ${account.last_name}), '')`;
  const words = text.split(/\s+/).filter(Boolean);
  const conditions: (SQL | undefined)[] = words.map((word) => {
    const like = `%${word.replace(/[\\%_]/g, "\\$&")}%`;
    return or(
      ilike(diagnostic.error_id, like),
      ilike(diagnostic.message, like),
      ilike(diagnostic.app_version, like),
      ilike(diagnostic.app_url, like),
      ilike(account.email, like),
      sql`${name} ilike ${like}`,
    );
  });
  if (since) conditions.push(gte(diagnostic.created_at, since.toISOString()));
  const condition = and(...conditions);
  const [rows, [count]] = await Promise.all([
    db
      .select({
        id: diagnostic.id,
        error_id: diagnostic.error_id,
        message: diagnostic.message,
        app_url: diagnostic.app_url,
        timestamp: diagnostic.timestamp,
        app_version: diagnostic.app_version,
        user_agent: diagnostic.user_agent,
        created_at: diagnostic.created_at,
        user_name: name,
        user_email: account.email,
      } satisfies ColumnsOf<Diagnostic>)
      .from(diagnostic)
      .leftJoin(account, eq(account.id, diagnostic.account_id))
      .where(and(condition, before === null ? undefined : lt(diagnostic.id, before)))
      .orderBy(desc(diagnostic.id))
      .limit(limit),
    db
      .select({ total: sql<number>`count(*)::integer` })
      .from(diagnostic)
      .leftJoin(account, eq(account.id, diagnostic.account_id))
      .where(condition),
  ]);
  return {
    rows,
    total: count?.total ?? 0,
  };
}

/** Deletes reports that arrived before. */
export async function sweepDiagnostics(db: Database, before: Date): Promise<void> {
  await db.delete(diagnostic).where(lt(diagnostic.created_at, before.toISOString()));
}
