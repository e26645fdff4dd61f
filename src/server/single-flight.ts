// The same question, asked several times at once by one session, is answered once.

export type SingleFlight = <T>(question: string, answer: () => Promise<T>) => Promise<T>;

/** A call that comes while an answer is made waits for the next one, but no longer than this. */
const longestWaitMs = 25;

type Turn = { readonly answered: Promise<unknown>; answer: () => Promise<unknown> };

/**
 * Makes one answer at a time for each question. Calls that come meanwhile share the next answer,
 * which is begun after all of them: no answer is older than its question. It is made by the last
 * call's function, because that call was admitted by the newest state.
 */
export function singleFlight(): SingleFlight {
  const coming = new Map<string, Turn>();
  const running = new Map<string, Promise<unknown>>();

  async function answerNext(question: string): Promise<unknown> {
    await (running.has(question) ? overOrLate(running.get(question)) : endOfTurn());
    const turn = coming.get(question);
    coming.delete(question);
    const run = turn?.answer();
    if (run) running.set(question, run);
    try {
      return await run;
    } finally {
      if (running.get(question) === run) running.delete(question);
    }
  }

  return <T>(question: string, answer: () => Promise<T>): Promise<T> => {
    const next = coming.get(question);
    if (next) {
      next.answer = answer;
      return next.answered as Promise<T>;
    }
    const turn = { answered: answerNext(question), answer };
    coming.set(question, turn);
    return turn.answered as Promise<T>;
  };
}

const endOfTurn = () => new Promise<void>((next) => setImmediate(next));

/** Settles once the other answer is there, or where that takes long. */
function overOrLate(other: Promise<unknown> | undefined): Promise<void> {
  return new Promise((resume) => {
    const timer = setTimeout(resume, longestWaitMs);
    const over = () => {
      clearTimeout(timer);
      resume();
    };
    other?.then(over, over);
  });
}
