// What of the open plant waits on this device, and whether the list of all that waits is open.
import { atom } from "jotai";
import { plantIdAtom } from "../plant/plant.ts";
import { perSession } from "../shell/lifetime.ts";
import { outboxAtom } from "./outbox.ts";

export const outboxOpenAtom = perSession(false);

/** The observations of the plant on the map that the server has not confirmed. */
export const waitingHereAtom = atom((get) => {
  const plant_id = get(plantIdAtom);
  return get(outboxAtom).entries.filter((entry) => entry.plant_id === plant_id);
});
