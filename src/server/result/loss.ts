// What the findings of an analysis cost, and which repairs bring the most.
import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Analysis } from "../../domain/analysis/analysis.ts";
import { failure } from "../../domain/error.ts";
import { keyFigureById, withUncertainty } from "../../domain/key-figure/key-figure.ts";
import { withLossFacts } from "../../domain/loss/beside-sum.ts";
import { leadKeyFigure } from "../../domain/key-figure/lead.ts";
import type { ComponentType } from "../../domain/component/component.ts";
import type { ComponentState } from "../../domain/finding/component-state.ts";
import type { RepairBudget } from "../../domain/loss/repair.ts";
import { settingsWith, type LossSettings } from "../../domain/loss/loss-settings.ts";
import { poweredPlant, type PoweredPlant } from "../../domain/loss/module-power.ts";
import type { Plant } from "../../domain/plant/plant.ts";
import type { Context } from "../context.ts";
import type { ReadLoss, SettledRows, WantedPart } from "../file-reader/loss-reader.ts";
import { listColumns } from "../store/plant/column/column.ts";
import { readLossSettings } from "../store/plant/analysis/loss-settings.ts";
import { readLimits } from "../store/plant/plant.ts";
import { readTwin } from "../store/plant/twin.ts";
import { inTurns } from "../turn.ts";

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
  const [listed, limits, own] = [
    await listColumns(db, [analysis.id], withLossFacts(analysis.key_figure_ids)),
    await readLimits(db, plant.id),
    await readLossSettings(db, plant.id),
  ];
  const seen = withUncertainty(analysis.key_figure_ids);
  const limitsOf = (id: number) =>
    limits.find((one) => one.key_figure_id === id)?.limits ?? keyFigureById(id)?.limits ?? [];
  const columns = listed.map(({ key_figure_id, summary }) => ({
    key_figure_id,
    hash: summary.hash,
    limits: limitsOf(key_figure_id),
    is_beside: !seen.includes(key_figure_id),
  }));
  const settings = settingsWith(own);
  const { technology } = plant;
  const asked = { budget, parts, isRepairWanted };
  const power = poweredPlant(plant);
  const settled = await settledRows(states);
  const facts = { technology, power, settings, columns, ...asked };
  // An area that is counted later changes the power of a module, and not the version of the twin.
  const content = twin.levels.map(({ geometry, names, mean_m2 }) => [geometry, names, mean_m2]);
  // Thousands of parts may be asked for: their names are not kept as keys.
  const hash = createHash("sha256").update(
    JSON.stringify({ ...facts, plant: plant.id, twin: [twin.version, content] }),
  );
  for (const { component_type, rows, fault_types } of settled) {
    hash.update(`${component_type} ${rows.length} `).update(rows).update(fault_types);
  }
  const key = hash.digest("base64");
  const components = twin.levels.reduce((sum, { row_count }) => sum + row_count, 0);
  const { data_dir, object_store_url, disk_reserve_mb } = server;
  const read =
    known.get(key) ??
    (await readers.now("loss", {
      input: { ...facts, settled, twin, store: { data_dir, object_store_url, disk_reserve_mb } },
      file: "",
      bytes: components * BYTES_PER_COMPONENT,
      owner: `analysis ${analysis.id}`,
    }));
  known.set(key, read);
  const lead = leadKeyFigure(analysis.key_figure_ids);
  return { ...read, settings, lead_key_figure_id: lead?.id ?? null };
}

/**
 * What is settled of the states, as numbers: a hundred thousand of them go to the process that reads in one message. Their
 * order is that of the states.
 */
async function settledRows(states: readonly ComponentState[]): Promise<SettledRows[]> {
  type Own = Record<"rows" | "fault_types" | "open_rows" | "open_faults", number[]>;
  const byType = new Map<ComponentType, Own>();
  for await (const state of inTurns(states)) {
    const { component_type, row, fault_type, is_settled, open_faults } = state;
    if (!is_settled) continue;
    const own = byType.get(component_type) ?? {
      rows: [],
      fault_types: [],
      open_rows: [],
      open_faults: [],
    };
    byType.set(component_type, own);
    // The states of a component follow each other, and have the same ones that are open.
    for (const fault of own.rows.at(-1) === row ? [] : open_faults) {
      own.open_rows.push(row);
      own.open_faults.push(fault);
    }
    own.rows.push(row);
    own.fault_types.push(fault_type);
  }
  return [...byType].map(([component_type, own]) => ({
    component_type,
    rows: Uint32Array.from(own.rows),
    fault_types: Int32Array.from(own.fault_types),
    open_rows: Uint32Array.from(own.open_rows),
    open_faults: Int32Array.from(own.open_faults),
  }));
}
