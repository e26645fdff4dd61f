// Undo and redo of what changed the view of a plant or a value, each step by name.
import { atom } from "jotai";
import { keepSteps, keptSteps, type StepModules } from "./kept-step.ts";
import { perPlant, plantLifetime } from "./lifetime.ts";
import { mergedStep } from "./step-kind.ts";
import type { StepData, UndoStep } from "./undo-step.ts";

export type { UndoStep };

const KEPT_STEPS = 1000;
/** The plant whose steps are kept in this tab; null until those of before a reload are back. */
const keptPlantAtom = perPlant<number | null>(null);
const doneAtom = perPlant<readonly UndoStep[]>([]);
const undoneAtom = perPlant<readonly UndoStep[]>([]);
const busyAtom = perPlant(false);

/** The steps that undo and redo would take next. */
export const nextUndoAtom = atom((get) => get(doneAtom).at(-1));
export const nextRedoAtom = atom((get) => get(undoneAtom).at(-1));
export const stepCountAtom = atom((get) => get(doneAtom).length);

const MERGE_MS = 1000;
const recordedAtAtom = perPlant(-Infinity);

const keep = atom(null, (get) => {
  const id = get(keptPlantAtom);
  if (id !== null) keepSteps(id, { done: get(doneAtom), undone: get(undoneAtom) });
});

/** Brings the steps back that this session made at the plant before the page was loaded again. */
export const restoreSteps = atom(
  null,
  async (get, set, plant_id: number, modules: StepModules): Promise<void> => {
    const { signal } = plantLifetime();
    const { done, undone } = await keptSteps(plant_id, modules);
    if (signal.aborted) return;
    // What was done meanwhile came later.
    const made = get(doneAtom);
    set(doneAtom, [...done, ...made].slice(-KEPT_STEPS));
    if (made.length === 0) set(undoneAtom, undone);
    set(keptPlantAtom, plant_id);
    set(keep);
  },
);

/** Records a step that has been done; steps undone before can no longer be redone. */
export const recordStep = atom(null, (get, set, step: UndoStep) => {
  const done = get(doneAtom);
  const last = done.at(-1);
  const now = performance.now();
  const merges = step.merge !== undefined && step.merge === last?.merge;
  if (last && merges && now - get(recordedAtAtom) < MERGE_MS && get(undoneAtom).length === 0) {
    const merged = mergedStep(last, step) ?? { ...withoutData(step), undo: last.undo };
    set(doneAtom, [...done.slice(0, -1), merged]);
  } else {
    set(doneAtom, [...done, step].slice(-KEPT_STEPS));
  }
  set(recordedAtAtom, now);
  set(undoneAtom, []);
  set(keep);
});

/** Changes what the recorded steps know, in both directions. @param next answers the state of a step, the same or another */
export const changeSteps = atom(null, (get, set, next: (data: StepData) => unknown) => {
  for (const { data } of [...get(doneAtom), ...get(undoneAtom)]) {
    if (data) data.state = next(data);
  }
  set(keep);
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
    set(keep);
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
    set(keep);
  } finally {
    if (!signal.aborted) set(busyAtom, false);
  }
});

/** Two steps that are one only as functions cannot be made again from data. */
function withoutData({ data: _data, ...step }: UndoStep): UndoStep {
  return step;
}
