// Holds a task back that a stopping server can wait for no longer.

import type { ObjectStore } from "../adapters/object-storage.ts";

export type Leash = {
  readonly files: ObjectStore;
  /** From now on no call on `files` comes back. */
  pull(): void;
};

/**
 * Wraps the store that tasks use. A task whose database goes away under it fails and clears up
 * after itself, files included, which its repetition at the next start still needs: once the leash
 * is pulled it waits for ever instead, and ends with the process like one that was killed.
 */
export function leash(store: ObjectStore): Leash {
  let isPulled = false;
  const held = new Promise<never>(() => undefined);
  const hold =
    <Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
    (...args: Args): Promise<Result> =>
      isPulled ? held : call(...args);
  return {
    files: {
      put: hold(store.put),
      read: hold(store.read),
      stream: hold(store.stream),
      size: hold(store.size),
      remove: hold(store.remove),
      check: hold(store.check),
      async *list(prefix) {
        for await (const key of store.list(prefix)) {
          if (isPulled) await held;
          yield key;
        }
      },
    },
    pull: () => {
      isPulled = true;
    },
  };
}
