// The database of a task. Once it is closed nothing more begins on it, and no transaction is committed.

import type { Database } from "../context.ts";

export type ClosableDatabase = {
  readonly db: Database;
  /** Resolves when what was about to be committed is committed. */
  close(): Promise<void>;
};

export function closableDatabase(db: Database): ClosableDatabase {
  let isClosed = false;
  const committing = new Set<Promise<unknown>>();
  const requireOpen = () => {
    if (isClosed) throw new Error("the task was given up");
  };
  const transaction: Database["transaction"] = (work, config) => {
    requireOpen();
    let committed: () => void = () => undefined;
    return db
      .transaction(async (opened) => {
        const result = await work(opened);
        requireOpen();
        committing.add(new Promise<void>((resolve) => (committed = resolve)));
        return result;
      }, config)
      .finally(() => committed());
  };
  return {
    db: new Proxy(db, {
      get(target, name, receiver) {
        if (name === "transaction") return transaction;
        requireOpen();
        return Reflect.get(target, name, receiver);
      },
    }),
    async close() {
      isClosed = true;
      await Promise.all(committing);
    },
  };
}
