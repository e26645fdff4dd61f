// Repairs of what is dangerous: each has one, also where no loss of it was measured.
import type { Geometry } from "../component/component-index.ts";
import type { SettledAt } from "../finding/component-state.ts";
import { dangerReasonsAt } from "../key-figure/safety.ts";
import { noLoss } from "./component-loss.ts";
import { noSpread } from "./loss-spread.ts";
import type { RepairAction } from "./repair.ts";
import {
  withCost,
  type RepairSurvey,
  type SuggestedRepair,
  type Unjudged,
} from "./repair-effort.ts";
import { reasonOf } from "./repair-reason.ts";

const CLASS = "class_of_abnormality";

/** What takes the danger away; an aligned collector still leaks. Every dangerous component has a repair. */
const mendsDanger: Partial<Record<Geometry["type"], RepairAction>> = {
  module: "replace_module",
  absorber_tube: "replace_tube",
  sca: "mend_leak",
};

/** The repairs, each said to be one of a danger or not, and those of dangers that none of them mends. */
export function withDangers(
  survey: RepairSurvey,
  repairs: readonly Unjudged[],
  isSettled: SettledAt,
): SuggestedRepair[] {
  const { settings } = survey.plant;
  const found: SuggestedRepair[] = repairs.map((one) => ({ ...one, is_safety: false }));
  const { module_cost, tube_cost, module_hours, tube_hours, assembly_hours } = settings;
  const takes = {
    replace_module: withCost({ hours: module_hours, parts: 1 }, module_cost, settings),
    replace_tube: withCost({ hours: tube_hours, parts: 1 }, tube_cost, settings),
    mend_leak: withCost({ hours: assembly_hours, parts: 0 }, 0, settings),
  } as const;
  for (const [type, action] of Object.entries(mendsDanger) as [Geometry["type"], RepairAction][]) {
    const reasonsOf = dangerReasonsAt(type, ({ key }) => survey.valuesOf(key));
    const placesOf = (wanted: RepairAction) =>
      new Map(
        found.flatMap((one, at) =>
          one.action === wanted ? one.rows.map((row) => [row, at] as const) : [],
        ),
      );
    const own = placesOf(action);
    // The class of a module judges the fault of its string too, which goes with that.
    const strings = placesOf("reconnect_string");
    const exists = survey.existsOf(type);
    for (let row = 0; row < exists.length; row += 1) {
      const all = exists[row] === 1 ? reasonsOf(row) : [];
      const reasons = all.filter(({ key }) => !isSettled(type, row, key));
      const reason = reasons.find(({ key }) => key !== CLASS) ?? reasons[0];
      if (!reason) continue;
      const isOfString = reason.key === CLASS && type === "module";
      const at = own.get(row) ?? (isOfString ? strings.get(row) : undefined);
      if (at !== undefined) found[at] = { ...found[at]!, is_safety: true };
      else {
        const none = { loss: noLoss, spread: noSpread, units: 1, is_safety: true };
        const each = takes[action as keyof typeof takes];
        const said = reasonOf(survey, row, reason.key);
        found.push({ action, component_type: type, rows: [row], reason: said, ...none, each });
      }
    }
  }
  return found;
}
