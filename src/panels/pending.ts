// The work of one button or form: while it runs, the button waits; a failure is shown as a message. The work of a board
// waits in a queue.
import { useRef, useState } from "react";
import { showFault } from "../state/shell/toast.ts";

type WhilePending = (work: () => Promise<unknown>) => Promise<boolean>;

/**
 * @returns whether work runs, and a function that runs one piece of it. The function resolves to whether the work
 * was done: false after a failure, which the user has then seen, and while other work runs, as after a second press.
 */
export function usePending(): readonly [isPending: boolean, whilePending: WhilePending] {
  const [isPending, setPending] = useState(false);
  // A second press can come before the next rendering.
  const isRunning = useRef(false);
  const whilePending: WhilePending = async (work) => {
    if (isRunning.current) return false;
    isRunning.current = true;
    setPending(true);
    try {
      await work();
      return true;
    } catch (cause) {
      showFault(cause);
      return false;
    } finally {
      isRunning.current = false;
      setPending(false);
    }
  };
  return [isPending, whilePending];
}

/**
 * The work of many things on one screen, such as the cards of a board: one piece after the other, none is dropped. A
 * failure is shown, and the next piece runs all the same.
 * @returns whether work runs, and a function that runs a piece once those before it have ended
 */
export function useQueue(): readonly [
  isRunning: boolean,
  add: (work: () => Promise<unknown>) => Promise<void>,
] {
  const [count, setCount] = useState(0);
  const last = useRef<Promise<void>>(Promise.resolve());
  const add = (work: () => Promise<unknown>): Promise<void> => {
    setCount((before) => before + 1);
    last.current = last.current
      .then(async () => void (await work()))
      .catch(showFault)
      .finally(() => setCount((before) => before - 1));
    return last.current;
  };
  return [count > 0, add];
}
