// Passwords: forgotten, reset by an e-mailed link, changed.
import { z } from "zod";
import { confirmedUserShape } from "../../domain/account/registration.ts";
import { endpoint } from "../endpoint.ts";
import { exactLineShape, passwordFieldShape } from "../../domain/text.ts";

const keyParams = z.object({ key: exactLineShape.min(1).max(200) });
const done = z.object({ done: z.literal(true) });
const chosen = { new_password: passwordFieldShape, new_password_repeat: passwordFieldShape };

export const passwordApi = {
  forgot: endpoint({
    method: "POST",
    path: "/forgot-password",
    summary:
      "E-mails a link for a new password if the address belongs to a registered user. The answer is the same in any case.",
    public: true,
    permission: null,
    scope: null,
    body: z.object({ email: exactLineShape.min(1).max(320) }),
    answer: done,
  }),
  readReset: endpoint({
    method: "GET",
    path: "/reset-password/{key}",
    summary: "The user of an open reset link.",
    public: true,
    permission: null,
    scope: null,
    params: keyParams,
    answer: confirmedUserShape,
  }),
  reset: endpoint({
    method: "POST",
    path: "/reset-password/{key}",
    summary:
      "Sets the password with a reset link, which works once, and ends all sessions and access tokens of the user.",
    public: true,
    permission: null,
    scope: null,
    params: keyParams,
    body: z.object(chosen),
    answer: done,
  }),
  change: endpoint({
    method: "POST",
    path: "/auth/user/change-password",
    summary: "Changes the user's own password and ends the other sessions.",
    permission: null,
    scope: null,
    body: z.object({ password: passwordFieldShape, ...chosen }),
    answer: done,
  }),
};
