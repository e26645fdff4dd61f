// The outbox of the signed-in user: what this device keeps because the server has not confirmed it yet. It is
// sent by itself as soon as the server is reached, and leaves the device only with the server's receipt. While the
// user has chosen to be offline, only the user sends it.
import { atom, type Setter } from "jotai";
import { isOffline, onOffline } from "../../client/offline/offline.ts";
import { sendOutbox } from "../../client/outbox/outbox-send.ts";
import { openOutbox, type OutboxStore } from "../../client/outbox/outbox-store.ts";
import { StorageError } from "../../client/storage-error.ts";
import { limits } from "../../domain/limits.ts";
import type { Observation } from "../../domain/observation/observation.ts";
import type { OutboxEntry, OutboxFault } from "../../domain/observation/outbox.ts";
import { heldBySession, perSession, sessionLifetime } from "../shell/lifetime.ts";
import { plantIdAtom, plantKey } from "../plant/plant.ts";
import { reload } from "../shell/query.ts";
import { holdSending } from "../shell/sending.ts";
import { keepConfirmedOffline } from "../account/offline.ts";
import { dropObservation, keepObservations } from "./observation.ts";
import { serverCalls } from "./outbox-calls.ts";

/** What is shown of the outbox. */
export type Outbox = {
  readonly entries: readonly OutboxEntry[];
  readonly isSending: boolean;
  /** True while this tab waits for another one that sends. */
  readonly isElsewhere: boolean;
  /** Why the sending waits; null while it does not. */
  readonly paused: OutboxFault | null;
  /** Why this browser cannot be read; null while it can. */
  readonly storage: StorageError["fault"] | null;
  /** True while the storage may only be slow: what waits is not known, and nothing is called a fault yet. */
  readonly isSlow: boolean;
};

const nothing: Outbox = {
  entries: [],
  isSending: false,
  isElsewhere: false,
  paused: null,
  storage: null,
  isSlow: false,
};
const shownAtom = perSession<Outbox>(nothing);

/** What waits on this device. */
export const outboxAtom = atom((get) => get(shownAtom));

const held = heldBySession(() => ({
  store: null as OutboxStore | null,
  timer: undefined as ReturnType<typeof setTimeout> | undefined,
  /** Reads the list again where the storage did not answer. */
  showTimer: undefined as ReturnType<typeof setTimeout> | undefined,
  silences: 0,
  /** Entries that have changed since they were read; null asks for all of them. */
  changed: null as Set<string> | null,
  isReading: false,
  rounds: 0,
  /** Ends with the sending; null while nothing is sent. */
  sending: null as Promise<void> | null,
  isAskedAgain: false,
}));

/** A busy device answers late now and then; only a storage that stays silent is a fault. */
const QUIET_SILENCES = 2;

/** The outbox of the session. Throws a StorageError before it is open. */
export function outboxStore(): OutboxStore {
  const { store } = held();
  if (!store) throw new StorageError("unavailable");
  return store;
}

/** Opens the outbox of this user, shows it, and begins to send. */
export const startOutbox = atom(null, (_get, set, account_id: number): void => {
  const holder = held();
  if (holder.store) return;
  const { signal } = sessionLifetime();
  const store = openOutbox(account_id);
  holder.store = store;
  const show = (external_id: string) => {
    if (signal.aborted) return;
    holder.changed?.add(external_id);
    void set(showEntries, store);
  };
  const send = () => {
    if (!signal.aborted) void set(sendByItself);
  };
  const unwatch = store.watch(show);
  const unfollow = onOffline(send);
  window.addEventListener("online", send);
  const end = () => {
    window.removeEventListener("online", send);
    clearTimeout(holder.timer);
    clearTimeout(holder.showTimer);
    unwatch();
    unfollow();
    store.close();
  };
  signal.addEventListener("abort", end, { once: true });
  void set(showEntries, store);
  send();
});

/** Reads what has changed, one time after the other, so that an older answer never replaces a newer one. */
const showEntries = atom(null, async (get, set, store: OutboxStore): Promise<void> => {
  const { signal } = sessionLifetime();
  const holder = held();
  clearTimeout(holder.showTimer);
  if (holder.isReading) return;
  holder.isReading = true;
  try {
    while (!signal.aborted && holder.changed?.size !== 0) {
      const { changed } = holder;
      holder.changed = new Set();
      try {
        const entries = changed
          ? await withChanged(store, get(shownAtom).entries, changed)
          : await store.list();
        if (signal.aborted) return;
        holder.silences = 0;
        set(shownAtom, (before) => ({ ...before, entries, storage: null, isSlow: false }));
      } catch (cause) {
        holder.changed = null;
        if (!signal.aborted) showStorage(set, cause);
        return;
      }
    }
  } finally {
    holder.isReading = false;
  }
});

/** The entries with these as they are now. One that is new has its place by the time it was written. */
async function withChanged(
  store: OutboxStore,
  entries: readonly OutboxEntry[],
  changed: ReadonlySet<string>,
): Promise<OutboxEntry[]> {
  const read = await Promise.all([...changed].map((external_id) => store.read(external_id)));
  const now = new Map(read.flatMap((entry) => (entry ? [[entry.external_id, entry]] : [])));
  const kept = entries.flatMap((entry) => {
    const { external_id } = entry;
    return changed.has(external_id) ? (now.get(external_id) ?? []) : entry;
  });
  const known = new Set(kept.map(({ external_id }) => external_id));
  const added = [...now.values()].filter(({ external_id }) => !known.has(external_id));
  if (added.length === 0) return kept;
  return [...kept, ...added].toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
}

/** The order of the list: by the time of writing, entries of one instant by their IDs. */
const placeOf = ({ written_at, external_id }: OutboxEntry) => `${written_at} ${external_id}`;

