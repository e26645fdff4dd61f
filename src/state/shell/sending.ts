// Sending that goes on by itself, such as that of the outbox. An update of the app waits until it pauses.
import { atom } from "jotai";

let running = 0;
const listeners = new Set<() => void>();

/** Says that something is being sent until the returned function is called. */
export function holdSending(): () => void {
  const change = (by: number) => {
    running += by;
    for (const listener of listeners) listener();
  };
  change(1);
  return () => change(-1);
}

const runningAtom = atom(0);
runningAtom.onMount = (set) => {
  const follow = () => set(running);
  follow();
  listeners.add(follow);
  return () => listeners.delete(follow);
};

/** True while something is being sent by itself. */
export const isSendingAtom = atom((get) => get(runningAtom) > 0);
