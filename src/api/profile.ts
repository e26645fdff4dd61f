// What users change of themselves: names, preferences, the way they sign in, their sessions.
import { z } from "zod";
import {
  localeShape,
  openSessionShape,
  personNameShape,
  showAllRefusal,
} from "../domain/account/profile.ts";
import { authMethodShape, meShape } from "../domain/account/session.ts";
import { userNamesRefusal } from "../domain/account/user.ts";
import { endpoint } from "./endpoint.ts";

const done = z.object({ done: z.literal(true) });
type Preferences = { readonly show_all_key_figures?: boolean | undefined };
const code = z.string().min(1).max(20);

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
  /** The own id needs no permission, another user's needs UPDATE_USER. */
  changeUserNames: endpoint({
    method: "POST",
    path: "/auth/user/{id}/change-user-names",
    summary: "Changes the names of the user, or with UPDATE_USER those of another.",
    permission: null,
    refusal: userNamesRefusal,
    scope: null,
    params: z.object({ id: z.coerce.number().int().positive() }),
    body: z.object({ first_name: personNameShape, last_name: personNameShape }),
    answer: done,
  }),
  storePreferences: endpoint({
    method: "POST",
    path: "/auth/user/profile",
    summary: "Stores the user's own preferences.",
    permission: null,
    refusal: (viewer, { show_all_key_figures }: Preferences) => {
      const refusal = show_all_key_figures === undefined ? null : showAllRefusal(viewer);
      return refusal && { ...refusal, field: "show_all_key_figures" };
    },
    refusalCode: "PERMISSION_DENIED",
    scope: null,
    body: z.object({
      locale: localeShape.optional(),
      show_all_key_figures: z.boolean().optional(),
    }),
    answer: meShape,
  }),
  prepareChangeAuthMethod: endpoint({
    method: "POST",
    path: "/auth/user/prepare-change-auth-method",
    summary:
      "Begins a change of the second factor with the password; a code is mailed where one of the two factors is the mail.",
    permission: null,
    scope: null,
    body: z.object({ auth_method: authMethodShape, password: z.string().max(1000) }),
    answer: z.object({
      /** The factor of now, whose code is `security_code`. */
      auth_method: authMethodShape,
      /** Names the change, and the secret of a new authenticator app. */
      confirmation_key: z.string(),
    }),
  }),
  changeAuthMethod: endpoint({
    method: "POST",
    path: "/auth/user/change-auth-method/{key}",
    summary: "Ends the change with a code of the former factor and one of the new.",
    permission: null,
    scope: null,
    params: z.object({ key: z.string().min(1).max(200) }),
    body: z.object({ auth_method: authMethodShape, security_code: code, new_security_code: code }),
    answer: done,
  }),
  listSessions: endpoint({
    method: "GET",
    path: "/auth/user/sessions",
    summary: "The user's open sessions, the last used first.",
    permission: null,
    scope: null,
    answer: z.array(openSessionShape),
  }),
  endOtherSessions: endpoint({
    method: "POST",
    path: "/auth/user/end-other-sessions",
    summary: "Ends all sessions of the user but the one that asks.",
    permission: null,
    scope: null,
    answer: z.object({ ended: z.number().int() }),
  }),
};
