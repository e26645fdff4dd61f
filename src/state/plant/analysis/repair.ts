// Repairs of the open analysis under a budget of crew hours and spare parts: asked, selected on the map, saved as CSV.
import { atom } from "jotai";
import { api } from "../../../api/index.ts";
import { call } from "../../../client/call.ts";
import { csvRow } from "../../../domain/column/csv.ts";
import { pieces } from "../../../domain/export/pieces.ts";
import type { ComponentType } from "../../../domain/component/component.ts";
import type { ComponentRow } from "../../../domain/component/hierarchy.ts";
import type { FindingLife } from "../../../domain/finding/finding-life.ts";
import { unfinishedStatuses } from "../../../domain/finding/finding-status.ts";
import { faultTypeKeyFigures } from "../../../domain/key-figure/fault-type.ts";
import { isOfFinding } from "../../../domain/finding/component-state.ts";
import { keyFigureById } from "../../../domain/key-figure/key-figure.ts";
import type { LossSettings } from "../../../domain/loss/loss-settings.ts";
import { mendedBy } from "../../../domain/loss/repair-finding.ts";
import {
  firstBudget,
  type ComponentRepair,
  type Repair,
  type RepairBudget,
  type RepairPlan,
} from "../../../domain/loss/repair.ts";
import { workOrderCode } from "../../../domain/work-order/work-order-code.ts";
import { surveyDate } from "../../shell/site-clock.ts";
import { faultWords } from "../../shell/fault.ts";
import { valueOf } from "../../shell/loaded.ts";
import { formatNumber, t } from "../../shell/locale.ts";
import { perPlant, plantLifetime } from "../../shell/lifetime.ts";
import type { ServerQuery } from "../../shell/query.ts";
import { nextTask } from "../../shell/next-task.ts";
import { saveBlob } from "../../shell/save-file.ts";
import { showDone } from "../../shell/toast.ts";
import { analysisAtom } from "./analysis.ts";
import {
  geometryOf,
  geometryVersionAtom,
  plantAtom,
  plantKey,
  plantQueryOf,
  twinAtom,
} from "../plant.ts";
import { livesAtom } from "../finding/life.ts";
import { statusName } from "../finding/words.ts";
import { offlineAtom } from "../../account/offline.ts";
import { openComponentAtom } from "../component/component.ts";
import { select } from "../component/selection.ts";
import { className, componentTypeName, formatValue, keyFigureName } from "../column/value-words.ts";

export const budgetAtom = perPlant<RepairBudget>(firstBudget);

/** People who step through findings stay shorter on most of them. */
const REST_MS = 400;

type Plan = RepairPlan & { readonly settings: LossSettings };

/** Idle while no analysis with results is open. */
export const repairPlanAtom = plantQueryOf((_plant, get): ServerQuery<Plan> | null => {
  const analysis = get(analysisAtom);
  if (!analysis || analysis.key_figure_ids.length === 0) return null;
  const { id } = analysis;
  const query = get(budgetAtom);
  return {
    key: plantKey("repairs", id, query),
    ask: (options) => call(api.loss.repairs, { params: { id }, query }, options),
  };
});

/** Of the open component and its parts: what they lose, and what repairs of them bring. Idle where no card is open. */
export const componentRepairAtom = plantQueryOf(
  (_plant, get): ServerQuery<ComponentRepair & { readonly settings: LossSettings }> | null => {
    const analysis = get(analysisAtom);
    const open = get(openComponentAtom);
    if (!analysis || !open || analysis.key_figure_ids.length === 0) return null;
    if (get(offlineAtom) !== null) return null;
    const params = { id: analysis.id, ...open };
    const query = get(budgetAtom);
    return {
      key: plantKey("component", "repair", params, query),
      // The whole plant is read for the place in the list.
      restMs: REST_MS,
      ask: (options) => call(api.loss.component, { params, query }, options),
    };
  },
);

const noRows = new Uint32Array();

/** Row of the element by row of the mirror; empty where the twin has none, null until that is known. */
const mirrorParentsAtom = atom((get): ArrayLike<number> | null => {
  get(geometryVersionAtom);
  const levels = valueOf(get(twinAtom))?.levels;
  if (!levels) return null;
  const hasMirrors = levels.some(({ component_type }) => component_type === "mirror");
  return hasMirrors ? (geometryOf("mirror")?.parent ?? null) : noRows;
});

