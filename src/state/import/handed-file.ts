// A file that was dropped on the map, in the panel or on the page that imports it. It waits while another panel is open
// in its place; who leaves the page gives it up.
import { perPlant, perSession } from "../shell/lifetime.ts";

/** The table of reference measurements that is shown before its import; null for none. */
export const referenceFileAtom = perPlant<File | null>(null);
/** The table with which the import of metered energy opens; null for none. */
export const meterFileAtom = perPlant<File | null>(null);

/** A table of flight conditions for the evaluation of an analysis, whose page has left the plant. */
export type ConditionsOfAnalysis = { readonly analysis_id: number; readonly file: File };
export const conditionFileAtom = perSession<ConditionsOfAnalysis | null>(null);

/** States of work orders of the plant, with which their import opens; null for none. */
export const stateFileAtom = perPlant<File | null>(null);
/** Tables with which the imports of users and of drones open, whose pages have left the plant; null for none. */
export const userFileAtom = perSession<File | null>(null);
export const droneFileAtom = perSession<File | null>(null);
