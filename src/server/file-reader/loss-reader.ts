// What the findings of an analysis cost, and which repairs bring the most: from its columns and its twin.
import type { Twin } from "../../domain/component/component-index.ts";
import { parentsOf } from "../../domain/component/hierarchy.ts";
import { keyFigureByKey } from "../../domain/key-figure/key-figure.ts";
import { limits } from "../../domain/limits.ts";
import { planeAt } from "../../domain/geometry/plane.ts";
import { wholeUncertainty } from "../../domain/loss/component-loss.ts";
import type { Budget } from "../../domain/loss/budget.ts";
import { lossSplit, type LossSplit } from "../../domain/loss/loss-split.ts";
import type { Repair, RepairPlan } from "../../domain/loss/repair.ts";
import { planRepairs, sumOfRepairs } from "../../domain/loss/repair-plan.ts";
import {
  effortOf,
  suggestedRepairs,
  valueOfReason,
  type SuggestedRepair,
} from "../../domain/loss/suggested-repair.ts";
import { lossSurveyOf, type LossInput } from "../report/loss-survey.ts";
import { readColumn } from "../store/plant/column/column-object.ts";
import { readLevels } from "../store/plant/twin-object.ts";
import type { Reader } from "./reader.ts";
import { storeOf, type StoreAccess } from "./store-access.ts";

type Column = {
  readonly key_figure_id: number;
  readonly hash: string;
  readonly limits: readonly number[];
};
type Input = Omit<LossInput, "values" | "geometries"> & {
  readonly store: StoreAccess;
  readonly twin: Twin;
  readonly columns: readonly Column[];
  /** Null for the sums alone. */
  readonly budget: Budget | null;
};

export type ReadLoss = { readonly split: LossSplit; readonly plan: RepairPlan | null };

export const reader: Reader<Input, ReadLoss> = async (input) => {
  const store = await storeOf(input.store);
  const { twin, budget } = input;
  const levels = await readLevels(store, twin.levels);
  const geometries = new Map(levels.map(({ geometry }) => [geometry.type, geometry]));
  const values = [];
  for (const { key_figure_id, hash, limits: own } of input.columns) {
    values.push({ key_figure_id, limits: own, values: await readColumn(store, hash) });
  }
  const survey = lossSurveyOf({ ...input, values, geometries });
  const split = lossSplit(survey);
  if (!budget) return { split, plan: null };
  const all = suggestedRepairs(survey);
  const chosen = planRepairs(all, budget);
  const names = new Map(levels.map((one) => [one.geometry.type, one.names]));
  const plane = planeAt(twin.origin);
  const nameOf = (type: Repair["component_type"], row: number) => {
    const known = names.get(type);
    return known ? known.pcs(row) || known.dtId(row) : "";
  };
  const shown = (repair: SuggestedRepair): Repair => {
    const { action, loss, component_type, rows, reason } = repair;
    const { mwh, money } = wholeUncertainty(loss, repair.uncertainty);
    const row = rows[0] ?? 0;
    const geometry = geometries.get(component_type);
    const above = parentsOf(geometries, { component_type, row }).toReversed();
    const figure = keyFigureByKey(reason);
    const value = figure ? valueOfReason(survey.valuesOf(reason), row) : null;
    const [lon, lat] = plane.toLonLat(geometry?.centreX[row] ?? 0, geometry?.centreY[row] ?? 0);
    return {
      action,
      ...effortOf(repair),
      ...loss,
      uncertainty: { mwh, money },
      component_type,
      rows: [...rows],
      dt_id: names.get(component_type)?.dtId(row) ?? "",
      name: nameOf(component_type, row),
      place: above.map((at) => nameOf(at.component_type, at.row)).join(" › "),
      lon,
      lat,
      reason: figure && value !== null ? { key_figure_id: figure.id, value } : null,
    };
  };
  const plan = {
    all: sumOfRepairs(all),
    chosen: sumOfRepairs(chosen),
    repairs: chosen.slice(0, limits.repairs).map(shown),
  };
  return { split, plan };
};
