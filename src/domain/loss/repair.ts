// Repairs that a survey suggests: what each takes, what it brings, and the choice under a budget.
import { valueAt, type ColumnValues } from "../column/column.ts";
import { severitiesOf } from "../column/column-severity.ts";
import type { Geometry } from "../component/component-index.ts";
import { componentTypeIds } from "../component/component.ts";
import { z } from "zod";
import { digitsShape } from "../id.ts";
import { addLoss, noLoss, scaledLoss, type Loss } from "./component-loss.ts";
import { bestRepairs, type Budget } from "./budget.ts";
import { lossReaders } from "./loss-reader.ts";
import { causesOf, type LossCause, type LossSurvey } from "./loss-split.ts";
import type { LossSettings } from "./loss-settings.ts";
import { assumedStrings } from "./module-loss.ts";

export const repairActions = [
  "reconnect_string",
  "replace_module",
  "replace_tube",
  "align_assembly",
] as const;
export type RepairAction = (typeof repairActions)[number];

export const budgetShape = z.object({
  crew_hours: z.coerce.number().min(0).max(1_000_000),
  spare_parts: digitsShape(0, 1_000_000),
});

const lossShape = z.object({ kw: z.number(), mwh: z.number(), money: z.number() });
const effort = z.object({ hours: z.number(), parts: z.number().int(), cost: z.number() });

export const repairShape = lossShape.extend(effort.shape).extend({
  action: z.enum(repairActions),
  component_type: z.enum(componentTypeIds),
  /** The components of the repair, the first stands for it. */
  rows: z.array(z.number().int()),
  dt_id: z.string(),
  name: z.string(),
  /** Names of the components above it. */
  place: z.string(),
  lon: z.number(),
  lat: z.number(),
  /** The measured value that is the reason; null where the cause has no key figure in the survey. */
  reason: z.object({ key_figure_id: z.number().int(), value: z.number() }).nullable(),
});
export type Repair = z.infer<typeof repairShape>;

export const repairPlanShape = z.object({
  /** All repairs that the survey suggests. */
  all: lossShape.extend(effort.shape).extend({ count: z.number().int() }),
  /** The chosen ones together. */
  chosen: lossShape.extend(effort.shape).extend({ count: z.number().int() }),
  /** Chosen repairs, soonest paid back first; at most `limits.repairs`. */
  repairs: z.array(repairShape),
});
export type RepairPlan = z.infer<typeof repairPlanShape>;

export type SuggestedRepair = {
  readonly action: RepairAction;
  readonly component_type: Geometry["type"];
  readonly rows: readonly number[];
  /** Key of the key figure that is the reason. */
  readonly reason: string;
  readonly loss: Loss;
  readonly hours: number;
  readonly parts: number;
  /** Currency. */
  readonly cost: number;
};

type RepairSurvey = LossSurvey & { readonly geometryOf: (type: Geometry["type"]) => Geometry };

/** Repairs with what each would bring; a module of an open string waits for its string. */
export function suggestedRepairs(survey: RepairSurvey): SuggestedRepair[] {
  return survey.technology === "photovoltaic" ? ofModules(survey) : ofTrough(survey);
}

const replaceable: readonly LossCause[] = [
  "module_missing",
  "module_offline",
  "bypass_diode",
  "other_fault",
];

