// Undo and redo of what changed the view of a plant or a value, each step by name.
import { atom, type Getter, type Setter } from "jotai";
import { perPlant, plantLifetime } from "./lifetime.ts";

/** One step: how to undo it and how to redo it. Where either fails, the step stays. */
export type UndoStep = {
  /** Word key of the step's name, with its values. */
  readonly name: string;
  readonly values?: Readonly<Record<string, string | number>>;
  /** Steps of the same merge key that follow each other within a second are one: a dragged slider. */
  readonly merge?: string;
  readonly undo: (get: Getter, set: Setter) => void | Promise<void>;
  readonly redo: (get: Getter, set: Setter) => void | Promise<void>;
};

const KEPT_STEPS = 1000;
const doneAtom = perPlant<readonly UndoStep[]>([]);
const undoneAtom = perPlant<readonly UndoStep[]>([]);
const busyAtom = perPlant(false);

/** The steps that undo and redo would take next. */
export const nextUndoAtom = atom((get) => get(doneAtom).at(-1));
export const nextRedoAtom = atom((get) => get(undoneAtom).at(-1));
export const stepCountAtom = atom((get) => get(doneAtom).length);

const MERGE_MS = 1000;
const recordedAtAtom = perPlant(-Infinity);

/** Records a step that has been done; steps undone before can no longer be redone. */
export const recordStep = atom(null, (get, set, step: UndoStep) => {
  const done = get(doneAtom);
  const last = done.at(-1);
  const now = performance.now();
  const merges = step.merge !== undefined && step.merge === last?.merge;
  if (last && merges && now - get(recordedAtAtom) < MERGE_MS && get(undoneAtom).length === 0) {
    set(doneAtom, [...done.slice(0, -1), { ...step, undo: last.undo }]);
  } else {
    set(doneAtom, [...done, step].slice(-KEPT_STEPS));
  }
  set(recordedAtAtom, now);
  set(undoneAtom, []);
});

/** Undoes the last step; one at a time. Where that fails, rejects and keeps the step. */
export const undo = atom(null, async (get, set) => {
  const step = get(doneAtom).at(-1);
  if (!step || get(busyAtom)) return;
  const { signal } = plantLifetime();
  set(busyAtom, true);
  try {
    await step.undo(get, set);
    if (signal.aborted) return;
    set(
      doneAtom,
      get(doneAtom).filter((one) => one !== step),
    );
    set(undoneAtom, [...get(undoneAtom), step]);
  } finally {
    if (!signal.aborted) set(busyAtom, false);
  }
});

/** Redoes the last undone step; one at a time. */
export const redo = atom(null, async (get, set) => {
  const step = get(undoneAtom).at(-1);
  if (!step || get(busyAtom)) return;
  const { signal } = plantLifetime();
  set(busyAtom, true);
  try {
    await step.redo(get, set);
    if (signal.aborted) return;
    set(
      undoneAtom,
      get(undoneAtom).filter((one) => one !== step),
    );
    set(doneAtom, [...get(doneAtom), step]);
  } finally {
    if (!signal.aborted) set(busyAtom, false);
  }
});
