// Whether a database of this browser keeps anything. Without Dexie, which most visits never need.

/**
 * True if the table of this database has rows; false without the table or the database, which is not made. Rejects
 * where the browser cannot be read.
 */
export function hasRows(database: string, table: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(database);
    let isNew = false;
    request.addEventListener("upgradeneeded", () => {
      isNew = true;
      request.transaction?.abort();
    });
    request.addEventListener("error", () => {
      if (isNew) resolve(false);
      else reject(request.error ?? new Error("storage"));
    });
    request.addEventListener("success", () => {
      const { result } = request;
      if (!result.objectStoreNames.contains(table)) resolve(false);
      else {
        const counted = result.transaction(table).objectStore(table).count();
        counted.addEventListener("success", () => resolve(counted.result > 0));
        counted.addEventListener("error", () => reject(counted.error ?? new Error("storage")));
      }
      // It closes once the count is known.
      result.close();
    });
  });
}

/** The names of the databases of this browser; null where it does not say them. */
export async function databaseNames(): Promise<readonly string[] | null> {
  if (indexedDB.databases === undefined) return null;
  return (await indexedDB.databases()).map(({ name }) => name ?? "");
}
