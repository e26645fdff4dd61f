// Terms of service and imprint of the provider.
import type { legalApi } from "../../../api/provider/legal.ts";
import type { Handlers } from "../../implement.ts";

export const legalHandlers: Handlers<typeof legalApi> = {
  read: async ({ settings: { terms_url, imprint_url } }) => ({ terms_url, imprint_url }),
};
