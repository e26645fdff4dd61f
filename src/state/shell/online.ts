// Is there a network? The browser knows when there is surely none.
import { atom } from "jotai";

const browserOnlineAtom = atom(typeof navigator === "undefined" || navigator.onLine);
browserOnlineAtom.onMount = (set) => {
  const follow = () => set(navigator.onLine);
  follow();
  window.addEventListener("online", follow);
  window.addEventListener("offline", follow);
  return () => {
    window.removeEventListener("online", follow);
    window.removeEventListener("offline", follow);
  };
};

/** False while the browser has no network. */
export const isOnlineAtom = atom((get) => get(browserOnlineAtom));
