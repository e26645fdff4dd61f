// The object store of tasks. After `stop()` no call on it returns.

import type { ObjectStore } from "../adapters/object-storage.ts";

export type StoppableFiles = {
  readonly files: ObjectStore;
  /** After this no call on `files` returns. */
  stop(): void;
};

/**
 * Wraps the object store of tasks. A task that loses its database while the server stops would fail
 * and remove its files, but the next start needs them to repeat the task. After `stop()` its calls
 * never return instead, so that it ends with the process as if it was killed.
 */
export function stoppableFiles(store: ObjectStore): StoppableFiles {
  let isStopped = false;
  const never = new Promise<never>(() => undefined);
  const unlessStopped =
    <Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
    (...args: Args): Promise<Result> =>
      isStopped ? never : call(...args);
  return {
    files: {
      ...store,
      put: unlessStopped(store.put),
      read: unlessStopped(store.read),
      stream: unlessStopped(store.stream),
      size: unlessStopped(store.size),
      remove: unlessStopped(store.remove),
      check: unlessStopped(store.check),
      async *list(prefix) {
        for await (const key of store.list(prefix)) {
          if (isStopped) await never;
          yield key;
        }
      },
    },
    stop: () => {
      isStopped = true;
    },
  };
}
