// Uploads of drone data: begun, written under a lease, ended.
import { and, asc, eq, gt, inArray, lt, ne, or, sql, isNull } from "drizzle-orm";
import type { AnalysisUpload, UploadState } from "../../../../domain/analysis/analysis-upload.ts";
import { nameKey } from "../../../../domain/analysis/upload-name.ts";
import { limits } from "../../../../domain/limits.ts";
import type { Database, Viewer } from "../../../context.ts";
import { isAnalysisSeen, isPlantSeen, type ViewerScope } from "../plant.ts";
import { account } from "../../schema/account.ts";
import { analysisUpload } from "../../schema/analysis-file.ts";
import { analysis, plant } from "../../schema/plant.ts";

export type UploadRow = typeof analysisUpload.$inferSelect;

/** A writer renews its lease; one that is not renewed for so long is free. */
export const leaseMs = 5000;

const leaseEnd = sql`now() + ${`${leaseMs} milliseconds`}::interval`;
const isRunning = eq(analysisUpload.state, "running");

export async function insertUpload(
  db: Database,
  row: Pick<
    typeof analysisUpload.$inferInsert,
    "analysis_id" | "account_id" | "file_name" | "object" | "handle" | "bytes"
  >,
): Promise<UploadRow> {
  const name_key = nameKey(row.file_name);
  const [inserted] = await db
    .insert(analysisUpload)
    .values({ ...row, name_key })
    .returning();
  if (!inserted) throw new Error("the upload was not stored");
  return inserted;
}

/**
 * The upload, or null if there is none, the viewer does not see its analysis, or another user has begun it: two
 * writers of one file would spoil it. One whose user was removed belongs to all who may upload to the analysis.
 */
export async function readUpload(
  db: Database,
  viewer: ViewerScope & Pick<Viewer, "account_id">,
  id: number,
): Promise<UploadRow | null> {
  const { account_id } = analysisUpload;
  const isOwn = or(eq(account_id, viewer.account_id), isNull(account_id));
  const [row] = await db
    .select({ upload: analysisUpload })
    .from(analysisUpload)
    .innerJoin(analysis, eq(analysis.id, analysisUpload.analysis_id))
    .innerJoin(plant, eq(plant.id, analysis.plant_id))
    .where(and(eq(analysisUpload.id, id), isOwn, isPlantSeen(viewer), isAnalysisSeen(viewer)));
  return row?.upload ?? null;
}

/** The upload as it is now, for those who have seen it. */
export async function readUploadRow(db: Database, id: number): Promise<UploadRow | null> {
  const [row] = await db.select().from(analysisUpload).where(eq(analysisUpload.id, id));
  return row ?? null;
}

/** The uploads of the analysis that have not ended, oldest first. */
export async function readRunningUploads(
  db: Database,
  analysis_id: number,
  expiry_hours: number,
): Promise<AnalysisUpload[]> {
  const rows = await db
    .select({ upload: analysisUpload, user_name: userName })
    .from(analysisUpload)
    .where(and(eq(analysisUpload.analysis_id, analysis_id), isRunning))
    .orderBy(asc(analysisUpload.id));
  return rows.map(({ upload, user_name }) => ({
    ...upload,
    user_name,
    expires_at: expiryOf(upload, expiry_hours),
  }));
}

const userName = sql<string | null>`account_name(${analysisUpload.account_id})`;

/** ISO 8601. */
export function expiryOf({ updated_at }: Pick<UploadRow, "updated_at">, hours: number): string {
  return new Date(Date.parse(updated_at) + hours * 3600_000).toISOString();
}

/** How many uploads of the account have begun and not ended. */
export async function countRunningUploads(db: Database, account_id: number): Promise<number> {
  return db.$count(analysisUpload, and(eq(analysisUpload.account_id, account_id), isRunning));
}

/** Gives the lease to a writer; null where the upload has ended or another writer holds it. */
export async function takeLease(
  db: Database,
  id: number,
  lease: string,
): Promise<UploadRow | null> {
  const isFree = or(isNull(analysisUpload.lease_until), lt(analysisUpload.lease_until, sql`now()`));
  const [row] = await db
    .update(analysisUpload)
    .set({ lease, lease_until: leaseEnd })
    .where(and(eq(analysisUpload.id, id), isRunning, isFree))
    .returning();
  return row ?? null;
}

const isHeld = (id: number, lease: string) =>
  and(
    eq(analysisUpload.id, id),
    isRunning,
    eq(analysisUpload.lease, lease),
    gt(analysisUpload.lease_until, sql`now()`),
  );

