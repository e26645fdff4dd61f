// Whether the window is as narrow as a phone or an upright tablet, and whether it is low.
import { atom } from "jotai";
import { limits } from "../../domain/limits.ts";

/** True while the window meets the media query. */
function windowAtom(query: string) {
  const ask = () => matchMedia(query);
  const isMet = atom(typeof matchMedia === "function" && ask().matches);
  isMet.onMount = (set) => {
    const list = ask();
    // Paper is narrow, too: while it is printed, the page must stay as it is.
    const follow = () => {
      if (!matchMedia("print").matches) set(list.matches);
    };
    follow();
    list.addEventListener("change", follow);
    return () => list.removeEventListener("change", follow);
  };
  return isMet;
}

/** True up to 1000 px: panels are in a sheet over the map. */
export const isSmallScreenAtom = windowAtom(`(max-width: ${limits.mobileMaxWidthPx}px)`);

/** True for a phone and a tablet, however it is held: what is used in the field. */
export const isHandheldAtom = windowAtom(
  `(max-width: ${limits.mobileMaxWidthPx}px), (hover: none) and (pointer: coarse)`,
);

/** True up to 1366 px, as on most laptops: between panels on both sides the map is narrower than two open legends. */
export const isLaptopScreenAtom = windowAtom("(max-width: 1366px)");

/** True up to 850 px: legend and open summary do not fit into one column beside the map. */
export const isLowScreenAtom = windowAtom(`(max-height: ${limits.lowWindowMaxHeightPx}px)`);

/** True for a phone on its side, where half a sheet stands beside the map; the style sheets ask the same query. */
export const isOnItsSideAtom = windowAtom("(max-height: 480px) and (min-width: 600px)");
