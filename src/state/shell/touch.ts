// Whether the device is used by touch alone: no wheel, and nothing to drop files from.
import { atom } from "jotai";

const query = () => matchMedia("(hover: none) and (pointer: coarse)");

/** True on phones and tablets without a mouse; CSS asks the same query. */
export const isTouchAtom = atom(typeof matchMedia === "function" && query().matches);
isTouchAtom.onMount = (set) => {
  const list = query();
  const follow = () => set(list.matches);
  follow();
  list.addEventListener("change", follow);
  return () => list.removeEventListener("change", follow);
};
