// Plants on this device: a list of them for each user, and a database of its own for each plant with the answers
// of the server as they came. A new database takes the place of the old one only when it is complete.
import { Dexie, type EntityTable } from "dexie";
import type { HeldPlant, OfflineArea } from "../../domain/plant/offline.ts";
import { limits } from "../../domain/limits.ts";
import { StorageError } from "../storage-error.ts";

/** One answer of the server. */
export type KeptAnswer = {
  readonly address: string;
  readonly area: OfflineArea;
  readonly type: string;
  readonly body: ArrayBuffer;
};

const REFUSAL = "refusal ";
/** Type of a kept answer that stands for this refusal of the server. */
export const refusalType = (code: string): string => REFUSAL + code;
/** The code of the refusal that a kept answer stands for, or null. */
export const refusalOf = ({ type }: Pick<KeptAnswer, "type">): string | null =>
  type.startsWith(REFUSAL) ? type.slice(REFUSAL.length) : null;

const PACKED = "gzip ";
/** Type of an answer whose bytes are kept compressed. */
export const packedType = (type: string): string => PACKED + type;

/** Compressed with gzip. */
export const pack = (file: Blob): Promise<ArrayBuffer> =>
  new Response(file.stream().pipeThrough(new CompressionStream("gzip"))).arrayBuffer();

/** A kept answer as it came. */
export async function unpacked({ type, body }: KeptAnswer): Promise<Blob> {
  if (!type.startsWith(PACKED)) return new Blob([body], { type });
  const stream = new Blob([body]).stream().pipeThrough(new DecompressionStream("gzip"));
  const bytes = await new Response(stream).arrayBuffer();
  return new Blob([bytes], { type: type.slice(PACKED.length) });
}

/** A store that is being filled, so that it can go on after a cut. */
export type Filling = { readonly plant_id: number; readonly database: string };

export type Catalogue = ReturnType<typeof openCatalogue>;
export type AnswerStore = ReturnType<typeof openAnswers>;

const LONGEST_WAIT_MS = 5000;
const catalogueName = (account_id: number) => `offline-${account_id}`;

/** A new name for the answers of a plant. */
export const answersName = (account_id: number, plant_id: number) =>
  `offline-${account_id}-${plant_id}-${crypto.randomUUID().slice(0, 8)}`;

/** The plants of a user on this device. All functions reject with a StorageError. */
export function openCatalogue(account_id: number) {
  const database = new Dexie(catalogueName(account_id), { chromeTransactionDurability: "strict" });
  database.version(1).stores({ held: "plant_id", filling: "plant_id" });
  database.on("versionchange", () => database.close({ disableAutoOpen: false }));
  const { held, filling } = database as unknown as {
    held: EntityTable<HeldPlant, "plant_id">;
    filling: EntityTable<Filling, "plant_id">;
  };
  return {
    list: () => guarded(() => held.toArray()),
    /** The databases of all plants: complete ones, and those that are being filled. */
    databases: (): Promise<string[]> =>
      guarded(async () =>
        [...(await held.toArray()), ...(await filling.toArray())].map(({ database: name }) => name),
      ),
    read: (plant_id: number) => guarded(() => held.get(plant_id)),
    filling: (plant_id: number) => guarded(() => filling.get(plant_id)),
    begin: (row: Filling) => guarded(() => filling.put(row)),
    /** Names the database that is not needed any more, if there is one. */
    complete: (row: HeldPlant): Promise<string | null> =>
      guarded(() =>
        database.transaction("rw", held, filling, async () => {
          const before = await held.get(row.plant_id);
          await held.put(row);
          await filling.delete(row.plant_id);
          return before && before.database !== row.database ? before.database : null;
        }),
      ),
    /** Forgets a plant; names its databases. */
    remove: (plant_id: number): Promise<string[]> =>
      guarded(() =>
        database.transaction("rw", held, filling, async () => {
          const rows = [await held.get(plant_id), await filling.get(plant_id)];
          await held.delete(plant_id);
          await filling.delete(plant_id);
          return rows.flatMap((row) => (row ? [row.database] : []));
        }),
      ),
    close: () => database.close(),
  };
}

/** The answers of one plant. */
export function openAnswers(name: string) {
  const database = new Dexie(name);
  database.version(1).stores({ answers: "address" });
  database.on("versionchange", () => database.close({ disableAutoOpen: true }));
  const { answers } = database as unknown as { answers: EntityTable<KeptAnswer, "address"> };
  return {
    addresses: () => guarded(() => answers.toCollection().primaryKeys()),
    read: (address: string) => guarded(() => answers.get(address)),
    put: (rows: readonly KeptAnswer[]) => guarded(() => answers.bulkPut([...rows])),
    close: () => database.close(),
  };
}

/** True if the browser still has this database. */
export const isKept = (name: string): Promise<boolean> => guarded(() => Dexie.exists(name));

/** Deletes databases. Where another tab holds one, it is tried again after a second, then it is an error. */
export async function deleteAnswers(names: readonly string[]): Promise<void> {
  for (const name of names) {
    try {
      await deleteOnce(name);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, limits.offlineDeleteAgainMs));
      // It waits behind the first request, which says no second time that it is blocked.
      await guarded(() => deleteOnce(name));
    }
  }
}

/** Deletes everything of other users, and databases that no list names. Waiting observations are elsewhere. */
export async function deleteStrangers(account_id: number): Promise<void> {
  const own = catalogueName(account_id);
  // In this order: a plant that another tab begins to take along is named before its database is made.
  const names = await guarded(() => Dexie.getDatabaseNames());
  const catalogue = openCatalogue(account_id);
  const named = new Set(await catalogue.databases().finally(() => catalogue.close()));
  const strange = names.filter(
    (name) => /^offline-\d+(-\d+-\w+)?$/.test(name) && name !== own && !named.has(name),
  );
  await deleteAnswers(strange);
}

/** Deletes all plants of a user from this device. */
export async function deleteAll(account_id: number): Promise<void> {
  const names = await guarded(() => Dexie.getDatabaseNames());
  const own = catalogueName(account_id);
  await deleteAnswers(names.filter((name) => name === own || name.startsWith(`${own}-`)));
}

function deleteOnce(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.addEventListener("success", () => resolve());
    request.addEventListener("error", () => reject(new StorageError("unavailable", request.error)));
    request.addEventListener("blocked", () => reject(new StorageError("blocked")));
  });
}

async function guarded<Value>(work: () => PromiseLike<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new StorageError("blocked")), LONGEST_WAIT_MS);
  });
  try {
    return await Promise.race([work(), late]);
  } catch (cause) {
    if (cause instanceof StorageError) throw cause;
    const { name, inner } = cause as { name?: string; inner?: { name?: string } };
    const isFull = [name, inner?.name].includes("QuotaExceededError");
    throw new StorageError(isFull ? "quota" : "unavailable", cause);
  } finally {
    clearTimeout(timer);
  }
}
