// Repairs that a survey suggests: what each takes and what it brings.
import { valueAt, type ColumnValues } from "../column/column.ts";
import { severitiesOf } from "../column/column-severity.ts";
import { NO_ROW, type Geometry } from "../component/component-index.ts";
import { nothingSettled, type SettledAt } from "../finding/component-state.ts";
import { withDangers } from "./danger-repair.ts";
import { addLoss, noLoss, scaledLoss } from "./component-loss.ts";
import { lossReaders } from "./loss-reader.ts";
import { addSpread, noSpread, scaledSpread } from "./loss-spread.ts";
import { causesOf, type LossCause, type LossSurvey } from "./loss-split.ts";
import {
  withCost,
  type Effort,
  type RepairSurvey,
  type SuggestedRepair,
  type Unjudged,
} from "./repair-effort.ts";

export type { SuggestedRepair } from "./repair-effort.ts";
import { openMirrors } from "./repair-finding.ts";
import { stringsOf } from "./wiring.ts";
import { reasonOf } from "./repair-reason.ts";
import type { RepairAction } from "./repair.ts";

/** What the whole repair takes. */
export const effortOf = ({ units, each }: Pick<SuggestedRepair, "units" | "each">): Effort => ({
  hours: units * each.hours,
  parts: units * each.parts,
  cost: each.cost === null ? null : units * each.cost,
});

/**
 * Repairs with what each would bring; a module of an open string waits for its string, unless it is dangerous by a fault
 * of its own. What is dangerous is repaired also where no loss of it was measured.
 * @param isSettled what people have done or dismissed is no repair any more
 */
export function suggestedRepairs(
  survey: RepairSurvey,
  isSettled: SettledAt = nothingSettled,
): SuggestedRepair[] {
  const repairs =
    survey.technology === "photovoltaic"
      ? ofModules(survey, isSettled)
      : [...ofTrough(survey, isSettled), ...ofMirrors(survey, isSettled)];
  return withDangers(survey, repairs, isSettled);
}

const replaceable: readonly LossCause[] = [
  "module_missing",
  "module_offline",
  "bypass_diode",
  "other_fault",
];

function ofModules(survey: RepairSurvey, isSettled: SettledAt): Unjudged[] {
  const { valuesOf, existsOf, geometryOf, plant } = survey;
  const { settings } = plant;
  const sources = lossReaders("photovoltaic", valuesOf, plant);
  const source = sources.find(({ key }) => key !== "string_power_loss");
  const behind = sources.find(({ key }) => key === "string_power_loss");
  if (!source) return [];
  const exists = existsOf("module");
  const partsOf = causesOf(survey, "module");
  const severities = leadSeverities(survey, "module");
  const repairs: Unjudged[] = [];
  const open = valuesOf("open_string");
  if (open) {
    const isOpen = (row: number) => exists[row] === 1 && valueAt(open, row) === 1;
    for (const string of openStrings(geometryOf("module"), survey.wiring, isOpen)) {
      const rows = string.filter((row) => isOpen(row) && !isSettled("module", row, "open_string"));
      if (rows.length === 0) continue;
      repairs.push(repairOf("reconnect_string", rows, "open_string"));
    }
  }
  for (let row = 0; row < exists.length; row++) {
    if (exists[row] !== 1 || (open && valueAt(open, row) === 1)) continue;
    const cause = partsOf(row).find(([one]) => replaceable.includes(one))?.[0];
    if (cause === undefined) continue;
    // A fault that no class names is a reason only where the survey judges the module.
    if (cause === "other_fault" && !(severities[row]! >= 2)) continue;
    const key = keyOf(cause);
    if (isSettled("module", row, key)) continue;
    const reason = cause === "other_fault" ? reasonOf(survey, row) : key;
    const repair = repairOf("replace_module", [row], reason);
    if (repair.loss.mwh > 0) repairs.push(repair);
  }
  return repairs;

  /** Part of the loss that is no dust's. */
  function faultShare(row: number): number {
    return partsOf(row).reduce((sum, [cause, part]) => sum + (cause === "soiling" ? 0 : part), 0);
  }

  function keyOf(cause: LossCause): string {
    return cause === "other_fault" ? (survey.lead?.figure.key ?? "") : cause;
  }

  function repairOf(action: RepairAction, rows: readonly number[], reason: string): Unjudged {
    let [loss, spread] = [noLoss, noSpread];
    for (const row of rows) {
      const share = faultShare(row);
      loss = addLoss(loss, scaledLoss(source?.lossAt(row) ?? noLoss, share));
      // What its string loses by the module comes back with it.
      loss = addLoss(loss, behind?.lossAt(row) ?? noLoss);
      // Dust's share of it belongs to cleaning.
      spread = addSpread(spread, scaledSpread(source?.spreadAt(row) ?? noSpread, share));
      spread = addSpread(spread, behind?.spreadAt(row) ?? noSpread);
    }
    const isString = action === "reconnect_string";
    const work = isString
      ? { hours: settings.string_hours, parts: 0 }
      : { hours: settings.module_hours, parts: 1 };
    const each = withCost(work, settings.module_cost, settings);
    return {
      action,
      component_type: "module",
      rows,
      reason,
      loss,
      spread,
      units: 1,
      each,
    };
  }
}

