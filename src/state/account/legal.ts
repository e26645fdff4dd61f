// Terms of service and imprint of the provider, also for pages before the sign-in.
export { readLegal } from "../../client/legal.ts";
