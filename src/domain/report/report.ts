// An O&M report: a PDF of one analysis, made by a task, with the sections that its customer wants.
import { z } from "zod";
import { permissionMissing, type ViewerFacts } from "../account/viewer.ts";
import { userLocales } from "../account/user.ts";
import { problemShape } from "../error-shape.ts";
import type { Refusal } from "../error.ts";
import { idShape } from "../id.ts";
import { lineShape } from "../text.ts";
import { hasResults, type Analysis } from "../analysis/analysis.ts";

export const reportTask = "generate_report";

/** In the order of the report. The head with title and dates always comes first. */
export const reportSections = [
  "key_numbers",
  "charts",
  "changes",
  "fault_map",
  "coverage",
  "worst",
  "work_list",
  "conditions",
  "method",
  "statistics",
  "maps",
  "findings",
  "annex",
] as const;
export type ReportSection = (typeof reportSections)[number];

/** What a manager reads, on at most ten pages. The other sections make the long form, with a card of each finding. */
export const managerSections: readonly ReportSection[] = reportSections.slice(
  0,
  reportSections.indexOf("statistics"),
);

/** Files that go with a report on demand: tables as a workbook, and the pictures of its findings as a ZIP. */
export const reportAnnexes = ["workbook", "pictures"] as const;
export type ReportAnnex = (typeof reportAnnexes)[number];

/** A PDF with what goes with it, or a ZIP for makers (warranty-package.ts). */
export const reportKinds = ["report", "warranty"] as const;

export const reportStates = ["waiting", "ready", "failed"] as const;

export const sectionsShape = z
  .array(z.enum(reportSections))
  .min(1)
  .refine(isUnique, "field_invalid");

function isUnique(all: readonly string[]): boolean {
  return new Set(all).size === all.length;
}

export const reportFormShape = z.object({
  analysis_id: idShape,
  /** Empty: the report is named after the analysis, in its own language. */
  title: lineShape.max(200),
  locale: z.enum(userLocales),
  sections: sectionsShape,
  annexes: z.array(z.enum(reportAnnexes)).refine(isUnique, "field_invalid"),
});
export type ReportForm = z.infer<typeof reportFormShape>;

export const reportShape = reportFormShape.extend({
  id: idShape,
  kind: z.enum(reportKinds),
  plant_id: idShape,
  /** Empty for a warranty package. */
  sections: z.array(z.enum(reportSections)),
  analysis_name: z.string(),
  flown_at: z.string(),
  state: z.enum(reportStates),
  /** Why it failed, in the viewer's language. */
  problem: problemShape.extend({ message: z.string() }).nullable(),
  task_id: idShape.nullable(),
  bytes: z.number().int().nullable(),
  /** Of what goes with it; null where it was not asked for or is not made yet. */
  workbook_bytes: z.number().int().nullable(),
  pictures_bytes: z.number().int().nullable(),
  /** Pictures that did not fit into the ZIP, or whose file is gone; null where none was counted. */
  pictures_left_out: z.number().int().nullable(),
  warranty_bytes: z.number().int().nullable(),
  created_by: idShape.nullable(),
  /** Null for a deleted user. */
  user_name: z.string().nullable(),
  created_at: z.string(),
});
export type Report = z.infer<typeof reportShape>;

/** The sections that a customer's reports have unless others are chosen. */
export const reportTemplateShape = z.object({ sections: sectionsShape });
export type ReportTemplate = z.infer<typeof reportTemplateShape>;

/** Why no report of the analysis can be made, or null. */
export function createReportRefusal(analysis: Pick<Analysis, "key_figure_ids">): Refusal | null {
  return hasResults(analysis) ? null : { reason: "report_without_result" };
}

/** Why the report cannot be deleted, or null. Those of others need a permission of their own. */
export function deleteReportRefusal(
  { account_id, permissions }: Pick<ViewerFacts, "account_id" | "permissions">,
  report: Pick<Report, "created_by">,
): Refusal | null {
  if (permissions.has("DELETE_OTHER_REPORT")) return null;
  return report.created_by === account_id ? null : permissionMissing;
}
