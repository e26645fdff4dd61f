// Whether there is a network. The browser only knows for certain when there is none.
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
