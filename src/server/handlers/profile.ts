// What users change of themselves.
import type { profileApi } from "../../api/profile.ts";
import type { Handlers } from "../implement.ts";
import { requestSecurityCode } from "../security-code.ts";

export const profileHandlers: Handlers<typeof profileApi> = {
  requestSecurityCode: (context) => requestSecurityCode(context),
};
