// Releases, withdraws or hides the results of an analysis.
import type { Analysis, Visibility } from "../../domain/analysis/analysis.ts";
import { failure } from "../../domain/error.ts";
import { confirmationRefusal } from "../../domain/analysis/release-effect.ts";
import type { Context, Database } from "../context.ts";
import { requireFound } from "../implement.ts";
import { changeWithAudit } from "../store/account/audit.ts";
import { writeHistory } from "../store/plant/analysis/analysis-change.ts";
import { updateAnalysis } from "../store/plant/analysis/analysis.ts";
import { tellRelease } from "../store/plant/finding/webhook-event.ts";
import { lockAnalysis } from "../store/plant/column/column.ts";
import { countUnsure } from "./release-effect.ts";

/**
 * Stores the visibility and answers the changed analysis. The caller checks the rule for `before`; of several
 * changes at the same time the first one holds, and the others are refused.
 * @param also runs in the transaction of a release, and of the one that takes it back
 * @param confirmation why results are released though the place of components is not sure; kept in the history
 */
export async function changeVisibility(
  context: Context,
  before: Analysis,
  visibility: Visibility,
  also: Readonly<Record<"released" | "withdrawn", (db: Database) => Promise<unknown>>>,
  confirmation?: string,
): Promise<Analysis> {
  const released_at = visibility === "released" ? context.now().toISOString() : null;
  await changeWithAudit(
    context,
    async (db) => {
      const row = requireFound(await lockAnalysis(db, before.id));
      if (row.visibility !== before.visibility) {
        throw failure("CONFLICT", { reason: "visibility_changed_meanwhile" });
      }
      const unsure = visibility === "released" ? await countUnsure(db, before.id) : 0;
      const refusal = confirmationRefusal(unsure, confirmation);
      if (refusal) throw failure("CONFLICT", refusal);
      await updateAnalysis(db, before.id, { visibility, released_at });
      await writeHistory(db, before.id, context.viewer.account_id, [
        { field: "visibility", old_value: before.visibility, new_value: visibility },
        ...(unsure > 0
          ? [{ field: "confirmation" as const, old_value: null, new_value: confirmation!.trim() }]
          : []),
      ]);
      if (visibility === "released") {
        await also.released(db);
        const { id: analysis_id, plant_id } = before;
        await tellRelease(db, { plant_id, analysis_id, at: context.now() });
      }
      if (before.visibility === "released" && visibility !== "released") await also.withdrawn(db);
    },
    () => ({
      action: "set_analysis_visibility",
      detail: { analysis_id: before.id, from: before.visibility, to: visibility },
    }),
  );
  return { ...before, visibility, released_at };
}
