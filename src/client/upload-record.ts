// Uploads that have begun, kept in this browser so that they go on after a reload or a crash.
import { Dexie, type EntityTable } from "dexie";

export type UploadRecord = {
  /** ID of the upload on the server. */
  readonly id: number;
  /** The page that sends it, or did so last. */
  readonly tab: string;
  /** The user who began it. */
  readonly account_id: number;
  readonly analysis_id: number;
  readonly analysis_name: string;
  /** Name with its folders, as it was chosen. */
  readonly name: string;
  /** The name that the server gave it. */
  readonly file_name: string;
  readonly size: number;
  readonly last_modified: number;
  /** Where the browser lets the page open the file again without choosing it. */
  readonly handle: FileSystemFileHandle | null;
  /** The chosen folder, which asks for permission once for all of its files. */
  readonly folder: FileSystemDirectoryHandle | null;
};

let table: EntityTable<UploadRecord, "id"> | undefined;

function uploads(): EntityTable<UploadRecord, "id"> {
  if (!table) {
    const database = new Dexie("uploads");
    database.version(1).stores({ uploads: "id, account_id" });
    table = database.table("uploads");
  }
  return table;
}

/** The uploads that this user began in this browser. None where the browser keeps nothing. */
export async function readUploadRecords(account_id: number): Promise<UploadRecord[]> {
  return guarded(() => uploads().where({ account_id }).toArray(), []);
}

export async function keepUploadRecord(record: UploadRecord): Promise<void> {
  await guarded(async () => void (await uploads().put(record)), undefined);
}

export async function dropUploadRecord(id: number): Promise<void> {
  await guarded(() => uploads().delete(id), undefined);
}

/** Forgets all uploads of this browser. Their files can be chosen again. */
export async function dropUploadRecords(): Promise<void> {
  await guarded(() => uploads().clear(), undefined);
}

/** An upload goes on where the storage is full or blocked; only the resumption is lost. */
async function guarded<Value>(work: () => Promise<Value>, otherwise: Value): Promise<Value> {
  try {
    return await work();
  } catch (cause) {
    console.warn("uploads cannot be kept in this browser", cause);
    return otherwise;
  }
}
