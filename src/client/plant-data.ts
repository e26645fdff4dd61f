// Calls the worker that holds the data of the plant on the map.
import type { PlantData } from "../domain/plant/plant-data.ts";
import type {
  PlantDataAnswer,
  PlantDataAsk,
  PlantDataVerb,
} from "../../workers/browser/plant-data.ts";

type CallArgs<V extends PlantDataVerb> = Parameters<PlantData[V]>[0];
type ValueOf<V extends PlantDataVerb> = Awaited<ReturnType<PlantData[V]>>;

export type AskOptions = {
  signal?: AbortSignal;
  transfer?: Transferable[];
  /** @param share of a long work, from 0 to 1 */
  onProgress?: (share: number) => void;
};

/** Asks one verb; rejects with an AbortError once `signal` aborts. `transfer` hands buffers over. */
export type AskPlantData = <V extends PlantDataVerb>(
  verb: V,
  ask: CallArgs<V>,
  options?: AskOptions,
) => Promise<ValueOf<V>>;

type Open = {
  resolve: (value: unknown) => void;
  reject: (cause: unknown) => void;
  onProgress: ((share: number) => void) | undefined;
};

/** Starts a worker without data; `stop` ends it and rejects open requests. */
export function startPlantData(): { ask: AskPlantData; stop: () => void } {
  const worker = new Worker(new URL("../../workers/browser/plant-data.ts", import.meta.url), {
    type: "module",
    name: "plant-data",
  });
  const open = new Map<number, Open>();
  let last = 0;
  const post = (message: PlantDataAsk, transfer: Transferable[] = []) =>
    worker.postMessage(message, transfer);

  worker.addEventListener("message", ({ data }: MessageEvent<PlantDataAnswer>) => {
    const request = open.get(data.id);
    if ("progress" in data) return request?.onProgress?.(data.progress);
    open.delete(data.id);
    if ("fault" in data) request?.reject(Object.assign(new Error(data.fault), { name: data.name }));
    else request?.resolve(data.value);
  });
  worker.addEventListener("error", (event) => {
    for (const { reject } of open.values()) reject(new Error(event.message));
    open.clear();
  });

  const ask: AskPlantData = (verb, ask, { signal, transfer, onProgress } = {}) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const id = ++last;
      const onAbort = () => {
        open.delete(id);
        post({ cancel: id });
        reject(signal?.reason);
      };
      const settled = () => signal?.removeEventListener("abort", onAbort);
      signal?.addEventListener("abort", onAbort, { once: true });
      open.set(id, {
        resolve: (value) => {
          settled();
          resolve(value as never);
        },
        reject: (cause) => {
          settled();
          reject(cause);
        },
        onProgress,
      });
      post({ id, verb, ask }, transfer);
    });

  return {
    ask,
    stop: () => {
      worker.terminate();
      for (const { reject } of open.values()) {
        reject(new DOMException("another plant was opened", "AbortError"));
      }
      open.clear();
    },
  };
}
