// What the findings of an analysis cost, and which repairs bring the most.
import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Analysis } from "../../domain/analysis/analysis.ts";
import { failure } from "../../domain/error.ts";
import { keyFigureById, withUncertainty } from "../../domain/key-figure/key-figure.ts";
import { leadKeyFigure } from "../../domain/key-figure/lead.ts";
import type { ComponentState } from "../../domain/finding/component-state.ts";
import type { RepairBudget } from "../../domain/loss/repair.ts";
import { settingsWith, type LossSettings } from "../../domain/loss/loss-settings.ts";
import { poweredPlant, type PoweredPlant } from "../../domain/loss/module-power.ts";
import type { Plant } from "../../domain/plant/plant.ts";
import type { Context } from "../context.ts";
import type { ReadLoss, WantedPart } from "../file-reader/loss-reader.ts";
import { listColumns } from "../store/plant/column/column.ts";
import { readLossSettings } from "../store/plant/analysis/loss-settings.ts";
import { readLimits } from "../store/plant/plant.ts";
import { readTwin } from "../store/plant/twin.ts";

/** Bytes of memory per component, counted like bytes of a file: columns, geometry and names. */
const BYTES_PER_COMPONENT = 200;
/** Answers by all that they depend on. */
const known = new LRUCache<string, ReadLoss>({ max: 50 });

type Wanted = {
  readonly analysis: Pick<Analysis, "id" | "key_figure_ids">;
  readonly plant: PoweredPlant & Pick<Plant, "id" | "technology">;
  readonly budget: RepairBudget | null;
  /** What was decided of findings; what is settled is no repair. Parts alone have losses, and need none. */
  readonly states?: readonly ComponentState[];
  /** Parts of the plant whose losses are asked for too. */
  readonly parts?: readonly WantedPart[];
  /** Whether the repairs of the first part are asked for; needs a budget. */
  readonly isRepairWanted?: boolean;
};

export type AnalysisLoss = ReadLoss & {
  readonly settings: LossSettings;
  readonly lead_key_figure_id: number | null;
};

/**
 * From the key figures that the viewer sees, and without repairs of what is done or dismissed.
 * @throws CONFLICT for a plant without a digital twin
 */
export async function readAnalysisLoss(
  { db, readers, settings: server }: Pick<Context, "db" | "readers" | "settings">,
  { analysis, plant, budget, states = [], parts = [], isRepairWanted = false }: Wanted,
): Promise<AnalysisLoss> {
  const twin = await readTwin(db, plant.id);
  if (!twin) throw failure("CONFLICT", { reason: "plant_without_twin" });
  const [rows, limits, own] = [
    await listColumns(db, [analysis.id], withUncertainty(analysis.key_figure_ids)),
    await readLimits(db, plant.id),
    await readLossSettings(db, plant.id),
  ];
  const limitsOf = (id: number) =>
    limits.find((one) => one.key_figure_id === id)?.limits ?? keyFigureById(id)?.limits ?? [];
  const columns = rows.map(({ key_figure_id, summary }) => ({
    key_figure_id,
    hash: summary.hash,
    limits: limitsOf(key_figure_id),
  }));
  const settings = settingsWith(own);
  const { technology } = plant;
  const asked = { budget, parts, isRepairWanted };
  const power = poweredPlant(plant);
  const facts = { technology, power, settings, columns, states, ...asked };
  // An area that is counted later changes the power of a module, and not the version of the twin.
  const content = twin.levels.map(({ geometry, names, mean_m2 }) => [geometry, names, mean_m2]);
  // Thousands of parts may be asked for: their names are not kept as keys.
  const key = createHash("sha256")
    .update(JSON.stringify({ ...facts, plant: plant.id, twin: [twin.version, content] }))
    .digest("base64");
  const components = twin.levels.reduce((sum, { row_count }) => sum + row_count, 0);
  const { data_dir, object_store_url, disk_reserve_mb } = server;
  const read =
    known.get(key) ??
    (await readers.now("loss", {
      input: { ...facts, twin, store: { data_dir, object_store_url, disk_reserve_mb } },
      file: "",
      bytes: components * BYTES_PER_COMPONENT,
      owner: `analysis ${analysis.id}`,
    }));
  known.set(key, read);
  const lead = leadKeyFigure(columns.map(({ key_figure_id }) => key_figure_id));
  return { ...read, settings, lead_key_figure_id: lead?.id ?? null };
}
