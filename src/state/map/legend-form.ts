// Whether the legend is open or one line. On a phone it is one line at first, and while a sheet is open; on a laptop
// while panels on both sides leave the map little room, until the user says otherwise.
import { atom } from "jotai";
import { areSidesOpenAtom, closePanel, frontPanelAtom } from "../shell/dock.ts";
import { readStored, writeStored } from "../shell/remembered.ts";
import { isLaptopScreenAtom, isSmallScreenAtom } from "../shell/small-screen.ts";

type Screen = "wide" | "small";
const STORED = "legend-open";
const isScreen = (value: unknown): value is Partial<Record<Screen, boolean>> =>
  typeof value === "object" && value !== null;
const stored = readStored<unknown>(STORED);
const storedAtom = atom<Partial<Record<Screen, boolean>>>(isScreen(stored) ? stored : {});

/** The choice is stored in this browser, for wide and small screens apart. */
export const legendOpenAtom = atom(
  (get): boolean => {
    const isSmall = get(isSmallScreenAtom);
    if (isSmall && get(frontPanelAtom) !== null) return false;
    const isTight = isSmall || (get(isLaptopScreenAtom) && get(areSidesOpenAtom));
    return get(storedAtom)[isSmall ? "small" : "wide"] ?? !isTight;
  },
  (get, set, isOpen: boolean) => {
    const isSmall = get(isSmallScreenAtom);
    const next = { ...get(storedAtom), [isSmall ? "small" : "wide"]: isOpen };
    writeStored(STORED, next);
    set(storedAtom, next);
    const panel = get(frontPanelAtom);
    if (isSmall && isOpen && panel !== null) set(closePanel, panel);
  },
);
