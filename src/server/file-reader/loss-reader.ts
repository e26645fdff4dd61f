// What the findings of an analysis cost, and which repairs bring the most: from its columns and its twin.
import { componentDirectory } from "../../domain/component/component-directory.ts";
import type { Geometry, Names, Twin } from "../../domain/component/component-index.ts";
import { settledAt, whollySettled } from "../../domain/finding/component-state.ts";
import type { ComponentType } from "../../domain/component/component.ts";
import { parentsOf } from "../../domain/component/hierarchy.ts";
import { keyFigureByKey } from "../../domain/key-figure/key-figure.ts";
import { limits } from "../../domain/limits.ts";
import { planeAt } from "../../domain/geometry/plane.ts";
import { wholeUncertainty } from "../../domain/loss/loss-spread.ts";
import { modulePower, type ModulePower } from "../../domain/loss/module-power.ts";
import {
  lossSums,
  splitOf,
  type LossSplit,
  type LossSurvey,
} from "../../domain/loss/loss-split.ts";
import { partLosses, type CalculatedLoss, type PartLoss } from "../../domain/meter/part-loss.ts";
import { lossReaders } from "../../domain/loss/loss-reader.ts";
import { placeIn, repairsOf } from "../../domain/loss/component-repair.ts";
import type {
  ComponentRepair,
  Repair,
  RepairBudget,
  RepairPlan,
} from "../../domain/loss/repair.ts";
import { recoveryOf, type Recovery } from "../../domain/loss/recovery.ts";
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
  readonly is_beside: boolean;
};
type Input = Omit<LossInput, "values" | "geometries"> & {
  readonly store: StoreAccess;
  readonly twin: Twin;
  readonly columns: readonly Column[];
  /** Null for the sums alone. */
  readonly budget: RepairBudget | null;
  /** Parts of the plant whose losses are asked for, by the component that a person stated, else by a name. */
  readonly parts?: readonly WantedPart[];
  /** Components whose findings are settled: they are no repair any more. */
  readonly settled?: readonly SettledRows[];
  /** Whether the repairs of the first part are asked for; needs a budget. */
  readonly isRepairWanted?: boolean;
};
/** Rows of a component type with a fault type that is settled at each, and rows with a fault type that is open beside it. */
export type SettledRows = {
  readonly component_type: ComponentType;
  readonly rows: Uint32Array;
  readonly fault_types: Int32Array;
  readonly open_rows: Uint32Array;
  readonly open_faults: Int32Array;
};
export type WantedPart = { readonly name: string; readonly dt_id: string | null };

export type ReadLoss = {
  readonly split: LossSplit;
  /** Whether it has a key figure of loss at all. */
  readonly isKnown: boolean;
  readonly recovery: Recovery;
  /** Null for a plant without modules. */
  readonly module_power: ModulePower | null;
  readonly plan: RepairPlan | null;
  /** In the order of the wanted parts; null where no component is known, or its name is that of several. */
  readonly parts: readonly (FoundPart | null)[];
  /** Of the first part; null where it was not asked for, or is not there. */
  readonly component: ComponentRepair | null;
};
export type FoundPart = PartLoss & {
  readonly component_type: ComponentType;
  readonly row: number;
  readonly dt_id: string;
  readonly name: string;
};

