// An edit that came too late: the stored version, the edit, and which fields differ.
import type { Observation, ObservationFields } from "../../domain/observation/observation.ts";
import { observationShape } from "../../domain/observation/observation.ts";
import { fieldsOf, requestValues } from "./change.ts";
import type { NewPhoto } from "./source.ts";

export type Conflict = {
  /** What the edit was based on. */
  readonly base: Observation;
  /** What is stored by now. */
  readonly current: Observation;
  readonly mine: ObservationFields;
};

/** The conflict that a refusal tells of, or null. */
export function conflictOf(
  cause: unknown,
  base: Observation,
  mine: ObservationFields,
): Conflict | null {
  const { versions } = (cause ?? {}) as { versions?: { current?: unknown } };
  const current = observationShape.safeParse(versions?.current);
  return current.success ? { base, current: current.data, mine } : null;
}

/** A field that both sides have with different values: a name of a field, or the ID of a column. */
export type ConflictField =
  | "observed_at"
  | "notes"
  | "analysis_id"
  | `ccp_${number}`
  | `pi_${number}`;

type Flat = Readonly<Partial<Record<ConflictField, string | number | boolean | null>>>;

/** Fields and values in one row. */
export function flatFields({ observed_at, notes, request }: ObservationFields): Flat {
  return {
    observed_at: new Date(observed_at).toISOString(),
    notes: notes.trim(),
    analysis_id: request.analysis_id,
    ...Object.fromEntries(request.ccp_values.map(({ ccp_id, value }) => [`ccp_${ccp_id}`, value])),
    ...Object.fromEntries(request.pi_values.map(({ pi_id, value }) => [`pi_${pi_id}`, value])),
  };
}

export type Side = "mine" | "theirs";
export type Difference = {
  readonly field: ConflictField;
  readonly theirs: Flat[ConflictField];
  readonly mine: Flat[ConflictField];
  /** The side that changed the field; where both did, mine. */
  readonly suggested: Side;
};

/** The fields that differ between the stored version and the edit. */
export function differencesOf({ base, current, mine }: Conflict): Difference[] {
  const [before, theirs, own] = [fieldsOf(base), fieldsOf(current), mine].map(flatFields);
  const fields = new Set([...Object.keys(theirs!), ...Object.keys(own!)]) as Set<ConflictField>;
  return [...fields]
    .filter((field) => (theirs![field] ?? null) !== (own![field] ?? null))
    .map((field) => ({
      field,
      theirs: theirs![field],
      mine: own![field],
      suggested: (own![field] ?? null) === (before![field] ?? null) ? "theirs" : "mine",
    }));
}

/** The stored version with the fields of the edit that were chosen. */
export function mergedFields(
  { current, mine }: Conflict,
  chosen: ReadonlyMap<ConflictField, Side>,
): ObservationFields {
  const theirs = fieldsOf(current);
  const [from, own] = [flatFields(theirs), flatFields(mine)];
  const pick = (field: ConflictField) => (chosen.get(field) === "mine" ? own : from)[field];
  const columns = [...new Set([...Object.keys(from), ...Object.keys(own)])].filter((field) =>
    /^(ccp|pi)_/.test(field),
  ) as ConflictField[];
  const column_values = columns.flatMap((column_id) => {
    const value = pick(column_id);
    return value === undefined || value === null ? [] : { column_id, value };
  });
  const analysis_id = pick("analysis_id");
  return {
    observed_at: String(pick("observed_at")),
    notes: String(pick("notes") ?? ""),
    request: {
      file_ids: [...new Set([...theirs.request.file_ids, ...mine.request.file_ids])],
      ...requestValues(column_values),
      analysis_id: typeof analysis_id === "number" ? analysis_id : null,
    },
  };
}

/** The edit as an observation of its own: with the photos that were added, not with those of the stored version. */
export const copyFields = (
  mine: ObservationFields,
  added: readonly Pick<NewPhoto, "file_id">[],
): ObservationFields => ({
  ...mine,
  request: { ...mine.request, file_ids: added.map(({ file_id }) => file_id) },
});
