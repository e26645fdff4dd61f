// How components too small to be seen are stood for by their parents.
import { atom } from "jotai";
import type { Aggregate } from "../domain/aggregate.ts";

/** Worst by default, so that one hot module is seen from afar. */
export const aggregateAtom = atom<Aggregate>("worst");

/** Second cue of severity on the map (dots, stripes, crosshatch). */
export const patternAtom = atom(true);
