// Whether a call waits for a proof of work.
import { atom } from "jotai";
import { onProofWait } from "../../client/proof-wait.ts";

const waitingAtom = atom(false);
waitingAtom.onMount = (set) => onProofWait(set);

/** True while a public call waits noticeably for its proof. */
export const isProvingAtom = atom((get) => get(waitingAtom));
