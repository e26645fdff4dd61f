// Observations created, changed, moved and deleted; each change is a step that can be undone.
import { atom, type Setter } from "jotai";
import type { Observation, ObservationFields } from "../../domain/observation/observation.ts";
import { plantIdAtom } from "../plant/plant.ts";
import { plantLifetime } from "../shell/lifetime.ts";
import { change } from "../shell/mutation.ts";
import { canWait } from "../shell/may-keep.ts";
import { stepKind } from "../shell/step-kind.ts";
import { recordStep } from "../shell/undo.ts";
import { keepRemoval } from "./keep-on-device.ts";
import { keepObservations, observationsKey, withObservations } from "./observation.ts";
import { cancelRemoval } from "./outbox-entry.ts";
import { followOwn } from "./own-revision.ts";
import { observationSource } from "./present-source.ts";
import type { NewObservation, ObservationPlace } from "./source.ts";

type All = readonly Observation[];

/** Keeps the receipt of a change on the screen, and in the steps of undo. */
async function kept(set: Setter, send: () => Promise<Observation>): Promise<Observation> {
  const stored = await change<All, Observation>({
    key: observationsKey(),
    send,
    keep: (all, stored) => withObservations(all, [stored]),
  });
  set(followOwn, stored);
  return stored;
}

/**
 * Deletes on the screen at once; the observation is back where the server refuses.
 * @param keep keeps the deletion on this device where the server cannot be reached
 * @param isExact true where it must still be as it is here
 */
function removed(
  one: Observation,
  keep: (one: Observation) => Promise<void>,
  isExact: boolean,
): Promise<"done" | "waits"> {
  return change<All, "done" | "waits">({
    key: observationsKey(),
    preview: (all) => all.filter(({ id }) => id !== one.id),
    undo: (all) => withObservations(all, [one]),
    send: async () => {
      try {
        await (isExact
          ? observationSource().remove(one.id, one.revision)
          : observationSource().remove(one.id));
        return "done";
      } catch (cause) {
        if (!canWait(cause)) throw cause;
        await keep(one);
        return "waits";
      }
    },
  });
}

const restored = (set: Setter, plantId: number, one: Observation) =>
  kept(set, () => observationSource().restore(plantId, one.id));

const nameOf = ({ fieldgeometry_component: { pcs, dt_id } }: Observation) => pcs || dt_id;

/** The fields of an observation as an edit sends them. */
export function fieldsOf({
  observed_at,
  notes,
  file_ids,
  column_values,
  analysis,
}: Observation): ObservationFields {
  return {
    observed_at,
    notes,
    request: {
      file_ids: [...file_ids],
      ...requestValues(column_values),
      analysis_id: analysis?.id ?? null,
    },
  };
}

/** Column values as a request names them. */
export function requestValues(
  values: Observation["column_values"],
): Pick<ObservationFields["request"], "ccp_values" | "pi_values"> {
  const of = (prefix: string) =>
    values
      .filter(({ column_id }) => column_id.startsWith(prefix))
      .map(({ column_id, value }) => ({ id: Number(column_id.slice(prefix.length)), value }));
  return {
    ccp_values: of("ccp_").map(({ id, value }) => ({ ccp_id: id, value })),
    pi_values: of("pi_").map(({ id, value }) => ({ pi_id: id, value: Number(value) })),
  };
}

type NewAtComponent = NewObservation & { readonly dt_id: string };

/** Stores a new observation of a component; no step that is undone. Rejects with the refusal. */
export const storeObservation = atom(null, (get, set, form: NewAtComponent) => {
  const plantId = get(plantIdAtom) ?? 0;
  return kept(set, () => observationSource().create(plantId, form));
});

// A record that was changed meanwhile has another revision, and the server refuses then.
const createStep = stepKind<{ readonly plantId: number; readonly one: Observation }>({
  name: "observation create",
  undo: async (_get, set, { one }) => void (await set(removeOne, one, true)),
  redo: async (_get, set, { plantId, one }) => ({
    plantId,
    one: await restored(set, plantId, one),
  }),
});
type Between<State> = {
  readonly id: number;
  readonly before: State;
  readonly after: State;
  readonly revision: number;
};
/** A step between two states of an observation; the revision that is stored now is what the next change is based on. */
const between = <State>(
  name: string,
  send: (id: number, revision: number, to: State) => Promise<Observation>,
) => {
  const goTo = async (set: Setter, state: Between<State>, to: State) => {
    const { revision } = await kept(set, () => send(state.id, state.revision, to));
    return { ...state, revision };
  };
  return stepKind<Between<State>>({
    name,
    undo: (_get, set, state) => goTo(set, state, state.before),
    redo: (_get, set, state) => goTo(set, state, state.after),
  });
};
const editStep = between<ObservationFields>("observation edit", (...to) =>
  observationSource().update(...to),
);
const moveStep = between<ObservationPlace>("observation move", (...to) =>
  observationSource().move(...to),
);
const placeOf = ({ fieldgeometry_component: { dt_id }, fault_type }: Observation) => ({
  dt_id,
  fault_type,
});
const removeStep = stepKind<{ readonly plantId: number; readonly all: readonly Observation[] }>({
  name: "observation remove",
  async undo(_get, set, { plantId, all }) {
    const back: Observation[] = [];
    for (const one of all) back.push(await set(putBack, plantId, one));
    return { plantId, all: back };
  },
  async redo(_get, set, { all }) {
    for (const one of all) await set(removeOne, one, true);
  },
});

