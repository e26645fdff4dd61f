// Notes of releases, and the e-mails that were sent about them.
import { and, desc, eq, inArray, lt, ne, or, sql } from "drizzle-orm";
import {
  SENDING_MS,
  type AnalysisNote,
  type SentReleaseMail,
} from "../../../../domain/analysis/release-mail.ts";
import type { Database } from "../../../context.ts";
import type { ColumnsOf } from "../../columns-of.ts";
import { analysisNote, releaseMail } from "../../schema/release-mail.ts";

export async function readNote(
  db: Database,
  analysisId: number,
): Promise<(AnalysisNote & { readonly object: string }) | null> {
  const [row] = await db
    .select({
      object: analysisNote.object,
      file_name: analysisNote.file_name,
      content_type: analysisNote.content_type,
      bytes: analysisNote.bytes,
      created_by: sql<string | null>`account_name(${analysisNote.created_by})`,
      created_at: analysisNote.created_at,
    } satisfies ColumnsOf<AnalysisNote & { object: string }>)
    .from(analysisNote)
    .where(eq(analysisNote.analysis_id, analysisId));
  return row ?? null;
}

/** Replaces the notes; answers the object of earlier ones. The analysis is locked. */
export async function storeNote(
  db: Database,
  row: typeof analysisNote.$inferInsert,
): Promise<string | null> {
  const before = await readNote(db, row.analysis_id);
  await db.delete(analysisNote).where(eq(analysisNote.analysis_id, row.analysis_id));
  await db.insert(analysisNote).values(row);
  return before?.object ?? null;
}

/** Newest first. */
export function listMails(db: Database, analysisId: number): Promise<SentReleaseMail[]> {
  return db
    .select({
      id: releaseMail.id,
      recipient_id: releaseMail.recipient_id,
      recipient_name: releaseMail.recipient_name,
      email: releaseMail.email,
      state: releaseMail.state,
      sent_by: sql<string | null>`account_name(${releaseMail.sent_by})`,
      sent_at: releaseMail.sent_at,
      released_at: releaseMail.released_at,
    } satisfies ColumnsOf<SentReleaseMail>)
    .from(releaseMail)
    .where(eq(releaseMail.analysis_id, analysisId))
    .orderBy(desc(releaseMail.sent_at), desc(releaseMail.id));
}

type Claim = Omit<typeof releaseMail.$inferInsert, "id" | "state" | "sent_at">;

/**
 * Takes the right to send: those of these e-mails that are neither sent nor being sent. Of several requests at
 * the same time, each e-mail goes to one.
 */
export async function claimMails(
  db: Database,
  mails: readonly Claim[],
  now: Date,
): Promise<{ id: number; recipient_id: number }[]> {
  const at = now.toISOString();
  const isLeft = or(
    eq(releaseMail.state, "failed"),
    and(
      ne(releaseMail.state, "sent"),
      lt(releaseMail.sent_at, new Date(now.getTime() - SENDING_MS).toISOString()),
    ),
  );
  return db
    .insert(releaseMail)
    .values(mails.map((mail) => ({ ...mail, sent_at: at })))
    .onConflictDoUpdate({
      target: [releaseMail.analysis_id, releaseMail.released_at, releaseMail.recipient_id],
      set: {
        state: "sending",
        sent_at: at,
        sent_by: sql`excluded.sent_by`,
        email: sql`excluded.email`,
      },
      ...(isLeft && { setWhere: isLeft }),
    })
    .returning({ id: releaseMail.id, recipient_id: releaseMail.recipient_id });
}

export async function settleMails(
  db: Database,
  ids: readonly number[],
  state: "sent" | "failed",
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(releaseMail)
    .set({ state })
    .where(inArray(releaseMail.id, [...ids]));
}
