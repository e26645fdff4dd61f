// The sign-in service where a user stays signed in after signing out here. Apart from sign-on.ts, whose calls
// the sign-in page does not need to show this.
import { keepServiceEnd, serviceEnd } from "../../client/sign-on-begun.ts";

/** Its name and the address that signs out there; null for none. */
export const openService = serviceEnd;

/** Forgets it. */
export const forgetService = () => keepServiceEnd(null);
