// Reports that a viewer sees: those of analyses that the viewer sees.
import { and, desc, eq, inArray, sql, type SQL } from "drizzle-orm";
import {
  managerSections,
  type Report,
  type ReportSection,
  type ReportTemplate,
} from "../../../../domain/report/report.ts";
import type { Problem } from "../../../../domain/error.ts";
import type { Database, Viewer } from "../../../context.ts";
import { analysis, task } from "../../schema/plant.ts";
import { report, reportTemplate } from "../../schema/report.ts";
import { isAnalysisSeen } from "../plant.ts";

type Scope = Pick<Viewer, "is_admin" | "is_super_admin">;
export type ReportRow = Omit<Report, "problem"> & {
  readonly problem: Problem | null;
  readonly object: string | null;
  readonly plant_image: string | null;
  readonly workbook: string | null;
  readonly pictures: string | null;
  readonly warranty: string | null;
};

type Keys = Pick<ReportRow, "object" | "plant_image" | "workbook" | "pictures" | "warranty">;

/** The objects that belong to a report. */
export function reportKeys({ object, plant_image, workbook, pictures, warranty }: Keys): string[] {
  return [object, plant_image, workbook, pictures, warranty].filter((key) => key !== null);
}

/** Condition: reports of analyses that the viewer sees. */
export function isReportSeen(db: Database, viewer: Scope): SQL {
  const seen = db.select({ id: analysis.id }).from(analysis).where(isAnalysisSeen(viewer));
  return inArray(report.analysis_id, seen);
}

/** Newest first. */
export async function readReports(
  db: Database,
  viewer: Scope,
  which: SQL | undefined,
): Promise<ReportRow[]> {
  return db
    .select({
      id: report.id,
      kind: report.kind,
      plant_id: report.plant_id,
      analysis_id: report.analysis_id,
      analysis_name: analysis.name,
      flown_at: analysis.flown_at,
      title: report.title,
      locale: report.locale,
      sections: report.sections,
      state: report.state,
      problem: report.problem,
      task_id: report.task_id,
      object: report.object,
      bytes: report.bytes,
      annexes: report.annexes,
      workbook: report.workbook,
      workbook_bytes: report.workbook_bytes,
      pictures: report.pictures,
      pictures_bytes: report.pictures_bytes,
      pictures_left_out: report.pictures_left_out,
      warranty: report.warranty,
      warranty_bytes: report.warranty_bytes,
      plant_image: report.plant_image,
      created_by: report.created_by,
      user_name: sql<string | null>`account_name(${report.created_by})`,
      created_at: report.created_at,
    })
    .from(report)
    .innerJoin(analysis, eq(analysis.id, report.analysis_id))
    .where(and(isAnalysisSeen(viewer), which))
    .orderBy(desc(report.id));
}

export const ofPlant = (id: number) => eq(report.plant_id, id);
export const withId = (id: number) => eq(report.id, id);
/** PDFs that can be read. */
export const readyOf = (analysis_id: number) =>
  and(eq(report.analysis_id, analysis_id), eq(report.kind, "report"), eq(report.state, "ready"));

/** Stores a report with the task that makes it, which the queue finds there; `db` is a transaction. */
export async function insertReport(
  db: Database,
  row: typeof report.$inferInsert,
  made: { readonly name: string; readonly input: object },
): Promise<number> {
  const [stored] = await db.insert(report).values(row).returning({ id: report.id });
  if (!stored) throw new Error("the report was not stored");
  const { plant_id, analysis_id, created_by } = row;
  const input = { ...made.input, report_id: stored.id };
  const [started] = await db
    .insert(task)
    .values({ name: made.name, input, plant_id, analysis_id, created_by })
    .returning({ id: task.id });
  if (!started) throw new Error("the task was not stored");
  await db.update(report).set({ task_id: started.id }).where(eq(report.id, stored.id));
  return stored.id;
}

/** Deletes it; answers the keys of its objects, null where it is gone already. */
export async function deleteReport(db: Database, id: number): Promise<string[] | null> {
  const [row] = await db.delete(report).where(eq(report.id, id)).returning();
  return row ? reportKeys(row) : null;
}

/** What the task needs to know; null if the report was deleted meanwhile. */
export async function readReportToMake(db: Database, id: number) {
  const [row] = await db.select().from(report).where(eq(report.id, id));
  return row ?? null;
}

/** Keys of the files that were made, with their sizes. */
export type MadeReport = Partial<
  Pick<
    typeof report.$inferSelect,
    | "object"
    | "bytes"
    | "workbook"
    | "workbook_bytes"
    | "pictures"
    | "pictures_bytes"
    | "pictures_left_out"
    | "warranty"
    | "warranty_bytes"
  >
>;

/** Serves the files; false if the report was deleted meanwhile. */
export async function publishReport(db: Database, id: number, made: MadeReport): Promise<boolean> {
  const done = await db
    .update(report)
    .set({ ...made, state: "ready", problem: null })
    .where(eq(report.id, id))
    .returning({ id: report.id });
  return done.length > 0;
}

export async function endFailedReport(db: Database, id: number, problem: Problem): Promise<void> {
  await db.update(report).set({ state: "failed", problem }).where(eq(report.id, id));
}

/** Those for a manager unless the customer has chosen. */
export async function readTemplate(db: Database, customer_id: number): Promise<ReportTemplate> {
  const [row] = await db
    .select({ sections: reportTemplate.sections })
    .from(reportTemplate)
    .where(eq(reportTemplate.customer_id, customer_id));
  return row ?? { sections: [...managerSections] };
}

export async function storeTemplate(
  db: Database,
  customer_id: number,
  sections: ReportSection[],
): Promise<void> {
  await db
    .insert(reportTemplate)
    .values({ customer_id, sections })
    .onConflictDoUpdate({ target: reportTemplate.customer_id, set: { sections } });
}
