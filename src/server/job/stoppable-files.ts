// The object store as tasks use it: once the server has stopped waiting, no call on it returns.

import type { ObjectStore } from "../adapters/object-storage.ts";

export type StoppableFiles = {
  readonly files: ObjectStore;
  /** From now on no call on `files` returns. */
  stop(): void;
};

/**
 * Wraps the store that tasks use. A task that loses its database while the server stops fails and
 * removes its files, which the next start still needs to repeat it. Once stopped, its calls wait for
 * ever instead, so that it ends with the process like one that was killed.
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