/** False if the writer has lost the lease. */
export async function renewLease(db: Database, id: number, lease: string): Promise<boolean> {
  const rows = await db
    .update(analysisUpload)
    .set({ lease_until: leaseEnd })
    .where(isHeld(id, lease))
    .returning({ id: analysisUpload.id });
  return rows.length === 1;
}

/**
 * Stores what has arrived; null if the writer has lost the lease, and then nothing is stored. The last time it
 * gives the lease back as well.
 */
export async function storeOffset(
  db: Database,
  { id, lease, isLast }: { readonly id: number; readonly lease: string; readonly isLast: boolean },
  { offset, parts }: { readonly offset: number; readonly parts: readonly string[] },
): Promise<UploadRow | null> {
  const [row] = await db
    .update(analysisUpload)
    .set({
      offset,
      parts: [...parts],
      updated_at: sql`now()`,
      ...(isLast ? { lease: null, lease_until: null } : { lease_until: leaseEnd }),
    })
    .where(isHeld(id, lease))
    .returning();
  return row ?? null;
}

export async function releaseLease(db: Database, id: number, lease: string): Promise<void> {
  await db
    .update(analysisUpload)
    .set({ lease: null, lease_until: null })
    .where(and(eq(analysisUpload.id, id), eq(analysisUpload.lease, lease)));
}

/** Ends a running upload; null if it has ended already. With a lease only for its holder. */
export async function endUpload(
  db: Database,
  id: number,
  state: Exclude<UploadState, "running">,
  { lease, sha256 }: { readonly lease?: string; readonly sha256?: string } = {},
): Promise<UploadRow | null> {
  const [row] = await db
    .update(analysisUpload)
    .set({ state, sha256: sha256 ?? null, lease: null, lease_until: null, updated_at: sql`now()` })
    .where(lease === undefined ? and(eq(analysisUpload.id, id), isRunning) : isHeld(id, lease))
    .returning();
  return row ?? null;
}

/** Running uploads that were not continued since. Those that are being written to are left alone. */
export async function readAbandonedUploads(db: Database, before: Date): Promise<UploadRow[]> {
  const isFree = or(isNull(analysisUpload.lease_until), lt(analysisUpload.lease_until, sql`now()`));
  return db
    .select()
    .from(analysisUpload)
    .where(and(isRunning, isFree, lt(analysisUpload.updated_at, before.toISOString())));
}

/** Removes the rows of uploads that ended before. Their bytes are leftovers then. */
export async function sweepUploads(db: Database, before: Date): Promise<void> {
  const { state, updated_at } = analysisUpload;
  await db
    .delete(analysisUpload)
    .where(and(ne(state, "running"), lt(updated_at, before.toISOString())));
}

const isRecent = gt(
  analysisUpload.updated_at,
  sql`now() - ${`${limits.uploadingMs} milliseconds`}::interval`,
);

/** Who uploads what now, of the analyses that the viewer sees. */
export async function readUploadingUsers(db: Database, viewer: Viewer) {
  const { bytes, offset, updated_at } = analysisUpload;
  return db
    .select({
      user_id: account.id,
      user_name: sql<string>`account_name(${account.id})`,
      analysis_id: analysis.id,
      analysis_name: analysis.name,
      plant_name: plant.name,
      file_count: sql<number>`count(*)::int`,
      bytes: sql<number>`sum(${bytes})`.mapWith(Number),
      offset: sql<number>`sum(${offset})`.mapWith(Number),
      updated_at: sql<string>`max(${updated_at})`.mapWith((text: string) =>
        new Date(text).toISOString(),
      ),
    })
    .from(analysisUpload)
    .innerJoin(account, eq(account.id, analysisUpload.account_id))
    .innerJoin(analysis, eq(analysis.id, analysisUpload.analysis_id))
    .innerJoin(plant, eq(plant.id, analysis.plant_id))
    .where(and(isRunning, isRecent, isPlantSeen(viewer), isAnalysisSeen(viewer)))
    .groupBy(account.id, analysis.id, plant.id)
    .orderBy(asc(account.id), asc(analysis.id));
}

/** Whether the account uploads now. */
export async function isUploading(db: Database, account_id: number): Promise<boolean> {
  const own = and(eq(analysisUpload.account_id, account_id), isRunning, isRecent);
  return (await db.$count(analysisUpload, own)) > 0;
}

/** Uploads whose bytes are still needed: those that run, and those in quarantine. */
export async function readGrowingUploads(db: Database): Promise<UploadRow[]> {
  return db
    .select()
    .from(analysisUpload)
    .where(inArray(analysisUpload.state, ["running", "expired"]));
}
