// The losses that follow from a decision on a module: its own, and those of the modules that share a loss with it.
import { shortest, valueAt } from "../../domain/column/column.ts";
import { storedValue } from "../../domain/column/column-codec.ts";
import { moduleLossColumns } from "../../domain/evaluation/loss-columns.ts";
import type { FindingColumns } from "../../domain/evaluation/module/module-finding.ts";
import { keyFigureByKey, type KeyFigure } from "../../domain/key-figure/key-figure.ts";
import { settingsWith } from "../../domain/loss/loss-settings.ts";
import { modulesOf, moduleWatts } from "../../domain/loss/module-power.ts";
import { statedWiring } from "../../domain/loss/wiring.ts";
import type { Database, Services } from "../context.ts";
import { listColumns, readColumn, readPlantOfAnalysis } from "../store/plant/column/column.ts";
import { readLossSettings } from "../store/plant/analysis/loss-settings.ts";
import { readTwin } from "../store/plant/twin.ts";
import { readLevel } from "../store/plant/twin-object.ts";

type Parts = Pick<Services, "files">;

const causes = [
  "module_missing",
  "open_string",
  "module_offline",
  "bypass_diode",
  "hotspots",
  "soiling",
  "soiling_uncertainty",
].map((key) => keyFigureByKey(key)!);
const losses = [
  "performance_loss",
  "power_loss",
  "string_power_loss",
  "power_loss_uncertainty",
].map((key) => keyFigureByKey(key)!);

/** The evaluated columns of an analysis from which the losses of its modules follow, as they are served. */
export async function readLossCauses(
  parts: Parts,
  db: Database,
  analysis_id: number,
): Promise<FindingColumns> {
  return read(parts, db, analysis_id, causes);
}

async function read(
  { files }: Parts,
  db: Database,
  analysis_id: number,
  keyFigures: readonly KeyFigure[],
): Promise<FindingColumns> {
  const ids = keyFigures.map(({ id }) => id);
  const columns: FindingColumns = {};
  for (const { key_figure_id, summary, is_evaluated } of await listColumns(
    db,
    [analysis_id],
    ids,
  )) {
    if (!is_evaluated) continue;
    const { key } = keyFigures.find(({ id }) => id === key_figure_id)!;
    columns[key] = await readColumn(files, summary.hash);
  }
  return columns;
}

export type LossChange = {
  readonly keyFigure: KeyFigure;
  readonly row: number;
  readonly dt_id: string;
  /** Null for a loss that is not known. */
  readonly value: number | null;
};

/**
 * What changes in the evaluated losses. Of other modules a loss that somebody has changed stays.
 * @param before from `readLossCauses`, before the decision
 */
export async function lossChanges(
  parts: Parts,
  db: Database,
  { analysis_id, row }: { readonly analysis_id: number; readonly row: number },
  before: FindingColumns,
): Promise<LossChange[]> {
  const plant = await readPlantOfAnalysis(db, analysis_id);
  const twin = await readTwin(db, plant.id);
  const level = twin?.levels.find(({ component_type }) => component_type === "module");
  if (!twin || !level) return [];
  const { geometry, names } = await readLevel(parts.files, level);
  const settings = settingsWith(await readLossSettings(db, plant.id));
  const wiring = statedWiring(settings);
  const rated_w = moduleWatts({ ...plant, ...modulesOf(twin), settings });
  const by = (found: FindingColumns) => moduleLossColumns(geometry, found, wiring, rated_w, row);
  const [old, now] = [by(before), by(await readLossCauses(parts, db, analysis_id))];
  const served = await read(parts, db, analysis_id, losses);
  return losses.flatMap((keyFigure) => {
    const [own, was, is] = [served[keyFigure.key], old[keyFigure.key], now[keyFigure.key]];
    if (!own || !was || !is) return [];
    const at = (one: number) => valueAt(own, one);
    return Array.from({ length: geometry.count }, (_, one) => one).flatMap((one): LossChange[] => {
      const next = is[one]!;
      if (isAlike(was[one]!, next, 0)) return [];
      if (one !== row && !isAlike(at(one), was[one]!, keyFigure.step)) return [];
      const value = Number.isNaN(next) ? null : shortest(storedValue(keyFigure, next));
      return [{ keyFigure, row: one, dt_id: names.dtId(one), value }];
    });
  });
}

const isAlike = (a: number, b: number, step: number) =>
  Number.isNaN(a) ? Number.isNaN(b) : Math.abs(a - b) <= step;
