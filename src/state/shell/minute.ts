// The clock of this device, as far as what is shown depends on it: a workbench stays open over midnight.
import { atom } from "jotai";

const MINUTE_MS = 60_000;

/** The time in milliseconds, set again each minute while somebody looks. */
export const minuteAtom = atom(Date.now());
minuteAtom.onMount = (set) => {
  set(Date.now());
  const timer = setInterval(() => set(Date.now()), MINUTE_MS);
  return () => clearInterval(timer);
};
