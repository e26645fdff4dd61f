// The user's own profile: names, preferences, second factor, sessions.
import { z } from "zod";
import {
  localeShape,
  openSessionShape,
  personNameShape,
  showAllRefusal,
} from "../../domain/account/profile.ts";
import { recoveryCodesShape } from "../../domain/account/recovery-code.ts";
import { authMethodShape, meShape } from "../../domain/account/session.ts";
import { userNamesRefusal } from "../../domain/account/user.ts";
import { endpoint } from "../endpoint.ts";
import { idTextShape } from "../../domain/id.ts";
import { exactLineShape, passwordFieldShape } from "../../domain/text.ts";

const done = z.object({ done: z.literal(true) });
type Preferences = { readonly show_all_key_figures?: boolean | undefined };
const code = exactLineShape.min(1).max(40);

export const profileApi = {
  requestSecurityCode: endpoint({
    method: "POST",
    path: "/auth/user/security-code",
    summary:
      "E-mails the user a code to confirm a sensitive action in this session. Users with an authenticator app use its code instead.",
    permission: null,
    scope: null,
    answer: z.object({ auth_method: authMethodShape }),
  }),
  /** The user's own ID needs no permission, another one needs UPDATE_USER. */
  changeUserNames: endpoint({
    method: "POST",
    path: "/auth/user/{id}/change-user-names",
    summary: "Changes the user's own names, or with UPDATE_USER those of another user.",
    permission: null,
    refusal: userNamesRefusal,
    scope: null,
    params: z.object({ id: idTextShape }),
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
      "Begins a change of the second factor with the password. E-mails a code if the old or the new factor is e-mail.",
    permission: null,
    scope: null,
    body: z.object({ auth_method: authMethodShape, password: passwordFieldShape }),
    answer: z.object({
      /** The current factor; its code is `security_code`. */
      auth_method: authMethodShape,
      /** ID of the change, and of the secret of a new authenticator app. */
      confirmation_key: exactLineShape,
    }),
  }),
  changeAuthMethod: endpoint({
    method: "POST",
    path: "/auth/user/change-auth-method/{key}",
    summary: "Completes the change with a code of the old factor and one of the new factor.",
    permission: null,
    scope: null,
    params: z.object({ key: exactLineShape.min(1).max(200) }),
    body: z.object({ auth_method: authMethodShape, security_code: code, new_security_code: code }),
    answer: done,
  }),
  recoveryCodes: endpoint({
    method: "GET",
    path: "/auth/user/recovery-codes",
    summary: "How many recovery codes the user has left.",
    permission: null,
    scope: null,
    answer: recoveryCodesShape,
  }),
  createRecoveryCodes: endpoint({
    method: "POST",
    path: "/auth/user/recovery-codes",
    summary:
      "Makes new recovery codes with the password and a code of the authenticator app. They are answered once; the former ones end.",
    permission: null,
    scope: null,
    body: z.object({ password: passwordFieldShape, security_code: code }),
    answer: z.object({ codes: z.array(z.string()) }),
  }),
  listSessions: endpoint({
    method: "GET",
    path: "/auth/user/sessions",
    summary: "The user's open sessions, last used first.",
    permission: null,
    scope: null,
    answer: z.array(openSessionShape),
  }),
  endOtherSessions: endpoint({
    method: "POST",
    path: "/auth/user/end-other-sessions",
    summary: "Ends all other sessions of the user, with the password.",
    permission: null,
    scope: null,
    body: z.object({ password: passwordFieldShape }),
    answer: z.object({ ended: z.number().int() }),
  }),
};
