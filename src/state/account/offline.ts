// Whether the app is offline: which plants this device answers for, without a network.
import { atom } from "jotai";
import { isOffline, offlineFlag, onOffline } from "../../client/offline.ts";
import { onSession } from "../../client/session.ts";
import type { Observation } from "../../domain/observation/observation.ts";
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

/** Adds what the server has confirmed to the plants on this device. */
export async function keepConfirmedOffline(confirmed: readonly Observation[]): Promise<void> {
  if (!isOffline() || confirmed.length === 0) return;
  const { keepConfirmed } = await import("../../client/offline-answer.ts");
  await keepConfirmed(confirmed).catch(showFault);
}
