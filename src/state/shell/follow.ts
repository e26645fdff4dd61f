// Work that follows the state: runs when an atom changes, and is given up when it changes again.
import type { Atom, createStore } from "jotai";

export type Store = ReturnType<typeof createStore>;

/**
 * Runs `run` now and after every change of `input`; `signal` aborts when the next run begins or the
 * returned stop is called. `waitMs` waits for a pause in the changes first. Rejections with an
 * AbortError are dropped; others reach `onFault`.
 */
export function follow<Value>(
  store: Store,
  input: Atom<Value>,
  run: (value: Value, signal: AbortSignal) => void | Promise<void>,
  { waitMs = 0, onFault = report }: { waitMs?: number; onFault?: (cause: unknown) => void } = {},
): () => void {
  let controller: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const start = async () => {
    controller?.abort();
    const mine = new AbortController();
    controller = mine;
    try {
      await run(store.get(input), mine.signal);
    } catch (cause) {
      if (!mine.signal.aborted) onFault(cause);
    }
  };
  const schedule = () => {
    clearTimeout(timer);
    controller?.abort();
    timer = setTimeout(() => void start(), waitMs);
  };
  const stop = store.sub(input, schedule);
  void start();
  return () => {
    stop();
    clearTimeout(timer);
    controller?.abort();
  };
}

function report(cause: unknown): void {
  reportError(cause);
}
