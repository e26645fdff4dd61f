// Requests to a web worker that answers each once, in any order.

type Answer = { readonly id: number };
type Waiting<A> = { resolve: (answer: A) => void; reject: (cause: Error) => void };

export type WorkerCalls<R, A> = {
  /** Sends a request with a number of its own and waits for the answer with this number. */
  readonly ask: (request: (id: number) => R) => Promise<A>;
  /** Sends a message without an answer; nothing where the worker does not run. */
  readonly tell: (message: R) => void;
};

/** @param start makes the worker: at the first request, and again after it has crashed */
export function workerCalls<R, A extends Answer>(start: () => Worker): WorkerCalls<R, A> {
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
      for (const { reject } of waiting.values()) reject(new Error(event.message));
      waiting.clear();
      worker = undefined;
    });
    return made;
  }

  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        worker ??= started();
        const id = ++last;
        waiting.set(id, { resolve, reject });
        worker.postMessage(request(id));
      }),
    tell: (message) => worker?.postMessage(message),
  };
}