/**
 * The same, as the repairs of the plan need it: null while it is not known where a finding stands that one of them mends. A
 * large plant has its mirrors last, and a repair of them would have no finding until then.
 */
export const repairPlacesAtom = atom((get): ArrayLike<number> | null => {
  const { repairs = [] } = valueOf(get(repairPlanAtom)) ?? {};
  const isNeeded = repairs.some(({ action }) => action === "replace_mirrors");
  return get(mirrorParentsAtom) ?? (isNeeded ? null : noRows);
});

/** Why the work list cannot be saved: what was decided of its repairs is not known, and its cells would say "nothing". */
export const repairFileRefusalAtom = atom((get): string | null => {
  const [lives, twin] = [get(livesAtom), get(twinAtom)];
  const places = get(repairPlacesAtom);
  // Its cells are empty for viewers who may not see what was decided.
  if (lives.state === "idle") return null;
  if (lives.state === "failed") return faultWords(lives.fault).message;
  if (places === null && twin.state === "failed") return faultWords(twin.fault).message;
  return lives.state === "loading" || places === null ? t("shell:loading") : null;
});

/** What is decided of the findings of components and still to do, by type and row of the component. */
const unfinishedAtom = atom((get) => {
  const unfinished = (valueOf(get(livesAtom)) ?? []).filter(
    ({ row, status }) => row !== null && unfinishedStatuses.has(status),
  );
  return Map.groupBy(unfinished, ({ component_type, row }) => `${component_type} ${row}`);
});

/**
 * A function that answers what was decided of a repair's components and is still to do, each decision once: the modules of
 * a string are mostly seen to together, but two crews may see to two faults of one module. What was decided of another
 * fault of the component is none of it.
 */
export const livesOfRepairAtom = atom((get) => {
  const lives = get(unfinishedAtom);
  const placesOf = mendedBy(get(mirrorParentsAtom) ?? noRows);
  return (
    repair: Pick<Repair, "action" | "component_type" | "rows" | "reason">,
  ): readonly FindingLife[] => {
    const { reason } = repair;
    const { component_type, rows, key } = placesOf(
      repair,
      reason && (keyFigureById(reason.key_figure_id)?.key ?? null),
    );
    const isMeant = (life: FindingLife) => !key || isOfFinding(life, key);
    const all = rows.flatMap((row) => lives.get(`${component_type} ${row}`) ?? []);
    const decided = (life: FindingLife) => JSON.stringify([life.status, ...detailsOf(life)]);
    return [...new Map(all.filter(isMeant).map((life) => [decided(life), life])).values()];
  };
});

/** Who sees to a finding, by when, and in which order. */
const detailsOf = (life: FindingLife) => [
  life.assignee_name ?? "",
  life.crew ?? "",
  life.due_on ?? "",
  life.work_order ? workOrderCode(life.work_order) : "",
];

/** The cells of a file: several decisions stand in each in the same order. */
function decidedCells(lives: readonly FindingLife[]): readonly string[] {
  const all = lives.map((life) => [statusName(life.status), ...detailsOf(life)]);
  return [0, 1, 2, 3, 4].map((at) => {
    const cells = all.map((one) => one[at]!);
    if (cells.every((cell) => cell === "")) return "";
    return cells.map((cell) => (cell === "" && cells.length > 1 ? "–" : cell)).join("; ");
  });
}

/** Why the component should be repaired: "Bypass diode: two substrings", "Hotspot". */
export function repairReason({ reason }: Pick<Repair, "reason">): string {
  const keyFigure = reason && keyFigureById(reason.key_figure_id);
  if (!reason || !keyFigure) return "";
  const value =
    keyFigure.kind === "u8"
      ? className(keyFigure, reason.value)
      : formatValue(keyFigure, reason.value);
  return faultTypeKeyFigures.includes(keyFigure) ? value : `${keyFigureName(keyFigure)}: ${value}`;
}

