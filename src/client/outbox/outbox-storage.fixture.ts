// What can be wrong with the storage of a browser, for tests with an IndexedDB in memory.
import { IDBFactory, IDBObjectStore } from "fake-indexeddb";
import { vi } from "vitest";

/** The browser's storage while something is wrong with it. `blocked` answers after the app has given up waiting. */
export type Storage = "full" | "blocked";
const realTimeout = globalThis.setTimeout;

/** Does this while the storage is so. */
export async function during(storage: Storage, work: () => Promise<void>): Promise<void> {
  if (storage === "full") {
    const full = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
    const spies = (["add", "put"] as const).map((name) =>
      vi.spyOn(IDBObjectStore.prototype, name).mockImplementation(full),
    );
    await work().finally(() => spies.forEach((spy) => spy.mockRestore()));
    return;
  }
  let release: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  const { open } = IDBFactory.prototype;
  const opens = vi.spyOn(IDBFactory.prototype, "open").mockImplementation(function (
    this: IDBFactory,
    ...words
  ) {
    const request = open.apply(this, words);
    Object.defineProperty(request, "onsuccess", {
      set(listener: (event: Event) => void) {
        request.addEventListener("success", (event) => void gate.then(() => listener(event)));
      },
    });
    return request;
  });
  // The app waits for five seconds.
  const waits = vi
    .spyOn(globalThis, "setTimeout")
    .mockImplementation(((run: () => void, ms = 0) =>
      realTimeout(run, ms === 5000 ? 5 : ms)) as typeof setTimeout);
  await work().finally(() => {
    opens.mockRestore();
    waits.mockRestore();
    release();
  });
  await new Promise((resolve) => setTimeout(resolve, 0));
}

/** A newer app in another tab, whose database has one more table. */
export async function updateApp(account_id: number): Promise<void> {
  const name = `outbox-${account_id}`;
  const known = (await indexedDB.databases()).find((one) => one.name === name);
  const request = indexedDB.open(name, known!.version! + 10);
  request.addEventListener("upgradeneeded", () => {
    request.result.createObjectStore(`table-${request.result.version}`);
  });
  await new Promise((resolve, reject) => {
    request.addEventListener("success", resolve);
    request.addEventListener("error", () => reject(request.error as Error));
  });
  request.result.close();
}

/** The browser throws the database away. */
export function vanish(account_id: number): Promise<void> {
  const request = indexedDB.deleteDatabase(`outbox-${account_id}`);
  return new Promise((resolve) => request.addEventListener("success", () => resolve()));
}