/** Stores a new observation of a component. Rejects with the refusal. */
export const createObservation = atom(
  null,
  async (get, set, form: NewAtComponent): Promise<Observation> => {
    const plantId = get(plantIdAtom) ?? 0;
    const { signal } = plantLifetime();
    const made = await set(storeObservation, form);
    if (signal.aborted) return made;
    set(recordStep, {
      name: "workbench:step.create_observation",
      values: { component: nameOf(made) },
      ...createStep({ plantId, one: made }),
    });
    return made;
  },
);

/** How an edit is stored: on top of the version that was read, or whatever is stored by now. */
export type EditMode = "update" | "overwrite";

/**
 * Changes an observation. Rejects with the refusal; where another change came first, with CONFLICT and both
 * `versions`.
 * @param before the version that the edit is based on
 */
export const editObservation = atom(
  null,
  async (
    _get,
    set,
    before: Observation,
    fields: ObservationFields,
    mode: EditMode = "update",
  ): Promise<Observation> => {
    const { signal } = plantLifetime();
    const source = observationSource();
    const { id, revision } = before;
    const stored = await kept(set, () =>
      mode === "overwrite" ? source.overwrite(id, fields) : source.update(id, revision, fields),
    );
    if (signal.aborted) return stored;
    set(recordStep, {
      name: "workbench:step.edit_observation",
      values: { component: nameOf(stored) },
      ...editStep({ id, before: fieldsOf(before), after: fields, revision: stored.revision }),
    });
    return stored;
  },
);

/** Moves an observation with its photos to another component. Rejects with the refusal. */
export const moveObservation = atom(
  null,
  async (_get, set, before: Observation, dt_id: string): Promise<Observation> => {
    const { signal } = plantLifetime();
    const { id } = before;
    const latest = await kept(set, () => observationSource().move(id, before.revision, { dt_id }));
    if (signal.aborted) return latest;
    set(recordStep, {
      name: "workbench:step.move_observation",
      values: { component: nameOf(before) },
      ...moveStep({
        id,
        // A component of another type takes its finding away, which is back with its place.
        before: placeOf(before),
        after: placeOf(latest),
        revision: latest.revision,
      }),
    });
    return latest;
  },
);

/** Deletes one, or keeps its deletion on this device where the server cannot be reached. */
const removeOne = atom(null, (_get, set, one: Observation, isExact?: boolean) =>
  removed(one, (kept) => set(keepRemoval, kept, fieldsOf(kept)), isExact === true),
);

/** Puts one back: the deletion that still waits is taken back, another one is undone by the server. */
const putBack = atom(
  null,
  async (_get, set, plantId: number, one: Observation): Promise<Observation> => {
    if (!(await set(cancelRemoval, one.external_id))) return restored(set, plantId, one);
    keepObservations([one]);
    return one;
  },
);

/**
 * Deletes observations, from the screen at once. Answers how many of the deletions wait on this device, because
 * the server was not reached. Rejects with the refusal of the first one that stays.
 */
export const removeObservations = atom(
  null,
  async (get, set, all: readonly Observation[]): Promise<{ readonly waiting: number }> => {
    const plantId = get(plantIdAtom) ?? 0;
    const { signal } = plantLifetime();
    const gone: Observation[] = [];
    let waiting = 0;
    try {
      for (const one of all) {
        if ((await set(removeOne, one)) === "waits") waiting += 1;
        gone.push(one);
      }
      return { waiting };
    } finally {
      const [first] = gone;
      if (first && !signal.aborted) {
        set(recordStep, {
          name: "workbench:step.remove_observations",
          values: { n: gone.length, component: nameOf(first) },
          ...removeStep({ plantId, all: gone }),
        });
      }
    }
  },
);

/** Puts a deleted observation back, as a step that can be undone. Rejects with the refusal. */
export const restoreById = atom(null, async (get, set, id: number): Promise<void> => {
  const plantId = get(plantIdAtom) ?? 0;
  const { signal } = plantLifetime();
  const one = await kept(set, () => observationSource().restore(plantId, id));
  if (signal.aborted) return;
  set(recordStep, {
    name: "workbench:step.restore_observation",
    values: { component: nameOf(one) },
    ...createStep({ plantId, one }),
  });
});
