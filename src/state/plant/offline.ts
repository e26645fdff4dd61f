// A plant is taken offline, used without a network, and comes back.
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import { call, callFailure } from "../../client/call.ts";
import { offlineFlag } from "../../client/offline/offline.ts";
import { keepOffline } from "../../client/offline/offline-record.ts";
import type { FillProgress } from "../../client/offline/offline-fill.ts";
import type { FillPlan } from "../../client/offline/offline-plan.ts";
import { databaseNames } from "../../client/kept-rows.ts";
import { StorageError } from "../../client/storage-error.ts";
import { onSession, session } from "../../client/session.ts";
import {
  goOfflineRefusal,
  hasRoom,
  isExpired,
  type HeldPlant,
  type OfflineChoice,
} from "../../domain/plant/offline.ts";
import type { Problem } from "../../domain/error.ts";
import { limits } from "../../domain/limits.ts";
import { meAtom } from "../account/me.ts";
import { outboxAtom, outboxStore, sendAfterOthers } from "../observation/outbox.ts";
import { heldBySession, perSession, sessionLifetime } from "../shell/lifetime.ts";
import { valueOf } from "../shell/loaded.ts";
import { formatDate, t } from "../shell/locale.ts";
import { queryClient } from "../shell/query.ts";
import { plantIdAtom, plantKey, plantQueryOf } from "./plant.ts";
import { keptChangesAtom, sendOrderChanges } from "./work-order/kept.ts";

const heldPlantsAtom = perSession<readonly HeldPlant[]>([]);
/** The plants on this device, complete and not expired. */
export const heldAtom = atom((get) => get(heldPlantsAtom));

/** "Offline, data of 27 Nov 2026": the day of this device, which took the plant along. */
export const heldWords = ({ taken_at }: HeldPlant): string =>
  t("offline:data_of", { date: formatDate(taken_at) });

const storageFaultAtom = perSession<StorageError | null>(null);
/** Why the plants on this device cannot be read; null while they can. */
export const offlineStorageAtom = atom((get) => get(storageFaultAtom));

type Running = { readonly plant_id: number; readonly progress: FillProgress | null };
const runningAtom = perSession<Running | null>(null);
/** The plant that is being loaded onto this device, or null. */
export const takingAtom = atom((get) => get(runningAtom));

const attempt = heldBySession(() => ({
  controller: null as AbortController | null,
  isStarted: false,
}));

/** What the plant on the map needs on this device. */
export const offlinePlanAtom = plantQueryOf<FillPlan>((plant_id) => ({
  key: plantKey("offline-plan"),
  ask: async ({ signal = new AbortController().signal }) => {
    const { planFill } = await import("../../client/offline/offline-plan.ts");
    return planFill({ plant_id }, signal);
  },
}));

/** Lists the plants on this device, and deletes what another user of this browser had. */
export const startOffline = atom(null, async (_get, set, account_id: number): Promise<void> => {
  const holder = attempt();
  if (holder.isStarted) return;
  holder.isStarted = true;
  const token = session()?.token;
  const { signal } = sessionLifetime();
  const stop = onSession((next) => {
    if (next?.token === token) return;
    stop();
    // The session has ended: the next user of this browser must not find its plants.
    void deviceStore()
      .then(({ deleteAll }) => deleteAll(account_id))
      .catch(() => undefined);
  });
  // A busy device answers late, and another tab may hold what is to be deleted: it is tried until it is done.
  for (let wait = limits.outboxWaitMs; !signal.aborted; wait *= 2) {
    try {
      await set(readDevice, account_id);
      return;
    } catch (cause) {
      if (!(cause instanceof StorageError)) throw cause;
      if (!signal.aborted) set(storageFaultAtom, cause);
    }
    const ms = Math.min(limits.outboxLongestWaitMs, wait);
    await new Promise((resolve) => setTimeout(resolve, ms));
  }
});

/** What reads the plants on this device, loaded where there is one. */
const deviceStore = () => import("../../client/offline/offline-store.ts");

/** False only where this browser certainly has no plants of any user. */
async function mayHavePlants(): Promise<boolean> {
  const names = await databaseNames();
  return names === null || names.some((name) => /^offline-\d/.test(name));
}

