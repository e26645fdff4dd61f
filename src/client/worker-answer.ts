// Requests to a web worker that answers each once, in any order.

type Answer = { readonly id: number };
type Waiting<A> = { resolve: (answer: A) => void; reject: (cause: Error) => void };

export type WorkerCalls<R, A> = {
  /**
   * Sends a request with a number of its own and waits for the answer with this number.
   * @param transfer buffers that are handed over
   */
  readonly ask: (request: (id: number) => R, transfer?: Transferable[]) => Promise<A>;
  /** Sends a message without an answer; nothing where the worker does not run. */
  readonly tell: (message: R) => void;
  /** Ends the worker. What it was asked for never settles; the next request starts another one. */
  readonly stop: () => void;
};

/**
 * @param start makes the worker: at the first request, and again after it has crashed or was stopped
 * @param onCrash is called before the open requests reject
 */
export function workerCalls<R, A extends Answer>(
  start: () => Worker,
  onCrash?: () => void,
): WorkerCalls<R, A> {
  const waiting = new Map<number, Waiting<A>>();
  let worker: Worker | undefined;
  let last = 0;

  function started(): Worker {
    const made = start();
    made.addEventListener("message", ({ data }: MessageEvent<A>) => {
      const request = waiting.get(data.id);
      waiting.delete(data.id);
      request?.resolve(data);
    });
    made.addEventListener("error", (event) => {
      if (made !== worker) return;
      onCrash?.();
      for (const { reject } of waiting.values()) reject(new Error(event.message));
      waiting.clear();
      worker = undefined;
    });
    return made;
  }

  return {
    ask: (request, transfer = []) =>
      new Promise((resolve, reject) => {
        worker ??= started();
        const id = ++last;
        waiting.set(id, { resolve, reject });
        worker.postMessage(request(id), transfer);
      }),
    tell: (message) => worker?.postMessage(message),
    stop() {
      worker?.terminate();
      worker = undefined;
      waiting.clear();
    },
  };
}
