// Work that runs when an atom changes, and is aborted when it changes again.
import type { Atom, createStore, WritableAtom } from "jotai";
import { retriesAtom } from "./retry.ts";
import { failed, idle, loading, ready, type Loaded } from "./loaded.ts";

export type Store = ReturnType<typeof createStore>;

/**
 * Runs `run` now, after every change of `input`, and when failed loads start again; `signal` aborts when the next run begins or the
 * returned stop is called. `waitMs` waits for a pause in the changes first. Rejections with an
 * AbortError are dropped; others reach `onFault`.
 */
export function runOnChange<Value>(
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
  const stops = [store.sub(input, schedule), store.sub(retriesAtom, schedule)];
  void start();
  return () => {
    stops.forEach((stop) => stop());
    clearTimeout(timer);
    controller?.abort();
  };
}

function report(cause: unknown): void {
  reportError(cause);
}

/**
 * A state that is already known, the work that leads to a value (to null where there is none), or null to leave
 * everything as it is.
 */
export type Computation<Result> =
  | null
  | Extract<Loaded<Result>, { state: "idle" | "loading" | "failed" }>
  | ((signal: AbortSignal) => Promise<Result | null>);

/**
 * Keeps `output` equal to what `run` computes from `input`, or to why that failed. A ready value stays on the screen
 * while it is computed again, unless `showsLoading` is set because it is no longer valid. An output made by `perSubject`
 * never shows the value of another subject.
 */
export function computeOnChange<Value, Result>(
  store: Store,
  input: Atom<Value>,
  output: WritableAtom<Loaded<Result>, [Loaded<Result>], void>,
  run: (value: Value) => Computation<Result>,
  { waitMs = 0, showsLoading = false }: { waitMs?: number; showsLoading?: boolean } = {},
): () => void {
  return runOnChange(
    store,
    input,
    async (value, signal) => {
      const work = run(value);
      if (work === null) return;
      if (typeof work !== "function") return store.set(output, work);
      if (showsLoading || store.get(output).state !== "ready") store.set(output, loading);
      try {
        const result = await work(signal);
        if (!signal.aborted) store.set(output, result === null ? idle : ready(result));
      } catch (cause) {
        if (!signal.aborted) store.set(output, failed(cause));
      }
    },
    { waitMs },
  );
}