/** Shows why the storage cannot be read, and reads it again until it can. */
function showStorage(set: Setter, cause: unknown): void {
  const fault = cause instanceof StorageError ? cause.fault : "unavailable";
  const holder = held();
  holder.silences += 1;
  const isSlow = fault === "blocked" && holder.silences <= QUIET_SILENCES;
  set(shownAtom, (before) => ({ ...before, storage: fault, isSlow, isSending: false }));
  set(showLater, Math.min(limits.outboxLongestWaitMs, limits.outboxWaitMs * holder.silences));
}

/** An atom of its own: within its own write function, setting an atom only sets its value. */
const showLater = atom(null, (_get, set, ms: number): void => {
  const holder = held();
  clearTimeout(holder.showTimer);
  holder.showTimer = setTimeout(() => {
    if (holder.store) void set(showEntries, holder.store);
  }, ms);
});

/**
 * Sends what waits, in one tab at a time; again later where something still waits. Resolves after a round. Sends
 * nothing while the user has chosen to be offline.
 */
export const sendByItself = atom(null, (_get, set): Promise<void> => {
  const holder = held();
  const { store } = holder;
  if (!store || isOffline()) return Promise.resolve();
  if (holder.sending) holder.isAskedAgain = true;
  return (holder.sending ??= set(sendRounds, store, false));
});

/**
 * Sends because the user wants it, offline too. Waits for another tab that is at it, and resolves once everything
 * has been tried.
 */
export const sendAfterOthers = atom(null, async (_get, set): Promise<void> => {
  const holder = held();
  const { store } = holder;
  while (holder.sending) await holder.sending;
  if (store) await (holder.sending = set(sendRounds, store, true));
});

type SendRounds = [store: OutboxStore, waits: boolean];
const sendRounds = atom(null, async (get, set, ...[store, waits]: SendRounds): Promise<void> => {
  const holder = held();
  const { signal } = sessionLifetime();
  const release = holdSending();
  clearTimeout(holder.timer);
  const round = async () => {
    set(shownAtom, (before) => ({ ...before, isSending: true, paused: null }));
    const onReceipt = async (receipt: Observation) => {
      if (signal.aborted) return;
      // The stored list of a plant on this device has what has arrived, before it is shown.
      await keepConfirmedOffline([receipt], [], store.photo);
      if (receipt.plant_id !== get(plantIdAtom)) return;
      keepObservations([receipt]);
      if (receipt.finished_ids.length > 0) await reload(plantKey("finding-lives"));
    };
    const onRemoved = async (entry: OutboxEntry) => {
      if (signal.aborted) return;
      await keepConfirmedOffline([], [entry]);
      if (entry.plant_id === get(plantIdAtom)) dropObservation(entry.external_id);
    };
    // What goes by itself ends with the step that is on its way once the user goes offline.
    const { signal: hold, unfollow } = waits ? { signal, unfollow: null } : untilOffline(signal);
    const { paused } = await sendOutbox(store, serverCalls, {
      signal: hold,
      onReceipt,
      onRemoved,
    }).finally(unfollow);
    if (signal.aborted) return;
    set(shownAtom, (before) => ({ ...before, isSending: false, paused }));
  };
  let isLeft = true;
  try {
    do {
      holder.isAskedAgain = false;
      const isSent = await inOneTab(round);
      if (!isSent && waits) await set(sendNext, round);
      isLeft = await mayWait(store);
    } while (holder.isAskedAgain && !signal.aborted);
    // Longer and longer, also after an entry that the server cannot take now.
    holder.rounds = isLeft ? holder.rounds + 1 : 0;
  } catch (cause) {
    holder.rounds += 1;
    if (!signal.aborted) showStorage(set, cause);
  } finally {
    release();
    holder.sending = null;
  }
  if (signal.aborted || isOffline() || !isLeft) return;
  set(sendLater, limits.outboxWaitMs * 2 ** holder.rounds);
});

/** Ends with the session, and once the user has chosen to be offline. */
function untilOffline(session: AbortSignal) {
  const controller = new AbortController();
  const follow = () => {
    if (isOffline()) controller.abort();
  };
  const unfollow = onOffline(follow);
  // A round that follows another one may begin after the user went offline.
  follow();
  return { signal: AbortSignal.any([session, controller.signal]), unfollow };
}

/** An atom of its own: within its own write function, setting an atom only sets its value. */
const sendLater = atom(null, (_get, set, ms: number): void => {
  held().timer = setTimeout(() => void set(sendByItself), Math.min(limits.outboxLongestWaitMs, ms));
});

/** False if nothing waits for certain; a storage that does not answer now may have something. */
async function mayWait(store: OutboxStore): Promise<boolean> {
  try {
    return await store.hasWaiting();
  } catch {
    return true;
  }
}

const LOCK = "outbox";

/** False if it is left to another tab that is at it. */
async function inOneTab(work: () => Promise<void>): Promise<boolean> {
  // Only pages on https or localhost have locks; two tabs that send do no harm.
  if (!("locks" in navigator)) return work().then(() => true);
  return navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) => {
    if (lock) await work();
    return lock !== null;
  });
}

/** Sends as soon as no other tab does. */
const sendNext = atom(null, async (_get, set, work: () => Promise<void>): Promise<void> => {
  const { signal } = sessionLifetime();
  const showElsewhere = (isElsewhere: boolean) => {
    if (!signal.aborted) set(shownAtom, (before) => ({ ...before, isElsewhere }));
  };
  showElsewhere(true);
  try {
    await navigator.locks.request(LOCK, { signal }, async () => {
      showElsewhere(false);
      await work();
    });
  } finally {
    showElsewhere(false);
  }
});