export const reader: Reader<Input, ReadLoss> = async (input) => {
  const store = await storeOf(input.store);
  const { twin, budget } = input;
  const levels = await readLevels(store, twin.levels);
  const geometries = new Map(levels.map(({ geometry }) => [geometry.type, geometry]));
  const values = [];
  for (const { hash, ...column } of input.columns) {
    values.push({ ...column, values: await readColumn(store, hash) });
  }
  const survey = lossSurveyOf({ ...input, values, geometries });
  const sums = lossSums(survey);
  const split = splitOf(sums, survey.wiring);
  const isKnown = lossReaders(survey.technology, survey.valuesOf, survey.plant).length > 0;
  const states = (input.settled ?? []).flatMap(statesOf);
  const all = suggestedRepairs(survey, settledAt(states));
  // Of a component with another fault that is open, a part of the plan may be.
  const wholly = whollySettled(states);
  const recovery = recoveryOf(sums, all);
  const module_power = modulePower(survey.plant);
  const whole = { split, isKnown, recovery, module_power };
  const names = new Map(levels.map((one) => [one.geometry.type, one.names]));
  const parts = partsOf(input.parts ?? [], { survey, geometries, names });
  if (!budget) return { ...whole, plan: null, parts, component: null };
  const chosen = planRepairs(all, budget, budget.first);
  const plane = planeAt(twin.origin);
  const nameOf = (type: Repair["component_type"], row: number) => {
    const known = names.get(type);
    return known ? known.pcs(row) || known.dtId(row) : "";
  };
  const shown = (repair: SuggestedRepair): Repair => {
    const { action, loss, component_type, rows, reason } = repair;
    const { mwh, money } = wholeUncertainty(loss, repair.spread);
    const row = rows[0] ?? 0;
    const geometry = geometries.get(component_type);
    const above = parentsOf(geometries, { component_type, row }).toReversed();
    const figure = keyFigureByKey(reason);
    const value = figure ? valueOfReason(survey.valuesOf(reason), row) : null;
    const [lon, lat] = plane.toLonLat(geometry?.centreX[row] ?? 0, geometry?.centreY[row] ?? 0);
    return {
      action,
      is_safety: repair.is_safety,
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
    left_out: wholly,
    all: sumOfRepairs(all),
    chosen: sumOfRepairs(chosen),
    repairs: chosen.slice(0, limits.repairs).map(shown),
  };
  const [part] = parts;
  if (!input.isRepairWanted || !part) return { ...whole, plan, parts, component: null };
  const own = repairsOf(all, geometries, part);
  const inList = own.map((one) => placeIn(chosen, one)).filter((at) => at >= 0);
  const rank = inList.length > 0 ? Math.min(...inList) : null;
  const first = rank === null ? own[0] : chosen[rank];
  const { calculated } = part;
  const component: ComponentRepair = {
    loss: isKnown && calculated ? lossOfPart(calculated) : null,
    repairs: sumOfRepairs(own),
    first: first ? shown(first) : null,
    rank: rank === null ? null : rank + 1,
    chosen: chosen.length,
  };
  return { ...whole, plan, parts, component };
};

const lossOfPart = ({
  mwh,
  money,
  uncertainty,
  money_uncertainty,
  most,
  left_out,
}: CalculatedLoss) => ({
  mwh,
  money,
  most: most && { mwh: most.mwh, money: most.money },
  left_out,
  uncertainty: { mwh: uncertainty, money: money_uncertainty },
});

type OfPlant = {
  readonly survey: LossSurvey;
  readonly geometries: ReadonlyMap<ComponentType, Geometry>;
  readonly names: ReadonlyMap<ComponentType, Names>;
};

function partsOf(
  wanted: readonly WantedPart[],
  { survey, geometries, names }: OfPlant,
): (FoundPart | null)[] {
  if (wanted.length === 0) return [];
  const directory = componentDirectory(
    [...geometries].map(([type, { length }]) => ({
      type,
      names: names.get(type)!,
      exists: Uint8Array.from(length, (one) => (one > 0 ? 1 : 0)),
    })),
  );
  const found = wanted.map(({ name, dt_id }) => {
    const one = directory.byDtId(dt_id ?? name) ?? (dt_id === null ? directory.byPcs(name) : null);
    return one && one !== "ambiguous" ? { component_type: one.type, row: one.row } : null;
  });
  const known = found.filter((one) => one !== null);
  // In their order: a search for each would grow with the square of their number.
  const losses = partLosses(survey, geometries, known).values();
  return found.map((one) => {
    if (one === null) return null;
    const of = names.get(one.component_type);
    const dt_id = of?.dtId(one.row) ?? "";
    return {
      ...losses.next().value!,
      component_type: one.component_type,
      row: one.row,
      dt_id,
      name: of?.pcs(one.row) || dt_id,
    };
  });
}

/** What `settledAt` and `whollySettled` read. */
function statesOf({ component_type, rows, fault_types, open_rows, open_faults }: SettledRows) {
  const open = new Map<number, number[]>();
  for (const [at, row] of open_rows.entries()) {
    const own = open.get(row) ?? [];
    open.set(row, own);
    own.push(open_faults[at]!);
  }
  const none: readonly number[] = [];
  return Array.from(rows, (row, at) => ({
    component_type,
    row,
    fault_type: fault_types[at]!,
    is_settled: true,
    open_faults: open.get(row) ?? none,
  }));
}
