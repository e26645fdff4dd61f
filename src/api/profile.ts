// What users change of themselves: names, language, password, the way they sign in.
import { authMethodShape } from "../domain/session.ts";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";

export const profileApi = {
  requestSecurityCode: endpoint({
    method: "POST",
    path: "/auth/user/security-code",
    summary:
      "Mails the acting user a code that confirms a weighty act in this session; users of an authenticator app read theirs there.",
    permission: null,
    scope: null,
    answer: z.object({ auth_method: authMethodShape }),
  }),
};
