// The same question, asked several times at once by one session, is answered once.

export type Share = <T>(question: string, answer: () => Promise<T>) => Promise<T>;

/** Whoever asks while an answer is made waits for the next one, but not longer than this. */
const patienceMs = 25;

type Turn = { readonly told: Promise<unknown>; answer: () => Promise<unknown> };

/**
 * Makes one answer at a time for each question. Those who ask meanwhile share the next, which is
 * begun after all of them asked: nobody is told anything older than the own question. It is made
 * as the last of them would, who was admitted by the newest state of things.
 */
export function sharing(): Share {
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
      return next.told as Promise<T>;
    }
    const turn = { told: answerNext(question), answer };
    coming.set(question, turn);
    return turn.told as Promise<T>;
  };
}

const endOfTurn = () => new Promise<void>((next) => setImmediate(next));

/** Settles once the other answer is there, or where that takes long. */
function overOrLate(other: Promise<unknown> | undefined): Promise<void> {
  return new Promise((go) => {
    const timer = setTimeout(go, patienceMs);
    const over = () => {
      clearTimeout(timer);
      go();
    };
    other?.then(over, over);
  });
}
