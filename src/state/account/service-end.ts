// The sign-in service that a user who has signed out here is still signed in at. Apart from sign-on.ts, whose calls
// the sign-in page does not need to show this.
import { keepServiceEnd, serviceEnd } from "../../client/sign-on-begun.ts";

/** Its name and the address that signs out there; null for none. */
export const openService = serviceEnd;

/** Forgets it. */
export const forgetService = () => keepServiceEnd(null);
