// Terms of service and imprint of the provider.
import { legalApi } from "../../api/provider/legal.ts";
import { call } from "../../client/call.ts";
import type { Legal } from "../../domain/provider/legal.ts";

/** Rejects where the server is not reached: which terms are in force is not known then. */
export const readLegal = (): Promise<Legal> => call(legalApi.read, {}, { isQuiet: true });
