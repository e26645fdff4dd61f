// Observations that were deleted and can be put back: read when they are shown.
import { atom } from "jotai";
import type { DeletedObservation } from "../../domain/observation/observation.ts";
import { plantIdAtom } from "../plant/plant.ts";
import { perPlant } from "../shell/lifetime.ts";
import { failed, loading, ready, type Loaded } from "../shell/loaded.ts";
import { restoreById } from "./change.ts";
import { observationSource } from "./present-source.ts";

type Deleted = Awaited<ReturnType<ReturnType<typeof observationSource>["deleted"]>>;

const deletedListAtom = perPlant<Loaded<Deleted>>(loading);
export const deletedAtom = atom((get) => get(deletedListAtom));

/** Asks for them again. */
export const readDeletedAgain = atom(null, async (get, set) => {
  const id = get(plantIdAtom);
  if (id === null) return;
  try {
    const found = await observationSource().deleted(id, {});
    if (get(plantIdAtom) === id) set(deletedListAtom, ready(found));
  } catch (cause) {
    if (get(plantIdAtom) === id) set(deletedListAtom, failed(cause));
  }
});

/** Puts one back, and takes it from the list. Rejects with the refusal. */
export const restoreFromList = atom(null, async (get, set, { id }: DeletedObservation) => {
  await set(restoreById, id);
  const shown = get(deletedListAtom);
  if (shown.state !== "ready") return;
  const { observations, count, days } = shown.value;
  const left = observations.filter((one) => one.id !== id);
  set(deletedListAtom, ready({ days, count: count - 1, observations: left }));
});
