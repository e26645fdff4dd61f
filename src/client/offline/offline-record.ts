// Which plants are offline, for which session, in the database of this browser. Browsers write the local storage
// to the disk seconds late, so a browser that is killed may forget it: this record decides, and the local storage
// is its copy. Without Dexie, because the sign-in pages load it.
import type { SessionAnswer } from "../../domain/account/session.ts";
import { localNames, readLocal } from "../local.ts";
import { isOffline, offlineFlag, setOffline, type OfflineFlag } from "./offline.ts";
import { keepSession, onSession, session } from "../session.ts";

type OfflineRecord = { readonly session: SessionAnswer; readonly flag: OfflineFlag };

const DATABASE = "offline-session";
const [TABLE, KEY] = ["record", "offline"];
/** A slow storage does not keep the app from starting; what it says later still counts. */
const LONGEST_START_MS = 1500;

/** Flags these plants as offline, on the disk before it resolves; null goes online. */
export async function keepOffline(flag: OfflineFlag | null): Promise<void> {
  const own = session();
  await writeRecord(flag && own ? { session: own, flag } : null);
  setOffline(flag);
}

/** Takes over at the start what the record says, and deletes it as soon as its session ends. */
export async function startOfflineRecord(): Promise<void> {
  onSession((next) => {
    if (next?.token !== recorded) void writeRecord(null).catch(() => undefined);
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
  recorded = record.session.token;
  if (own !== null && own.token !== recorded) return writeRecord(null);
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

async function writeRecord(record: OfflineRecord | null): Promise<void> {
  recorded = record?.session.token;
  const { database } = await open();
  try {
    const work = database.transaction(TABLE, "readwrite", { durability: "strict" });
    const table = work.objectStore(TABLE);
    if (record) table.put(record, KEY);
    else table.delete(KEY);
    await new Promise<void>((resolve, reject) => {
      work.addEventListener("complete", () => resolve());
      work.addEventListener("abort", () => reject(work.error ?? new Error("aborted")));
    });
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
