// Releases, withdraws or hides the results of an analysis.
import type { Analysis, Visibility } from "../../domain/analysis/analysis.ts";
import type { Context } from "../context.ts";
import { changeWithAudit } from "../store/account/audit.ts";
import { updateAnalysis } from "../store/plant/analysis.ts";

/** Stores the visibility and answers the changed analysis. The caller checks the rule. */
export async function changeVisibility(
  context: Context,
  before: Analysis,
  visibility: Visibility,
): Promise<Analysis> {
  const released_at =
    visibility === "released" ? (before.released_at ?? context.now().toISOString()) : null;
  await changeWithAudit(
    context,
    (db) => updateAnalysis(db, before.id, { visibility, released_at }),
    () => ({
      action: "set_analysis_visibility",
      detail: { analysis_id: before.id, from: before.visibility, to: visibility },
    }),
  );
  return { ...before, visibility, released_at };
}
