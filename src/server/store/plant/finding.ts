// Flagged findings of an evaluation, and the verdicts of their reviewers.
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type {
  FoundFinding,
  ReviewState,
  Verdict,
} from "../../../domain/evaluation/finding-review.ts";
import type { Database } from "../../context.ts";
import { findingVerdict, flaggedFinding } from "../schema/finding.ts";
import { analysis } from "../schema/plant.ts";

const ROWS_AT_ONCE = 1000;

/** Of a new evaluation. Verdicts on those before end with them. */
export async function replaceFindings(
  db: Database,
  analysis_id: number,
  findings: readonly FoundFinding[],
): Promise<void> {
  await db.delete(flaggedFinding).where(eq(flaggedFinding.analysis_id, analysis_id));
  for (let from = 0; from < findings.length; from += ROWS_AT_ONCE) {
    const rows = findings.slice(from, from + ROWS_AT_ONCE).map((one) => ({
      ...one,
      analysis_id,
      reasons: [...one.reasons],
      candidates: [...one.candidates],
    }));
    await db.insert(flaggedFinding).values(rows);
  }
}

export type FindingRow = typeof flaggedFinding.$inferSelect;

/** In the order of the twin; `id` narrows them to one. */
export function listFindings(db: Database, analysis_id: number): Promise<FindingRow[]> {
  return db
    .select()
    .from(flaggedFinding)
    .where(eq(flaggedFinding.analysis_id, analysis_id))
    .orderBy(asc(flaggedFinding.row));
}

/** Locked until the transaction ends, so that of two verdicts the second sees the first. */
export async function lockFinding(
  db: Database,
  analysis_id: number,
  id: number,
): Promise<FindingRow | null> {
  const [row] = await db
    .select()
    .from(flaggedFinding)
    .where(and(eq(flaggedFinding.id, id), eq(flaggedFinding.analysis_id, analysis_id)))
    .for("update");
  return row ?? null;
}

/** The verdicts on the findings of an analysis, the first ones first. */
export function listVerdicts(db: Database, analysis_id: number) {
  return db
    .select({
      finding_id: findingVerdict.finding_id,
      account_id: findingVerdict.account_id,
      user_name: sql<string>`coalesce(account_name(${findingVerdict.account_id}), '')`,
      verdict: findingVerdict.verdict,
      moved_to: findingVerdict.moved_to,
    })
    .from(findingVerdict)
    .innerJoin(flaggedFinding, eq(flaggedFinding.id, findingVerdict.finding_id))
    .where(eq(flaggedFinding.analysis_id, analysis_id))
    .orderBy(asc(findingVerdict.created_at), asc(findingVerdict.account_id));
}
export type VerdictRow = Awaited<ReturnType<typeof listVerdicts>>[number];

export async function storeVerdict(
  db: Database,
  finding_id: number,
  account_id: number,
  verdict: Verdict,
): Promise<void> {
  await db
    .insert(findingVerdict)
    .values({ finding_id, account_id, ...verdict })
    .onConflictDoUpdate({
      target: [findingVerdict.finding_id, findingVerdict.account_id],
      set: verdict,
    });
}

export async function removeVerdicts(db: Database, finding_id: number): Promise<void> {
  await db.delete(findingVerdict).where(eq(findingVerdict.finding_id, finding_id));
}

export async function updateFinding(
  db: Database,
  id: number,
  fields: Pick<FindingRow, "state" | "moved_to" | "changes">,
): Promise<void> {
  await db.update(flaggedFinding).set(fields).where(eq(flaggedFinding.id, id));
}

/** Findings that nobody has decided. */
export async function countOpenFindings(db: Database, analysis_id: number): Promise<number> {
  const undecided: ReviewState[] = ["open", "disputed"];
  return db.$count(
    flaggedFinding,
    and(eq(flaggedFinding.analysis_id, analysis_id), inArray(flaggedFinding.state, undecided)),
  );
}

export async function readReviewers(db: Database, analysis_id: number): Promise<1 | 2> {
  const [row] = await db
    .select({ reviewers: analysis.reviewers })
    .from(analysis)
    .where(eq(analysis.id, analysis_id));
  return row?.reviewers === 2 ? 2 : 1;
}

export async function writeReviewers(db: Database, id: number, reviewers: 1 | 2): Promise<void> {
  await db.update(analysis).set({ reviewers }).where(eq(analysis.id, id));
}
