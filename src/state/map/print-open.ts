// Whether the print view is open.
import { perPlant } from "../shell/lifetime.ts";

export const printOpenAtom = perPlant(false);
