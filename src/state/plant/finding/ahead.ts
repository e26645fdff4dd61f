// What was decided of findings, asked for as soon as their panel is opened: its code takes longer than the question
// where the map draws at the same time.
import { atom } from "jotai";
import { openPanelsAtom } from "../../shell/dock.ts";
import { livesAtom } from "./life.ts";

/** Null while the panel is closed: a list of megabytes is not read for a plant whose findings are not looked up. */
export const findingsAheadAtom = atom((get) =>
  get(openPanelsAtom).includes("findings") ? get(livesAtom).state : null,
);
