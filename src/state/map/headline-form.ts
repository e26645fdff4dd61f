// Whether the summary over the map is open or one line. It is one line on a phone, in a low window, and where panels
// leave the map little room, until the user says otherwise.
import { atom } from "jotai";
import { isBottomOpenAtom, openPanelsAtom } from "../shell/dock.ts";
import { readStored, writeStored } from "../shell/remembered.ts";
import { isLowScreenAtom, isSmallScreenAtom } from "../shell/small-screen.ts";

const STORED = "headline-open";
/** With more open panels the map is small. */
const MOST_PANELS = 1;

const stored = readStored<unknown>(STORED);
const storedAtom = atom<boolean | null>(typeof stored === "boolean" ? stored : null);

/** The choice is stored in this browser. */
export const headlineOpenAtom = atom(
  (get): boolean =>
    get(storedAtom) ??
    (!get(isSmallScreenAtom) &&
      !get(isLowScreenAtom) &&
      !get(isBottomOpenAtom) &&
      get(openPanelsAtom).length <= MOST_PANELS),
  (_get, set, isOpen: boolean) => {
    writeStored(STORED, isOpen);
    set(storedAtom, isOpen);
  },
);
