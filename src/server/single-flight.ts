// Equal calls at the same time share one answer.

export type SingleFlight = <T>(key: string, answer: () => Promise<T>) => Promise<T>;

/** A call that arrives during a running one waits for it to end, but not longer than this. */
const maxWaitMs = 25;

type PendingCall = { readonly answered: Promise<unknown>; answer: () => Promise<unknown> };

/**
 * Computes one answer at a time for each key. Calls that arrive meanwhile share the next answer. It
 * starts after all of them arrived, so no answer is older than its call. It uses the function of the
 * last call, because that call was authorized with the newest data.
 */
export function singleFlight(): SingleFlight {
  const queued = new Map<string, PendingCall>();
  const running = new Map<string, Promise<unknown>>();

  async function answerNext(key: string): Promise<unknown> {
    await (running.has(key) ? settledOrTimeout(running.get(key)) : nextImmediate());
    const call = queued.get(key);
    queued.delete(key);
    const run = call?.answer();
    if (run) running.set(key, run);
    try {
      return await run;
    } finally {
      if (running.get(key) === run) running.delete(key);
    }
  }

  return <T>(key: string, answer: () => Promise<T>): Promise<T> => {
    const next = queued.get(key);
    if (next) {
      next.answer = answer;
      return next.answered as Promise<T>;
    }
    const call = { answered: answerNext(key), answer };
    queued.set(key, call);
    return call.answered as Promise<T>;
  };
}

const nextImmediate = () => new Promise<void>((next) => setImmediate(next));

/** Resolves when the other call has settled, or after `maxWaitMs`. */
function settledOrTimeout(other: Promise<unknown> | undefined): Promise<void> {
  return new Promise((resume) => {
    const timer = setTimeout(resume, maxWaitMs);
    const finish = () => {
      clearTimeout(timer);
      resume();
    };
    other?.then(finish, finish);
  });
}
