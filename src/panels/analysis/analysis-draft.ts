// The details of an analysis as they are typed.
import type { AnalysisChanges } from "../../domain/analysis/analysis-change.ts";
import type { Analysis } from "../../domain/analysis/analysis.ts";

export type AnalysisDraft = {
  name: string;
  /** In the time zone of the browser, without it: "2026-05-01T12:00". */
  flown_at: string;
  notes: string;
  drone_id: number | null;
  product_package_ids: readonly number[];
};

/** The local time of an instant as an input of the browser takes it. */
export function localTime(instant: string | Date): string {
  const at = new Date(instant);
  const two = (part: number) => String(part).padStart(2, "0");
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** The instant of a local time; an unreadable one as it is, for the shape to refuse. */
export function instantOf(local: string): string {
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? local : at.toISOString();
}

export function draftOf(analysis: Analysis): AnalysisDraft {
  const { name, flown_at, notes, drone_id, product_packages } = analysis;
  return {
    name,
    flown_at: localTime(flown_at),
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
  const all = { ...draft, flown_at: instantOf(draft.flown_at) };
  return Object.fromEntries(fields.map((field) => [field, all[field]])) as AnalysisChanges;
}
