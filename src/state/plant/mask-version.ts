// When the worker's masks are those of the filters.
import { atom } from "jotai";

/** Grows by one whenever the worker has evaluated the filters anew. */
export const maskVersionAtom = atom(0);
