// Many observations at once: the same one added to many components, one field set in many of them.
import { atom, type Setter } from "jotai";
import type {
  ColumnValue,
  Observation,
  ObservationFields,
} from "../../domain/observation/observation.ts";
import { plantIdAtom } from "../plant/plant.ts";
import { plantLifetime } from "../shell/lifetime.ts";
import { reload } from "../shell/query.ts";
import { stepKind } from "../shell/step-kind.ts";
import { recordStep } from "../shell/undo.ts";
import { fieldsOf, requestValues } from "./change.ts";
import { keepObservations, observationsKey } from "./observation.ts";
import { followOwn } from "./own-revision.ts";
import { observationSource } from "./present-source.ts";
import type { NewObservation } from "./source.ts";

/** Stores the same observation for each component: all of them, or none. Rejects with the refusal. */
export const addToMany = atom(
  null,
  async (
    get,
    _set,
    form: NewObservation & { readonly dt_ids: readonly string[] },
  ): Promise<number> => {
    const plantId = get(plantIdAtom) ?? 0;
    const { signal } = plantLifetime();
    const { count } = await observationSource().bulkAdd(plantId, form);
    if (!signal.aborted) await reload(observationsKey());
    return count;
  },
);

/** A note, or the value of a column; null takes the value away. */
export type BulkChange =
  | { readonly notes: string }
  | { readonly column_id: string; readonly value: ColumnValue | null };

function changedFields(one: Observation, change: BulkChange): ObservationFields {
  const fields = fieldsOf(one);
  if ("notes" in change) return { ...fields, notes: change.notes };
  const { column_id, value } = change;
  const others = one.column_values.filter((known) => known.column_id !== column_id);
  const values = value === null ? others : [...others, { column_id, value }];
  return { ...fields, request: { ...fields.request, ...requestValues(values) } };
}

type Changed = {
  readonly id: number;
  readonly revision: number;
  readonly before: ObservationFields;
  readonly after: ObservationFields;
};
type Many = { readonly all: readonly Changed[] };

const goTo = async (set: Setter, { all }: Many, way: "before" | "after"): Promise<Many> => {
  const again: Changed[] = [];
  const stored: Observation[] = [];
  for (const one of all) {
    const latest = await observationSource().update(one.id, one.revision, one[way]);
    set(followOwn, latest);
    stored.push(latest);
    again.push({ ...one, revision: latest.revision });
  }
  keepObservations(stored);
  return { all: again };
};
const manyStep = stepKind<Many>({
  name: "observations edit",
  undo: (_get, set, state) => goTo(set, state, "before"),
  redo: (_get, set, state) => goTo(set, state, "after"),
});

/**
 * Sets a field in these observations, one after the other; answers how many were changed. All of them are one step
 * for undo. Rejects with the first refusal; what was changed before stays changed, and can be undone.
 */
export const editMany = atom(
  null,
  async (
    _get,
    set,
    all: readonly Observation[],
    change: BulkChange,
    onProgress: (share: number) => void,
  ): Promise<number> => {
    const { signal } = plantLifetime();
    const changed: Changed[] = [];
    const stored: Observation[] = [];
    try {
      for (const one of all) {
        const after = changedFields(one, change);
        const latest = await observationSource().update(one.id, one.revision, after);
        set(followOwn, latest);
        stored.push(latest);
        const { id, revision } = latest;
        changed.push({ id, revision, before: fieldsOf(one), after });
        onProgress(stored.length / all.length);
      }
    } finally {
      if (!signal.aborted) keepObservations(stored);
      if (stored.length > 0 && !signal.aborted) {
        set(recordStep, {
          name: "workbench:step.edit_observations",
          values: { n: stored.length },
          ...manyStep({ all: changed }),
        });
      }
    }
    return stored.length;
  },
);
