// The form of an observation: its fields and one field per column.
import {
  columnBlockedBy,
  type ObservationColumn,
} from "../../domain/observation/observation-column.ts";
import type { ColumnValue, Observation } from "../../domain/observation/observation.ts";
import { requestValues } from "../../state/observation/change.ts";
import type { Brought } from "../../state/observation/open.ts";
import { siteText, siteInstant } from "../../domain/plant/site-time.ts";
import { serverTime } from "../../state/shell/server-time.ts";

export type ColumnField = `ccp_${number}` | `pi_${number}`;

/** Takes the place of an ID while something is recorded: the form has a change, and cannot be saved yet. */
export const RUNNING = "recording-runs";

export type ObservationDraft = {
  /** As the field has it: to the minute, by the clock at the plant (`site-time.ts` of the domain). */
  readonly observed_at: string;
  readonly notes: string;
  readonly analysis_id: number | null;
  /** File IDs of photos and recordings that were chosen and are not sent yet. */
  readonly photos: readonly string[];
} & { readonly [column: ColumnField]: ColumnValue | null };

/** @param one null for a new observation */
export function draftOf(
  zone: string,
  one: Observation | null,
  analysisId: number | null,
): ObservationDraft {
  const values = (one?.column_values ?? []).map(({ column_id, value }) => [column_id, value]);
  return {
    observed_at: siteText(zone, one ? one.observed_at : serverTime()),
    notes: one?.notes ?? "",
    analysis_id: one ? (one.analysis?.id ?? null) : analysisId,
    photos: [],
    ...(Object.fromEntries(values) as Record<ColumnField, ColumnValue>),
  };
}

/** What brought photos fill in: themselves, and their time, which is asked for where they state none. */
export function begunWith(zone: string, { photos, observed_at }: Brought) {
  return {
    photos: photos.map(({ file_id }) => file_id),
    observed_at: observed_at === null ? "" : siteText(zone, observed_at),
  };
}

/** The values of a draft by column; empty fields have none. */
export function valuesOf(draft: ObservationDraft): Observation["column_values"] {
  return Object.entries(draft).flatMap(([column_id, value]) =>
    /^(ccp|pi)_\d+$/.test(column_id) && isValue(value) ? { column_id, value } : [],
  );
}

/**
 * The draft as it is saved: without what was typed for properties that do not apply to it any more. Their stored values
 * stay until the user takes them away.
 * @param stored values before the edit
 */
export function appliedDraft(
  draft: ObservationDraft,
  columns: ReadonlyMap<string, ObservationColumn>,
  stored: Observation["column_values"],
): ObservationDraft {
  const values = valuesOf(draft);
  const unasked = values.filter(({ column_id, value }) => {
    const column = columns.get(column_id);
    const isStored = stored.some((one) => one.column_id === column_id && one.value === value);
    return column && !isStored && columnBlockedBy(column, values, columns) !== null;
  });
  const empty = unasked.map(({ column_id }) => [column_id, null]);
  return { ...draft, ...(Object.fromEntries(empty) as Record<ColumnField, null>) };
}

function isValue(value: unknown): value is ColumnValue {
  if (typeof value === "string") return value !== "";
  return typeof value === "boolean" || (typeof value === "number" && !Number.isNaN(value));
}

/** The request body of a draft. @param one what is stored already, or null */
export function requestOf(zone: string, draft: ObservationDraft, one: Observation | null) {
  const { observed_at, notes, analysis_id, photos } = draft;
  return {
    observed_at: instantOf(zone, observed_at, one),
    notes,
    request: {
      file_ids: [...(one?.images.map(({ file_id }) => file_id) ?? []), ...photos],
      ...requestValues(valuesOf(draft)),
      analysis_id,
    },
  };
}

/** The field knows no seconds. An unchanged time keeps them. */
function instantOf(zone: string, text: string, one: Observation | null): string {
  if (one && text === siteText(zone, one.observed_at)) return one.observed_at;
  return siteInstant(zone, text) ?? "";
}
