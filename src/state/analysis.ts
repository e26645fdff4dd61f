// The analyses of the plant and the one looked at.
import { atom } from "jotai";
import type { Analysis } from "../domain/analysis.ts";
import { idle, valueOf, type Loaded } from "./loaded.ts";

/** Newest survey first. */
export const analysesAtom = atom<Loaded<readonly Analysis[]>>(idle);
export const analysisIdAtom = atom<number | null>(null);

/** The analysis looked at, or undefined. */
export const analysisAtom = atom((get) =>
  valueOf(get(analysesAtom))?.find(({ id }) => id === get(analysisIdAtom)),
);
