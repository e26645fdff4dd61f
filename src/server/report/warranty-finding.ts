// What surveys say of the findings of a warranty package: how bad each one is, and which survey showed it first.
import { NO_SEVERITY } from "../../domain/column/column-severity.ts";
import { placeKey } from "../../domain/finding/finding-life.ts";
import { seenOf, type Seen } from "../../domain/finding/survey-finding.ts";
import { faultTypeFigureOf } from "../../domain/key-figure/fault-type.ts";
import type { Severity } from "../../domain/key-figure/key-figure.ts";
import { plantDate } from "../../domain/plant/plant-time.ts";
import { serialOn } from "../../domain/serial-number/serial-course.ts";
import { serialKey } from "../../domain/serial-number/serial-number.ts";
import type { ObjectStore } from "../adapters/object-storage.ts";
import { readColumn } from "../store/plant/column/column-object.ts";
import type { ReportData } from "./report-data.ts";
import type { ReportSurvey } from "./report-input.ts";
import type { WarrantyFinding, WarrantyInput } from "./warranty-input.ts";

export type ClaimedFinding = WarrantyFinding & {
  /** In the twin; null where it has the component no more. */
  readonly row: number | null;
  /** In this survey; null where it did not measure the component, or not what the finding is. */
  readonly severity: Severity | null;
  /** When the first survey that shows this fault at this component was flown; null where none does. */
  readonly first_seen: string | null;
  /** The serial number of the component that has the fault; null where it is not known. */
  readonly serial: string | null;
  /** That of the one which stands there instead by the claim; null where there is none. */
  readonly new_serial: string | null;
};

export async function claimedFindings(
  store: ObjectStore,
  { findings, surveys, report }: Pick<WarrantyInput, "findings" | "surveys" | "report">,
  data: ReportData,
): Promise<ClaimedFinding[]> {
  const rows = rowsOf(data, findings);
  const [first, newest] = [new Map<string, string>(), new Map<string, string>()];
  let last: ReturnType<typeof judgeOf> | null = null;
  for (const survey of surveys) {
    last = judgeOf(await valuesOf(store, survey), survey);
    for (const one of findings) {
      const key = placeKey(one);
      const row = rows.get(key);
      if (row === undefined) continue;
      const seen = last(one, row);
      const isFault = seen !== null && seen.severity > 0 && seen.severity !== NO_SEVERITY;
      if (!isFault || seen.fault_type !== one.fault_type) continue;
      if (!first.has(key)) first.set(key, survey.flown_at);
      newest.set(key, survey.flown_at);
    }
  }
  return findings.map((one) => {
    const key = placeKey(one);
    const row = rows.get(key) ?? null;
    const seen = row === null ? null : (last?.(one, row) ?? null);
    const isOwn = seen !== null && (seen.severity === 0 || seen.fault_type === one.fault_type);
    return {
      ...one,
      row,
      // Another fault at the component says nothing of this one.
      severity: isOwn && seen.severity !== NO_SEVERITY ? (seen.severity as Severity) : null,
      first_seen: first.get(key) ?? null,
      ...serialsIn(one, newest.get(key) ?? null, report.plant.time_zone),
    };
  });
}

/**
 * The number that the component had when the fault was measured last, else before it was replaced: the one that stands
 * there now may be new, and its maker would look for the wrong one.
 */
function serialsIn({ serials, life }: WarrantyFinding, seen_at: string | null, zone: string) {
  const day = seen_at === null ? (life?.replaced_on ?? null) : plantDate(zone, seen_at);
  const serial = serialOn(serials, day);
  const next = life?.new_serial ?? null;
  const isSame = serial !== null && next !== null && serialKey(serial) === serialKey(next);
  return { serial, new_serial: isSame ? null : next };
}

function rowsOf(data: ReportData, findings: readonly WarrantyFinding[]): Map<string, number> {
  const rows = new Map<string, number>();
  for (const type of new Set(findings.map(({ component_type }) => component_type))) {
    const own = findings.filter(({ component_type }) => component_type === type);
    const wanted = Map.groupBy(own, ({ dt_id }) => dt_id);
    const level = data.level(type);
    const exists = data.exists(type);
    for (let row = 0; row < exists.length; row += 1) {
      if (exists[row] === 0) continue;
      for (const one of wanted.get(level?.names.dtId(row) ?? "") ?? [])
        rows.set(placeKey(one), row);
    }
  }
  return rows;
}

async function valuesOf(store: ObjectStore, { columns }: ReportSurvey) {
  const values = new Map<number, Awaited<ReturnType<typeof readColumn>>>();
  for (const { key_figure_id, hash } of columns) {
    values.set(key_figure_id, await readColumn(store, hash));
  }
  return values;
}

/** A function that answers what the survey says of the component of a finding; null where it says nothing. */
function judgeOf(values: Awaited<ReturnType<typeof valuesOf>>, { columns }: ReportSurvey) {
  const limits = new Map(columns.map((one) => [one.key_figure_id, one.limits]));
  const survey = {
    valuesOf: ({ id }: { readonly id: number }) => values.get(id),
    limitsOf: ({ id }: { readonly id: number }) => limits.get(id) ?? [],
  };
  const judges = new Map<string, ReturnType<typeof seenOf>>();
  return ({ component_type, fault_type }: WarrantyFinding, row: number): Seen | null => {
    let judge = judges.get(component_type);
    if (judge === undefined) {
      const figure = faultTypeFigureOf(component_type);
      judge = figure ? seenOf(figure, survey) : null;
      judges.set(component_type, judge);
    }
    return judge?.(row, fault_type) ?? null;
  };
}
