// What of the open plant waits on this device, and whether the list of all that waits is open.
import { atom } from "jotai";
import { plantIdAtom } from "../plant/plant.ts";
import { perSession } from "../shell/lifetime.ts";
import { outboxAtom } from "./outbox.ts";

export const outboxOpenAtom = perSession(false);

/** Findings of the plant that are done with what waits here. What was refused says nothing until it is sent again. */
export const waitingFinishedAtom = atom((get): ReadonlySet<number> => {
  const waiting = get(waitingHereAtom).filter((one) => one.state === "waiting" && !one.removes);
  return new Set(waiting.flatMap(({ finished_ids = [] }) => finished_ids));
});

/** The observations of the plant on the map that the server has not confirmed. */
export const waitingHereAtom = atom((get) => {
  const plant_id = get(plantIdAtom);
  return get(outboxAtom).entries.filter((entry) => entry.plant_id === plant_id);
});
