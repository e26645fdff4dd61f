// What staff change of an analysis, and until when.
import { z } from "zod";
import { permissionMissing, type ViewerFacts } from "../account/viewer.ts";
import type { Refusal } from "../error.ts";
import { idShape } from "../id.ts";
import { paragraphShape } from "../text.ts";
import { isDataComplete } from "./analysis-state.ts";
import { analysisFormShape, type Analysis } from "./analysis.ts";

/** Absent fields stay unchanged. */
export const analysisChangesShape = analysisFormShape
  .pick({ name: true, flown_at: true })
  .extend({
    notes: paragraphShape.max(10_000),
    drone_id: idShape.nullable(),
    product_package_ids: z.array(idShape).max(50),
  })
  .partial();
export type AnalysisChanges = z.infer<typeof analysisChangesShape>;

/** An analysis, and the fields of it that are to change. */
export type AnalysisChange = {
  readonly analysis: Pick<Analysis, "state">;
  readonly fields: readonly (keyof AnalysisChanges)[];
};

/** Why the viewer cannot change these fields, or null. */
export function changeAnalysisRefusal(
  { is_super_admin, permissions }: Pick<ViewerFacts, "is_super_admin" | "permissions">,
  { analysis, fields }: AnalysisChange,
): Refusal | null {
  const changesPackages = fields.includes("product_package_ids");
  if (changesPackages && !permissions.has("UPDATE_ANALYSIS_PRODUCT_PACKAGES")) {
    return permissionMissing;
  }
  const isLate = isDataComplete(analysis.state) && !is_super_admin;
  const field = changesPackages ? "product_package_ids" : "drone_id";
  return isLate && fields.includes(field) ? { reason: "analysis_complete_change", field } : null;
}

/** Why an analysis cannot have this drone, or null. Once its data are complete, it has one. */
export function analysisDroneRefusal(
  { state }: Pick<Analysis, "state">,
  drone_id: number | null,
): Refusal | null {
  return drone_id === null && isDataComplete(state)
    ? { reason: "analysis_without_drone", field: "drone_id" }
    : null;
}