const readDevice = atom(null, async (_get, set, account_id: number): Promise<void> => {
  const { signal } = sessionLifetime();
  if (!(await mayHavePlants())) return set(storageFaultAtom, null);
  const { openCatalogue, deleteStrangers } = await deviceStore();
  await set(listHeld, account_id);
  if (signal.aborted) return;
  set(storageFaultAtom, null);
  const catalogue = openCatalogue(account_id);
  try {
    const named = (await catalogue.list()).map(({ database }) => database);
    await deleteStrangers(account_id, new Set(named));
  } finally {
    catalogue.close();
  }
});

const listHeld = atom(null, async (_get, set, account_id: number): Promise<void> => {
  const { openCatalogue } = await deviceStore();
  const catalogue = openCatalogue(account_id);
  try {
    const all = await catalogue.list();
    set(
      heldPlantsAtom,
      all.filter((one) => !isExpired(one, Date.now())),
    );
  } finally {
    catalogue.close();
  }
});

const refused = (problem: Problem) => callFailure("CONFLICT", { problems: [problem] });

/** Loads the plant on the map onto this device and goes offline. Names failed images; rejects with the refusal. */
export const takeOffline = atom(
  null,
  async (get, set, choice: OfflineChoice, bytes: number): Promise<readonly string[]> => {
    const plant_id = get(plantIdAtom);
    const account_id = valueOf(get(meAtom))?.id;
    if (plant_id === null || account_id === undefined) return [];
    const { entries } = get(outboxAtom);
    const flagged = offlineFlag()?.plant_ids ?? [];
    const waiting = entries.filter((one) => one.plant_id === plant_id).length;
    const refusal = goOfflineRefusal(flagged.includes(plant_id), waiting);
    if (refusal) throw refused(refusal);
    await askForRoom(bytes);
    const controller = new AbortController();
    const { signal } = sessionLifetime();
    signal.addEventListener("abort", () => controller.abort(), { once: true });
    attempt().controller = controller;
    set(runningAtom, { plant_id, progress: null });
    try {
      const { fillPlant } = await import("../../client/offline/offline-fill.ts");
      const onProgress = (progress: FillProgress) => set(runningAtom, { plant_id, progress });
      const held = await fillPlant({
        account_id,
        plant_id,
        choice,
        signal: controller.signal,
        onProgress,
      });
      controller.signal.throwIfAborted();
      await keepOffline({ account_id, plant_ids: [...flagged, plant_id] });
      await set(listHeld, account_id);
      return held.failed_images;
    } finally {
      set(runningAtom, null);
    }
  },
);

/** Goes offline with what this device has of the plant on the map. */
export const takeHeld = atom(null, async (get): Promise<void> => {
  const plant_id = get(plantIdAtom);
  const account_id = valueOf(get(meAtom))?.id;
  if (plant_id === null || account_id === undefined) return;
  await keepOffline({ account_id, plant_ids: [...(offlineFlag()?.plant_ids ?? []), plant_id] });
});

/** Stops loading; what has arrived stays, so that the next attempt goes on from there. */
export const cancelTaking = atom(null, (): void => attempt().controller?.abort());

/** Asks the browser to keep the data; rejects where they do not fit. */
async function askForRoom(bytes: number): Promise<void> {
  const { storage } = navigator;
  // Only pages on https or localhost can ask.
  if (!storage) return;
  await storage.persist?.().catch(() => false);
  const { quota, usage } = await storage.estimate();
  if (quota === undefined || hasRoom(bytes, quota - (usage ?? 0))) return;
  throw refused({ reason: "offline_no_room" });
}

export type GoOnline = {
  /** True to go online only once all observations have been sent. */
  readonly sends: boolean;
  /** True to delete the plants of this device; they can be loaded again. */
  readonly deletes: boolean;
};

/**
 * Goes online; answers what still waits. It stays on this device until the server has confirmed it. Rejects with the
 * refusal.
 */
export const goOnline = atom(null, async (get, set, { sends, deletes }: GoOnline) => {
  const flag = offlineFlag();
  if (flag === null) return [];
  try {
    await call(api.session.me, {}, { fromServer: true, isQuiet: true });
  } catch {
    throw refused({ reason: "offline_cannot_return" });
  }
  if (sends) {
    await set(sendAfterOthers);
    await set(sendOrderChanges);
    const orders = get(keptChangesAtom).length;
    const count = (await outboxStore().names()).length + orders;
    if (count > 0) throw refused({ reason: "offline_unsent", values: { count } });
  }
  await keepOffline(null);
  if (deletes) {
    set(heldPlantsAtom, []);
    const { deleteAll } = await deviceStore();
    await deleteAll(flag.account_id);
  }
  await queryClient().invalidateQueries();
  return get(outboxAtom).entries;
});
