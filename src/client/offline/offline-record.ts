// Which plants are offline, for which session, in the database of this browser. Browsers write the local storage
// to the disk seconds late, so a browser that is killed may forget it: this record decides, and the local storage
// is its copy. Without Dexie, because the sign-in pages load it.
import type { SessionAnswer } from "../../domain/account/session.ts";
import { localNames, readLocal } from "../local.ts";
import { isOffline, offlineFlag, setOffline, type OfflineFlag } from "./offline.ts";
import { keepSession, onSession, session } from "../session.ts";

/** Without a session the flag waits for the next one of its account. */
type OfflineRecord = { readonly session: SessionAnswer | null; readonly flag: OfflineFlag };

const DATABASE = "offline-session";
const [TABLE, KEY] = ["record", "offline"];
/** A slow storage does not keep the app from starting; what it says later still counts. */
const LONGEST_START_MS = 1500;

/** Flags these plants as offline, on the disk before it resolves; null goes online. */
export async function keepOffline(flag: OfflineFlag | null): Promise<void> {
  const own = session();
  await writeRecord(() => (flag && own ? { session: own, flag } : null));
  setOffline(flag);
}

/** Flags one more plant: another tab may have flagged others meanwhile. On the disk before it resolves. */
export async function addOffline(account_id: number, plant_id: number): Promise<void> {
  const own = session();
  if (own === null) return;
  const written = await writeRecord((before) => {
    const isOwn = before?.session?.token === own.token && before.flag.account_id === account_id;
    const others = isOwn ? before.flag.plant_ids.filter((id) => id !== plant_id) : [];
    return { session: own, flag: { account_id, plant_ids: [...others, plant_id] } };
  });
  setOffline(written?.flag ?? null);
}

/** Ends the session of this browser so that the same user signs in again: the flag waits for the next session. */
export async function endForSignIn(): Promise<void> {
  const flag = offlineFlag();
  // On the disk before the session ends: this tab and others read it when they hear of the end.
  if (flag !== null) await writeRecord(() => ({ session: null, flag }));
  keepSession(null);
}

/** The flag that waits for a new session of its account, or null. */
export async function waitingFlag(): Promise<OfflineFlag | null> {
  const { record } = await readRecord();
  return record !== null && record.session === null ? record.flag : null;
}

/** Takes over at the start what the record says, and deletes it as soon as its session ends. */
export async function startOfflineRecord(): Promise<void> {
  onSession((next) => {
    if (next?.token !== recorded) void dropRecord().catch(() => undefined);
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, LONGEST_START_MS)));
  await Promise.race([restore().catch(() => undefined), late]);
  clearTimeout(timer);
  // The sign-in pages never load what reads the plants of this device.
  if (isOffline()) {
    const ahead = import("./offline-answer.ts").then(({ openAhead }) => openAhead());
    void ahead.catch(() => undefined);
  }
}

/** The token of the session in the record. */
let recorded: string | undefined;

async function restore(): Promise<void> {
  const { record, isNew } = await readRecord();
  const own = session();
  if (record === null) {
    if (readLocal(localNames.offline) === null) return;
    // A device that went offline with an older version of the app has no record yet.
    const flag = isNew ? offlineFlag() : null;
    if (flag) await keepOffline(flag);
    else setOffline(null);
    return;
  }
  // Whose session comes next is known once the server has named its user (state/plant/offline.ts).
  if (record.session === null) return;
  recorded = record.session.token;
  if (own !== null && own.token !== recorded) return dropRecord();
  if (own === null) keepSession(record.session);
  if (offlineFlag() === null) setOffline(record.flag);
}

async function readRecord(): Promise<{ record: OfflineRecord | null; isNew: boolean }> {
  const { database, isNew } = await open();
  try {
    const table = database.transaction(TABLE).objectStore(TABLE);
    const record = await answerOf(table.get(KEY) as IDBRequest<OfflineRecord | undefined>);
    return { record: record ?? null, isNew };
  } finally {
    database.close();
  }
}

/** Deletes the record of a session that has ended; one that waits for a new session stays. */
async function dropRecord(): Promise<void> {
  const now = session()?.token;
  await writeRecord((before) =>
    before?.session === null || before?.session.token === now ? before : null,
  );
}

/** Changes the record in one transaction, so that no tab writes over what another one has just written. */
async function writeRecord(
  change: (before: OfflineRecord | null) => OfflineRecord | null,
): Promise<OfflineRecord | null> {
  const { database } = await open();
  try {
    const work = database.transaction(TABLE, "readwrite", { durability: "strict" });
    const done = new Promise<void>((resolve, reject) => {
      work.addEventListener("complete", () => resolve());
      work.addEventListener("abort", () => reject(work.error ?? new Error("aborted")));
    });
    const table = work.objectStore(TABLE);
    const before = await answerOf(table.get(KEY) as IDBRequest<OfflineRecord | undefined>);
    const record = change(before ?? null);
    recorded = record?.session?.token;
    if (record) table.put(record, KEY);
    else table.delete(KEY);
    await done;
    return record;
  } finally {
    database.close();
  }
}

/** `isNew`: this browser had no such database. */
async function open(): Promise<{ database: IDBDatabase; isNew: boolean }> {
  let isNew = false;
  const request = indexedDB.open(DATABASE, 1);
  request.addEventListener("upgradeneeded", () => {
    isNew = true;
    request.result.createObjectStore(TABLE);
  });
  return { database: await answerOf(request), isNew };
}

function answerOf<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new Error("storage")));
  });
}
