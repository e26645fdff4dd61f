// What several chapters of a report say, counted once: findings by fault type, dangers, the costliest, what was not seen.
import { MISSING_U8, valueAt } from "../../domain/column/column.ts";
import { severitiesOf } from "../../domain/column/column-severity.ts";
import type { ComponentRow } from "../../domain/component/hierarchy.ts";
import { settledAt } from "../../domain/finding/component-state.ts";
import { faultTypeFigureOf, NO_FAULT } from "../../domain/key-figure/fault-type.ts";
import type { RepairAction } from "../../domain/loss/repair.ts";
import { effortOf } from "../../domain/loss/suggested-repair.ts";
import type { Loss } from "../../domain/loss/component-loss.ts";
import { wholeUncertainty } from "../../domain/loss/loss-spread.ts";
import type { ChangedFindings } from "../../domain/plant/data-request.ts";
import { changesOf, type ReadFigure, type ReportData } from "./report-data.ts";
import type { ReportInput } from "./report-input.ts";
import type { ReportLoss } from "./report-loss.ts";
import { dangersOf } from "./report-safety.ts";

/** Findings of one fault type; null for those without a name. */
export type TypeCount = {
  readonly fault: number | null;
  /** By severity 0 to 3; the first is 0. */
  readonly counts: readonly number[];
  readonly all: number;
};

/** One finding of the short report: a component, or a string of them that is repaired together. */
export type Costly = {
  readonly at: ComponentRow;
  readonly rows: readonly number[];
  readonly loss: Loss;
  readonly uncertainty: Pick<Loss, "mwh" | "money">;
  readonly repair: {
    readonly action: RepairAction;
    readonly hours: number;
    readonly cost: number | null;
  };
};

export type Brief = {
  /** Of the lead's type. */
  readonly components: number;
  readonly counts: readonly number[];
  readonly measured: number;
  /** The key figure that names the faults of the lead's type; undefined where the survey has none. */
  readonly named: ReadFigure | undefined;
  /** The most first. */
  readonly types: readonly TypeCount[];
  /** Those that are still to be repaired. */
  readonly dangers: readonly ComponentRow[];
  /** Those that are done, verified or dismissed. */
  readonly settled_dangers: readonly ComponentRow[];
  readonly costly: readonly Costly[];
  readonly changes: ChangedFindings | null;
  /** Severity by row of the lead; 255 where it was not measured. */
  readonly severity: Uint8Array;
};

export const MOST_COSTLY = 10;

export function briefOf(
  data: ReportData,
  loss: ReportLoss,
  { states }: Pick<ReportInput, "states">,
): Brief {
  const { lead } = data;
  const { open: dangers, settled: settled_dangers } = dangersOf(data, settledAt(states));
  const costly = costlyOf(loss);
  if (!lead) {
    const none = { components: 0, counts: [0, 0, 0, 0], measured: 0, types: [], changes: null };
    const others = { dangers, settled_dangers, costly, severity: new Uint8Array(0) };
    return { ...none, ...others, named: undefined };
  }
  const type = lead.figure.component_type;
  const counts = data.counts(lead);
  const named = data.of(faultTypeFigureOf(type)?.key ?? "");
  const severity = severitiesOf(lead.values, lead.figure, lead.limits);
  return {
    components: data.exists(type).reduce((sum, one) => sum + one, 0),
    counts,
    measured: counts.reduce((sum, one) => sum + one, 0),
    named,
    types: typesOf(data.findings, named, severity),
    dangers,
    settled_dangers,
    costly,
    changes: changesOf(data, lead),
    severity,
  };
}

/** The class of a fault at a row; null where nothing names it. */
export function faultAt(named: ReadFigure | undefined, row: number): number | null {
  const fault = named ? valueAt(named.values, row) : NaN;
  return fault !== fault || fault === MISSING_U8 || fault === NO_FAULT ? null : fault;
}

function typesOf(
  findings: Uint32Array,
  named: ReadFigure | undefined,
  severity: Uint8Array,
): TypeCount[] {
  const found = new Map<number | null, number[]>();
  for (const row of findings) {
    const fault = faultAt(named, row);
    const counts = found.get(fault) ?? [0, 0, 0, 0];
    counts[severity[row]!]! += 1;
    found.set(fault, counts);
  }
  return [...found]
    .map(([fault, counts]) => ({ fault, counts, all: counts.reduce((sum, one) => sum + one, 0) }))
    .toSorted((a, b) => b.all - a.all || (a.fault ?? 0) - (b.fault ?? 0));
}

/** By what their repair brings back: money is in proportion to energy, which is known also without a price. */
function costlyOf({ repairs }: ReportLoss): Costly[] {
  return repairs
    .filter((repair) => repair.loss.mwh > 0)
    .toSorted((a, b) => b.loss.mwh - a.loss.mwh)
    .slice(0, MOST_COSTLY)
    .map((repair) => {
      const { component_type, rows, loss, action } = repair;
      const { hours, cost } = effortOf(repair);
      return {
        at: { component_type, row: rows[0] ?? 0 },
        rows,
        loss,
        uncertainty: wholeUncertainty(loss, repair.spread),
        repair: { action, hours, cost },
      };
    });
}
