// The details of an analysis as they are typed.
import type { AnalysisChanges } from "../../domain/analysis/analysis-change.ts";
import type { Analysis } from "../../domain/analysis/analysis.ts";
import { siteText, siteInstant } from "../../domain/plant/site-time.ts";
import { siteClock } from "../../state/shell/site-clock.ts";

export type AnalysisDraft = {
  name: string;
  /** By the clock at the plant, as `site-time.ts` of the domain has it: "2026-05-01T12:00". */
  flown_at: string;
  notes: string;
  drone_id: number | null;
  product_package_ids: readonly number[];
};

/** The instant of the text at the plant; what none follows from as it is, for the shape to refuse. */
export function instantOf(time_zone: string, text: string): string {
  return siteInstant(siteClock(time_zone).zone, text) ?? text;
}

export function draftOf(analysis: Analysis): AnalysisDraft {
  const { name, flown_at, time_zone, notes, drone_id, product_packages } = analysis;
  return {
    name,
    flown_at: siteText(siteClock(time_zone).zone, flown_at),
    notes,
    drone_id,
    product_package_ids: product_packages.map(({ id }) => id).toSorted((a, b) => a - b),
  };
}

/** The fields that differ: others may be closed to the viewer, or changed by someone else meanwhile. */
export function changesOf(draft: AnalysisDraft, analysis: Analysis): AnalysisChanges {
  const before = draftOf(analysis);
  const fields = (Object.keys(before) as (keyof AnalysisDraft)[]).filter(
    (field) => JSON.stringify(draft[field]) !== JSON.stringify(before[field]),
  );
  const all = { ...draft, flown_at: instantOf(analysis.time_zone, draft.flown_at) };
  return Object.fromEntries(fields.map((field) => [field, all[field]])) as AnalysisChanges;
}
