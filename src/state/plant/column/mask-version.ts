// Says when the worker has evaluated the filters.
import { perPlant } from "../../shell/lifetime.ts";

/** Changes whenever the worker has evaluated the filters again. */
export const maskVersionAtom = perPlant(0);
