// The same question, asked several times at once by one session, is answered once.

export type Share = <T>(question: string, answer: () => Promise<T>) => Promise<T>;

/**
 * Questions of one turn of the event loop share an answer. All of them had arrived before that
 * turn began, so none is told anything older than itself; the next turn asks anew.
 */
export function sharing(): Share {
  let turn = new Map<string, Promise<unknown>>();
  return <T>(question: string, answer: () => Promise<T>): Promise<T> => {
    const known = turn.get(question);
    if (known) return known as Promise<T>;
    if (turn.size === 0) setImmediate(() => (turn = new Map()));
    const asked = answer();
    turn.set(question, asked);
    return asked;
  };
}
