// A plant is taken offline, used without a network, and comes back.
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import { call, callFailure, type CallFailure } from "../../client/call.ts";
import { offlineFlag } from "../../client/offline/offline.ts";
import {
  addOffline,
  endForSignIn,
  keepOffline,
  waitingFlag,
} from "../../client/offline/offline-record.ts";
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
import { errors, type ErrorCode, type Problem } from "../../domain/error.ts";
import { limits } from "../../domain/limits.ts";
import { meAtom } from "../account/me.ts";
import { outboxAtom, outboxStore, sendAfterOthers } from "../observation/outbox.ts";
import { heldBySession, perSession, sessionLifetime } from "../shell/lifetime.ts";
import { valueOf } from "../shell/loaded.ts";
import { formatDate, t } from "../shell/locale.ts";
import { queryClient } from "../shell/query.ts";
import { retryLoads } from "../shell/retry.ts";
import { plantIdAtom, plantKey, plantQueryOf } from "./plant.ts";
import { keptChangesAtom, sendOrderChanges } from "./work-order/kept.ts";
import { serverNow } from "../shell/server-time.ts";

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
    void deleteAfterSession(account_id).catch(() => undefined);
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

/** The next user of this browser must not find the plants of a session that has ended. */
async function deleteAfterSession(account_id: number): Promise<void> {
  // Their user signs in again (signInAgain). Where somebody else does, they are strangers and go then.
  if ((await waitingFlag())?.account_id === account_id) return;
  const { deleteAll } = await deviceStore();
  await deleteAll(account_id);
}

/** What reads the plants on this device, loaded where there is one. */
const deviceStore = () => import("../../client/offline/offline-store.ts");

/** False only where this browser certainly has no plants of any user. */
async function mayHavePlants(): Promise<boolean> {
  const names = await databaseNames();
  return names === null || names.some((name) => /^offline-\d/.test(name));
}

const readDevice = atom(null, async (_get, set, account_id: number): Promise<void> => {
  const { signal } = sessionLifetime();
  const mayHave = await mayHavePlants();
  if (mayHave) await set(listHeld, account_id);
  if (signal.aborted) return;
  set(storageFaultAtom, null);
  await set(takeOverWaiting, account_id);
  if (mayHave) await (await deviceStore()).deleteStrangers(account_id);
});

/** After signInAgain: the plants are offline for the new session of their account, and for no other account. */
const takeOverWaiting = atom(null, async (get, _set, account_id: number): Promise<void> => {
  const flag = await waitingFlag();
  if (flag === null) return;
  const here = new Set(get(heldPlantsAtom).map(({ plant_id }) => plant_id));
  const plant_ids = flag.plant_ids.filter((id) => here.has(id));
  const isOwn = flag.account_id === account_id && plant_ids.length > 0;
  await keepOffline(isOwn ? { account_id, plant_ids } : null);
});

const listHeld = atom(null, async (_get, set, account_id: number): Promise<void> => {
  const { openCatalogue } = await deviceStore();
  const catalogue = openCatalogue(account_id);
  try {
    const all = await catalogue.list();
    set(
      heldPlantsAtom,
      all.filter((one) => !isExpired(one, serverNow())),
    );
  } finally {
    catalogue.close();
  }
});

const refused = (...problems: Problem[]) => callFailure("CONFLICT", { problems });

/**
 * Loads the plant on the map onto this device and goes offline. `bytes` is what it takes here. Names failed images; rejects
 * with the refusal.
 */
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
      await addOffline(account_id, plant_id);
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
  await addOffline(account_id, plant_id);
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

/** True of the answer to a session that has ended: after it, only signing in again helps. */
export function isSessionEnd(cause: unknown): cause is Pick<CallFailure, "code"> {
  const { code } = (cause ?? {}) as { code?: string };
  return code !== undefined && code in errors && errors[code as ErrorCode].reaction === "sign_out";
}

/**
 * Ends the session on this device alone, so that its user can sign in again. What waits stays, and so do the plants
 * that were taken along: the next session of the same account is offline with them.
 */
export const signInAgain = atom(null, (): Promise<void> => endForSignIn());

export type GoOnline = {
  /** True to go online only once all observations have been sent. */
  readonly sends: boolean;
  /** True to delete the plants of this device; they can be loaded again. */
  readonly deletes: boolean;
};

/**
 * Goes online; answers the observations that still wait. It stays on this device until the server has confirmed it. Rejects with the
 * refusal.
 */
export const goOnline = atom(null, async (get, set, { sends, deletes }: GoOnline) => {
  const flag = offlineFlag();
  if (flag === null) return [];
  try {
    await call(api.session.me, {}, { fromServer: true, isQuiet: true });
  } catch (cause) {
    // Where only the session has ended, its code lets the user sign in again.
    const code = isSessionEnd(cause) ? cause.code : "CONFLICT";
    throw callFailure(code, { problems: [{ reason: "offline_cannot_return" }] });
  }
  if (sends) {
    await set(sendAfterOthers);
    await set(sendOrderChanges);
    const unsent = [
      { reason: "offline_unsent", count: (await outboxStore().names()).length },
      { reason: "offline_unsent_orders", count: get(keptChangesAtom).length },
    ].filter(({ count }) => count > 0);
    const problems = unsent.map(({ reason, count }) => ({ reason, values: { count } }));
    if (problems.length > 0) throw refused(...problems);
  }
  await keepOffline(null);
  if (deletes) {
    set(heldPlantsAtom, []);
    const { deleteAll } = await deviceStore();
    await deleteAll(flag.account_id);
  }
  await queryClient().invalidateQueries();
  // Also what no query watches, such as images.
  await set(retryLoads);
  return get(outboxAtom).entries;
});
