// When the worker's masks are those of the filters.
import { perPlant } from "../shell/lifetime.ts";

/** Another number whenever the worker has evaluated the filters again. */
export const maskVersionAtom = perPlant(0);