/** Whether the repair mends this component; null is none. */
export function isRepairOf(
  { component_type, rows }: Pick<Repair, "component_type" | "rows">,
  at: ComponentRow | null,
): boolean {
  return at !== null && at.component_type === component_type && rows.includes(at.row);
}

/** Years after which the repair has paid for itself; null for one that brings no money, and where no price or cost is stated. */
export function paybackYears({ cost, money }: Pick<Repair, "cost" | "money">): number | null {
  return money > 0 && cost !== null ? cost / money : null;
}

/** "0.41", "3.2", "12": years with as many digits as are of use; "–" for a repair that brings no money. */
export function paybackWords(repair: Pick<Repair, "cost" | "money">): string {
  const years = paybackYears(repair);
  if (years === null) return "–";
  return formatNumber(years, years < 1 ? 2 : years < 10 ? 1 : 0);
}

/** Selects the components of the plan's repairs of one type. */
export const selectRepairs = atom(null, (get, set, component_type: ComponentType) => {
  const repairs = valueOf(get(repairPlanAtom))?.repairs ?? [];
  const rows = repairs.filter((one) => one.component_type === component_type);
  set(select, { component_type, rows: rows.flatMap((one) => one.rows), mode: "replace" });
});

/** Starts the download of the work list, once it is written. */
export const saveRepairs = atom(null, async (get) => {
  const plan = valueOf(get(repairPlanAtom));
  const analysis = get(analysisAtom);
  if (!plan || !analysis || get(repairFileRefusalAtom) !== null) return;
  const { currency, tariff } = plan.settings;
  // A column of zeros would say that nothing is lost.
  const priced = (value: number | null) =>
    tariff === null || value === null ? "" : rounded(value, 2);
  const head = [
    t("loss:repair.rank"),
    t("loss:repair.action_title"),
    t("loss:repair.type"),
    t("loss:repair.name"),
    "dt_id",
    t("loss:repair.place"),
    t("loss:repair.components"),
    t("loss:repair.reason"),
    t("loss:repair.safety"),
    "kW",
    "MWh/a",
    "± MWh/a",
    t("loss:repair.gain", { currency }),
    `± ${t("loss:repair.gain", { currency })}`,
    t("loss:repair.hours"),
    t("loss:repair.parts"),
    t("loss:repair.cost", { currency }),
    t("loss:repair.payback"),
    t("loss:repair.lon"),
    t("loss:repair.lat"),
    t("loss:repair.day"),
    t("finding:field.status"),
    t("finding:field.assignee_id"),
    t("finding:field.crew"),
    t("finding:field.due_on"),
    t("work-order:one"),
  ];
  const livesOf = get(livesOfRepairAtom);
  const day = surveyDate(analysis);
  const row = (i: number) => {
    const one = plan.repairs[i]!;
    return csvRow([
      i + 1,
      t(`loss:action.${one.action}`),
      componentTypeName(one.component_type),
      one.name,
      one.dt_id,
      one.place,
      one.rows.length,
      repairReason(one),
      one.is_safety ? t("loss:repair.safety") : "",
      rounded(one.kw, 3),
      rounded(one.mwh, 3),
      rounded(one.uncertainty.mwh, 3),
      priced(one.money),
      priced(one.uncertainty.money),
      one.hours,
      one.parts,
      one.cost === null ? "" : rounded(one.cost, 2),
      paybackOf(one),
      rounded(one.lon, 7),
      rounded(one.lat, 7),
      day,
      ...decidedCells(livesOf(one)),
    ]);
  };
  const { signal } = plantLifetime();
  const text = { width: head.length, head: `\uFEFF${csvRow(head)}`, row, type: "text/csv" };
  const file = await pieces(Uint32Array.from(plan.repairs.keys()), text, async () => {
    await nextTask();
    return !signal.aborted;
  });
  if (!file) return;
  const name = [valueOf(get(plantAtom))?.name, analysis.name, t("loss:repair.file")].join(" ");
  saveBlob(file, `${name.replaceAll(/[^\p{L}\d]+/gu, "-")}.csv`);
  showDone(t("loss:repair.saved"));
});

function paybackOf(one: Repair): number | string {
  const years = paybackYears(one);
  return years === null ? "" : rounded(years, 2);
}

function rounded(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}
