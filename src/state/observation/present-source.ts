// The source of observations in use.
import { serverSource } from "./server-source.ts";
import type { ObservationSource } from "./source.ts";

/** The source of the plant on the map. */
export const observationSource = (): ObservationSource => serverSource;
