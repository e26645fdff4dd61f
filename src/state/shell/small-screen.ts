// Whether the window is as narrow as a phone or an upright tablet.
import { atom } from "jotai";
import { limits } from "../../domain/limits.ts";

const query = () => matchMedia(`(max-width: ${limits.mobileMaxWidthPx}px)`);

/** True up to 1000 px: panels are in a sheet over the map. */
export const isSmallScreenAtom = atom(typeof matchMedia === "function" && query().matches);
isSmallScreenAtom.onMount = (set) => {
  const list = query();
  // Paper is narrow, too: while it is printed, the page must stay as it is.
  const follow = () => {
    if (!matchMedia("print").matches) set(list.matches);
  };
  follow();
  list.addEventListener("change", follow);
  return () => list.removeEventListener("change", follow);
};
