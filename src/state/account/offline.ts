// Whether the app is offline: which plants this device answers for, without a network.
import { atom } from "jotai";
import { isOffline, offlineFlag, onOffline } from "../../client/offline/offline.ts";
import { onSession } from "../../client/session.ts";
import type { Observation } from "../../domain/observation/observation.ts";
import type { WorkOrder } from "../../domain/work-order/work-order.ts";
import { showFault } from "../shell/toast.ts";

const flagAtom = atom(offlineFlag());
flagAtom.onMount = (set) => {
  const follow = () => set(offlineFlag());
  follow();
  const ends = [onOffline(follow), onSession(follow)];
  return () => ends.forEach((end) => end());
};

/** The plants that are offline; null while online. It is the flag of the user's choice, not the network. */
export const offlineAtom = atom((get) => get(flagAtom));

/**
 * Brings the plants on this device to what the server has confirmed: stored or changed, and deleted. `bytesOf` has photos by
 * their file IDs.
 */
export async function keepConfirmedOffline(
  confirmed: readonly Observation[],
  removed: readonly Pick<Observation, "plant_id" | "external_id">[] = [],
  bytesOf?: (file_id: string) => Promise<ArrayBuffer | undefined>,
): Promise<void> {
  if (!isOffline()) return;
  const { keepConfirmed, keepConfirmedPhotos } =
    await import("../../client/offline/offline-answer.ts");
  for (const one of bytesOf ? confirmed : []) {
    // Photos that do not fit here are on the server: the observation is kept without them.
    await keepConfirmedPhotos(one, bytesOf!).catch(() => undefined);
  }
  await keepConfirmed(confirmed, removed).catch(showFault);
}

/** Brings the plants on this device to what the server has confirmed of a work order. */
export async function keepConfirmedOrder(plant_id: number, order: WorkOrder): Promise<void> {
  if (!isOffline()) return;
  const { keepConfirmedOrder: keep } = await import("../../client/offline/offline-answer.ts");
  await keep(plant_id, order).catch(showFault);
}
