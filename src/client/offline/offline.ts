// The offline flag of this browser: which plants are offline, and for whose session. It holds no data.
import { localNames, readLocal, writeLocal } from "../local.ts";
import { session } from "../session.ts";

type Listener = () => void;
const listeners = new Set<Listener>();

export type OfflineFlag = { readonly account_id: number; readonly plant_ids: readonly number[] };

/** A flag is valid with the session that set it: another user of the browser never reads the store. */
const sessionMark = () => session()?.token.slice(-16) ?? "";

/** The flag, or null while online. */
export function offlineFlag(): OfflineFlag | null {
  const [, account_id, mark] = /^(\d+) (.+)$/.exec(readLocal(localNames.offline) ?? "") ?? [];
  if (!mark || mark !== sessionMark()) return null;
  const plant_ids = (readLocal(localNames.offlinePlant) ?? "").split(",").map(Number);
  return { account_id: Number(account_id), plant_ids };
}

export function isOffline(): boolean {
  return offlineFlag() !== null;
}

/** Flags these plants as offline; null goes online. */
export function setOffline(flag: OfflineFlag | null): void {
  const plants = flag?.plant_ids ?? [];
  const isOn = flag !== null && plants.length > 0;
  writeLocal(localNames.offlinePlant, isOn ? plants.join(",") : null);
  writeLocal(localNames.offline, isOn ? `${flag.account_id} ${sessionMark()}` : null);
  for (const listener of listeners) listener();
}

/** Calls back on every change, also by another tab; answers how to stop. */
export function onOffline(listener: Listener): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === localNames.offline || key === localNames.offlinePlant) listener();
  };
  listeners.add(listener);
  window.addEventListener("storage", onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", onStorage);
  };
}