/** The strings of the plant, and where its wiring is not known the open modules of each table. */
function openStrings(
  modules: Geometry,
  wiring: LossSurvey["wiring"],
  isOpen: (row: number) => boolean,
): readonly (readonly number[])[] {
  const length = wiring?.modules_per_string ?? null;
  const strings = length === null ? [] : stringsOf(modules, length);
  const wired = new Set(strings.flat());
  const loose = Array.from({ length: modules.count }, (_, row) => row).filter(
    (row) => isOpen(row) && !wired.has(row),
  );
  return [...strings, ...Map.groupBy(loose, (row) => modules.parent[row]!).values()];
}

function ofTrough(survey: RepairSurvey, isSettled: SettledAt): Unjudged[] {
  const { valuesOf, existsOf, plant } = survey;
  const { settings } = plant;
  const repairs: Unjudged[] = [];
  for (const reader of lossReaders("parabolic_trough", valuesOf, plant)) {
    const { component_type, lossAt, spreadAt } = reader;
    const exists = existsOf(component_type);
    const isTube = component_type === "absorber_tube";
    const severities = isTube ? leadSeverities(survey, component_type) : null;
    const partsOf = causesOf(survey, component_type);
    const work = isTube
      ? { hours: settings.tube_hours, parts: 1 }
      : { hours: settings.assembly_hours, parts: 0 };
    const each = withCost(work, settings.tube_cost, settings);
    const reason = isTube ? (survey.lead?.figure.key ?? "") : "tracking_deviation";
    for (let row = 0; row < exists.length; row++) {
      const whole = exists[row] === 1 ? lossAt(row) : null;
      if (!whole || isSettled(component_type, row, reason)) continue;
      // Only what alignment can bring: mirrors are repairs of their own, and dust is none.
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
        reason: isTube ? reasonOf(survey, row) : reason,
        loss,
        spread: scaledSpread(spreadAt(row), share),
        units: 1,
        each,
      });
    }
  }
  return repairs;
}

/** Key figure of elements: per cent of their aperture. */
const MISSING = "missing_mirror_area";

/** Elements without some of their mirrors, which share what the mirrors of their assembly lose by the missing area. */
function ofMirrors(survey: RepairSurvey, isSettled: SettledAt): Unjudged[] {
  const { valuesOf, existsOf, parentOf, plant } = survey;
  const { settings } = plant;
  const readers = lossReaders("parabolic_trough", valuesOf, plant);
  const reader = readers.find(({ component_type }) => component_type === "sca");
  const missing = valuesOf(MISSING);
  if (!reader || !missing) return [];
  const [exists, parents] = [existsOf("sce"), parentOf("sce")];
  const percentOf = (row: number) => (exists[row] === 1 ? Math.max(0, valueAt(missing, row)) : 0);
  const sums = new Float64Array(existsOf("sca").length);
  for (let row = 0; row < missing.length; row++) {
    const [parent, percent] = [parents[row] ?? NO_ROW, percentOf(row)];
    if (parent < sums.length && percent > 0) sums[parent]! += percent;
  }
  const partsOf = causesOf(survey, "sca");
  const each = withCost({ hours: settings.mirror_hours, parts: 1 }, settings.mirror_cost, settings);
  // The findings stand at the mirrors, and an element without a settled one asks for all.
  const openOf = openMirrors(survey, isSettled);
  const repairs: Unjudged[] = [];
  for (let row = 0; row < missing.length; row++) {
    const [parent, percent] = [parents[row] ?? NO_ROW, percentOf(row)];
    const whole = percent > 0 && parent < sums.length ? reader.lossAt(parent) : null;
    if (!whole) continue;
    const share = partsOf(parent).find(([cause]) => cause === "mirror")?.[1] ?? 0;
    const all = Math.max(1, Math.round((percent / 100) * settings.mirrors_per_element));
    const open = openOf(row, all);
    if (open <= 0) continue;
    const part = ((share * percent) / sums[parent]!) * (open / all);
    const loss = scaledLoss(whole, part);
    if (loss.mwh <= 0) continue;
    const units = Math.max(1, Math.round(open));
    repairs.push({
      action: "replace_mirrors",
      component_type: "sce",
      rows: [row],
      reason: MISSING,
      loss,
      spread: scaledSpread(reader.spreadAt(parent), part),
      units,
      each,
    });
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

/** Of a component of the survey. */
export function valueOfReason(values: ColumnValues | undefined, row: number): number | null {
  const value = values ? valueAt(values, row) : NaN;
  return value === value ? value : null;
}
