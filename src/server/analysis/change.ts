// Changes fields of an analysis, with a row of its history for each.
import { analysisApi } from "../../api/analysis/analysis.ts";
import {
  analysisDroneRefusal,
  type AnalysisChanges,
} from "../../domain/analysis/analysis-change.ts";
import type { Analysis } from "../../domain/analysis/analysis.ts";
import { failure } from "../../domain/error.ts";
import { packageTechnologyRefusal } from "../../domain/provider/product-package.ts";
import type { Context, Database, Viewer } from "../context.ts";
import { refuse, requireFound } from "../implement.ts";
import { changeWithAudit } from "../store/account/audit.ts";
import { refuseViolation } from "../store/database-fault.ts";
import {
  lockState,
  writeHistory,
  type HistoryRow,
} from "../store/plant/analysis/analysis-change.ts";
import { storeAnalysisPackages } from "../store/plant/analysis/analysis-package.ts";
import { readAnalysis, updateAnalysis } from "../store/plant/analysis/analysis.ts";
import { readAvailableDrones } from "../store/provider/drone.ts";
import { readPlant } from "../store/plant/plant.ts";
import { knownPackages } from "../store/provider/order.ts";

/** Two requests for one name: the unique index decides. */
export const nameTaken = { analysis_name: { reason: "analysis_name_taken", field: "name" } };

/** @throws CONFLICT or BAD_REQUEST with the first rule that the changes break */
export async function changeAnalysis(
  context: Context,
  { id }: Pick<Analysis, "id">,
  { customer_id }: { readonly customer_id: number },
  changes: AnalysisChanges,
): Promise<Analysis> {
  const { viewer } = context;
  const { product_package_ids, ...fields } = changes;
  const names = Object.keys(changes) as (keyof AnalysisChanges)[];
  const change = async (db: Database) => {
    const facts = requireFound(await lockState(db, id));
    const before = requireFound(await readAnalysis(db, viewer, id));
    refuse(analysisApi.update, viewer, { analysis: facts, fields: names });
    await checkDrone(context, before, changes, customer_id);
    await checkPackages(db, viewer, before, changes);
    if (Object.keys(fields).length > 0) {
      await refuseViolation(nameTaken, () => updateAnalysis(db, id, fields));
    }
    if (product_package_ids) await storeAnalysisPackages(db, id, product_package_ids);
    const after = requireFound(await readAnalysis(db, viewer, id));
    await writeHistory(db, id, viewer.account_id, historyOf(before, after));
    return after;
  };
  const detail = { analysis_id: id, fields: names.join(" ") };
  return changeWithAudit(context, change, () => ({ action: "update_analysis", detail }));
}

/** @throws BAD_REQUEST for a drone that cannot fly at the plant; the stored one is not checked again */
async function checkDrone(
  { db, viewer }: Context,
  before: Analysis,
  { drone_id }: AnalysisChanges,
  customer_id: number,
): Promise<void> {
  if (drone_id === undefined || drone_id === before.drone_id) return;
  const refusal = analysisDroneRefusal(before, drone_id);
  if (refusal) throw failure("CONFLICT", refusal);
  if (drone_id === null) return;
  const drones = await readAvailableDrones(db, viewer, customer_id);
  if (drones.some(({ id }) => id === drone_id)) return;
  throw failure("BAD_REQUEST", { reason: "drone_unknown", field: "drone_id" });
}

async function checkPackages(
  db: Database,
  viewer: Viewer,
  { plant_id, product_packages }: Analysis,
  { product_package_ids: ids = [] }: AnalysisChanges,
): Promise<void> {
  const field = "product_package_ids";
  const known = await knownPackages(db, ids);
  if (!ids.every((id) => known.some((one) => one.id === id))) {
    throw failure("BAD_REQUEST", { reason: "product_package_unknown", field });
  }
  // Those that it has already are not checked again.
  const added = known.filter(({ id }) => !product_packages.some((one) => one.id === id));
  const plant = added.length === 0 ? null : await readPlant(db, viewer, plant_id);
  const refusal = plant && packageTechnologyRefusal(plant.technology, added, field);
  if (refusal) throw failure("BAD_REQUEST", refusal);
}

/** A row for each field that differs; drones and packages with the names that they had at this time. */
function historyOf(before: Analysis, after: Analysis): HistoryRow[] {
  const values = ({ name, flown_at, notes, drone_name, product_packages }: Analysis) => ({
    name,
    flown_at,
    notes,
    drone: drone_name,
    product_packages: product_packages.map((one) => one.name).join(", "),
  });
  const old = values(before);
  const now = values(after);
  return (["name", "flown_at", "notes", "drone", "product_packages"] as const)
    .filter((field) => old[field] !== now[field])
    .map((field) => ({ field, old_value: old[field], new_value: now[field] }));
}