function ofModules(survey: RepairSurvey): SuggestedRepair[] {
  const { valuesOf, existsOf, geometryOf, plant } = survey;
  const { settings } = plant;
  const source = lossReaders("photovoltaic", valuesOf, plant)[0];
  if (!source) return [];
  const exists = existsOf("module");
  const partsOf = causesOf(survey, "module");
  const severities = leadSeverities(survey, "module");
  const repairs: SuggestedRepair[] = [];
  const open = valuesOf("open_string");
  if (open) {
    const strings = assumedStrings(geometryOf("module"), settings).flat();
    for (const string of strings) {
      const rows = string.filter((row) => exists[row] === 1 && valueAt(open, row) === 1);
      if (rows.length === 0) continue;
      let loss = noLoss;
      for (const row of rows) loss = addLoss(loss, faultLoss(row));
      repairs.push(repairOf("reconnect_string", rows, "open_string", loss));
    }
  }
  for (let row = 0; row < exists.length; row++) {
    if (exists[row] !== 1 || (open && valueAt(open, row) === 1)) continue;
    const cause = partsOf(row).find(([one]) => replaceable.includes(one))?.[0];
    if (cause === undefined) continue;
    // A fault that no class names is a reason only where the survey judges the module.
    if (cause === "other_fault" && !(severities[row]! >= 2)) continue;
    const loss = faultLoss(row);
    if (loss.mwh <= 0) continue;
    repairs.push(repairOf("replace_module", [row], cause, loss));
  }
  return repairs;

  /** Without what dust takes. */
  function faultLoss(row: number): Loss {
    const loss = source?.lossAt(row);
    if (!loss) return noLoss;
    const share = partsOf(row).reduce(
      (sum, [cause, part]) => sum + (cause === "soiling" ? 0 : part),
      0,
    );
    return scaledLoss(loss, share);
  }

  function repairOf(
    action: RepairAction,
    rows: readonly number[],
    reason: string,
    loss: Loss,
  ): SuggestedRepair {
    const isString = action === "reconnect_string";
    const effortOf = isString
      ? { hours: settings.string_hours, parts: 0 }
      : { hours: settings.module_hours, parts: 1 };
    const key = reason === "other_fault" ? (survey.lead?.figure.key ?? "") : reason;
    const cost = costOf(effortOf, settings.module_cost, settings);
    return { action, component_type: "module", rows, reason: key, loss, ...effortOf, cost };
  }
}

function ofTrough(survey: RepairSurvey): SuggestedRepair[] {
  const { valuesOf, existsOf, plant } = survey;
  const { settings } = plant;
  const repairs: SuggestedRepair[] = [];
  for (const { component_type, lossAt } of lossReaders("parabolic_trough", valuesOf, plant)) {
    const exists = existsOf(component_type);
    const isTube = component_type === "absorber_tube";
    const severities = isTube ? leadSeverities(survey, component_type) : null;
    const partsOf = causesOf(survey, component_type);
    const effortOf = isTube
      ? { hours: settings.tube_hours, parts: 1 }
      : { hours: settings.assembly_hours, parts: 0 };
    const cost = costOf(effortOf, settings.tube_cost, settings);
    for (let row = 0; row < exists.length; row++) {
      const whole = exists[row] === 1 ? lossAt(row) : null;
      if (!whole) continue;
      // Only what alignment can bring: dust and missing mirrors stay.
      const share = isTube
        ? severities![row]! >= 1 && severities![row]! <= 3
          ? 1
          : 0
        : (partsOf(row).find(([cause]) => cause === "intercept")?.[1] ?? 0);
      const loss = scaledLoss(whole, share);
      if (loss.mwh <= 0) continue;
      repairs.push({
        action: isTube ? "replace_tube" : "align_assembly",
        component_type,
        rows: [row],
        reason: isTube ? (survey.lead?.figure.key ?? "") : "tracking_deviation",
        loss,
        ...effortOf,
        cost,
      });
    }
  }
  return repairs;
}

function leadSeverities(
  { lead, existsOf }: RepairSurvey,
  type: Geometry["type"],
): ArrayLike<number> {
  if (lead?.figure.component_type !== type) return new Uint8Array(existsOf(type).length).fill(255);
  return severitiesOf(lead.values, lead.figure, lead.limits);
}

function costOf(
  { hours, parts }: { readonly hours: number; readonly parts: number },
  part_cost: number,
  { crew_hour_cost }: LossSettings,
): number {
  return hours * crew_hour_cost + parts * part_cost;
}

/** The repairs that bring the most money under the budget, soonest paid back first. */
export function planRepairs(
  suggested: readonly SuggestedRepair[],
  budget: Budget,
): readonly SuggestedRepair[] {
  const choices = suggested.map(({ hours, parts, loss }) => ({ hours, parts, value: loss.money }));
  return bestRepairs(choices, budget)
    .map((index) => suggested[index]!)
    .toSorted(
      (a, b) => a.cost / a.loss.money - b.cost / b.loss.money || b.loss.money - a.loss.money,
    );
}

export function sumOfRepairs(repairs: readonly SuggestedRepair[]): RepairPlan["all"] {
  let [loss, hours, parts, cost] = [noLoss, 0, 0, 0];
  for (const one of repairs) {
    loss = addLoss(loss, one.loss);
    hours += one.hours;
    parts += one.parts;
    cost += one.cost;
  }
  return { ...loss, hours, parts, cost, count: repairs.length };
}

/** Of a component of the survey. */
export function valueOfReason(values: ColumnValues | undefined, row: number): number | null {
  const value = values ? valueAt(values, row) : NaN;
  return value === value ? value : null;
}
