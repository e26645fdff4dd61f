// Flagged findings of an evaluation, and the verdicts of their reviewers.
import { and, asc, eq, inArray, notInArray, sql } from "drizzle-orm";
import {
  isSameFinding,
  type FoundFinding,
  type ReviewState,
  type Verdict,
} from "../../../../domain/evaluation/finding-review.ts";
import type { Database } from "../../../context.ts";
import { findingVerdict, flaggedFinding } from "../../schema/finding.ts";
import { analysis } from "../../schema/plant.ts";

const ROWS_AT_ONCE = 1000;

/**
 * Of a new evaluation. A finding that a reviewer judged keeps its verdicts where the evaluation says the same of the
 * component; where it says something else, the finding is open again, and says that it has changed. Answers the
 * judged ones that were kept.
 */
export async function renewFindings(
  db: Database,
  analysis_id: number,
  findings: readonly FoundFinding[],
): Promise<FindingRow[]> {
  const judged = new Set((await listVerdicts(db, analysis_id)).map((one) => one.finding_id));
  const before = new Map(
    (await listFindings(db, analysis_id))
      .filter(({ id }) => judged.has(id))
      .map((one) => [placeOf(one), one]),
  );
  const fresh: (typeof flaggedFinding.$inferInsert)[] = [];
  const kept: FindingRow[] = [];
  for (const found of findings) {
    const known = before.get(placeOf(found));
    const fields = { ...found, reasons: [...found.reasons], candidates: [...found.candidates] };
    if (known && isSameFinding(known, found)) {
      const reasons = fields.reasons.length > 0 ? fields.reasons : known.reasons;
      kept.push({ ...known, ...fields, reasons });
    } else if (known) {
      fresh.push({ ...fields, analysis_id, reasons: [...fields.reasons, "changed"] });
    } else if (fields.reasons.length > 0) fresh.push({ ...fields, analysis_id });
  }
  const ids = kept.map(({ id }) => id);
  await db
    .delete(flaggedFinding)
    .where(and(eq(flaggedFinding.analysis_id, analysis_id), notInArray(flaggedFinding.id, ids)));
  for (const { id, row, pcs, value, confidence, reasons, candidates } of kept) {
    const now = { row, pcs, value, confidence, reasons, candidates };
    await db.update(flaggedFinding).set(now).where(eq(flaggedFinding.id, id));
  }
  for (let from = 0; from < fresh.length; from += ROWS_AT_ONCE)
    await db.insert(flaggedFinding).values(fresh.slice(from, from + ROWS_AT_ONCE));
  return kept;
}

const placeOf = ({ component_type, dt_id }: Pick<FoundFinding, "component_type" | "dt_id">) =>
  `${component_type} ${dt_id}`;

/** dt_ids of the components that a reviewer has judged. */
export async function listJudged(db: Database, analysis_id: number): Promise<string[]> {
  const rows = await db
    .selectDistinct({ dt_id: flaggedFinding.dt_id })
    .from(findingVerdict)
    .innerJoin(flaggedFinding, eq(flaggedFinding.id, findingVerdict.finding_id))
    .where(eq(flaggedFinding.analysis_id, analysis_id));
  return rows.map(({ dt_id }) => dt_id);
}

export type FindingRow = typeof flaggedFinding.$inferSelect;

/** One of an analysis, or null. */
export async function readFinding(
  db: Database,
  analysis_id: number,
  id: number,
): Promise<FindingRow | null> {
  const [row] = await db
    .select()
    .from(flaggedFinding)
    .where(and(eq(flaggedFinding.id, id), eq(flaggedFinding.analysis_id, analysis_id)));
  return row ?? null;
}

/** In the order of the twin. */
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

/** The verdicts on the findings of an analysis, or on one of them, the first ones first. */
export function listVerdicts(db: Database, analysis_id: number, finding_id?: number) {
  return db
    .select({
      finding_id: findingVerdict.finding_id,
      account_id: findingVerdict.account_id,
      user_name: sql<string>`coalesce(account_name(${findingVerdict.account_id}), '')`,
      verdict: findingVerdict.verdict,
      moved_to: findingVerdict.moved_to,
      stated_as: findingVerdict.stated_as,
    })
    .from(findingVerdict)
    .innerJoin(flaggedFinding, eq(flaggedFinding.id, findingVerdict.finding_id))
    .where(
      and(
        eq(flaggedFinding.analysis_id, analysis_id),
        finding_id === undefined ? undefined : eq(findingVerdict.finding_id, finding_id),
      ),
    )
    .orderBy(asc(findingVerdict.created_at), asc(findingVerdict.account_id));
}

/** The verdicts of all findings of an analysis by finding, in one query. */
export async function verdictsByFinding(
  db: Database,
  analysis_id: number,
): Promise<ReadonlyMap<number, VerdictRow[]>> {
  return Map.groupBy(await listVerdicts(db, analysis_id), ({ finding_id }) => finding_id);
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
  fields: Pick<FindingRow, "state" | "moved_to" | "stated_as" | "changes">,
): Promise<void> {
  await db.update(flaggedFinding).set(fields).where(eq(flaggedFinding.id, id));
}

/** Findings without a decision. */
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
