// An invited user registers: names, password, terms of service, second factor.
import { z } from "zod";
import {
  confirmedUserShape,
  registrationShape,
  totpSecretShape,
} from "../../domain/account/registration.ts";
import { authMethodShape } from "../../domain/account/session.ts";
import { endpoint } from "../endpoint.ts";
import { exactLineShape } from "../../domain/text.ts";

const keyParams = z.object({ key: exactLineShape.min(1).max(200) });
const done = z.object({ done: z.literal(true) });
const open = { public: true, permission: null, scope: null, params: keyParams } as const;

export const registrationApi = {
  readInvitation: endpoint({
    ...open,
    method: "GET",
    path: "/register/{key}",
    summary: "The user of an open invitation.",
    answer: confirmedUserShape,
  }),
  register: endpoint({
    ...open,
    method: "POST",
    path: "/register/{key}",
    summary:
      "Registers the invited user. With an authenticator app this answers the key of the secret; its first code completes the registration.",
    body: registrationShape,
    answer: z.object({ auth_method: authMethodShape, confirmation_key: exactLineShape.nullable() }),
  }),
  readTotpSecret: endpoint({
    ...open,
    method: "GET",
    path: "/totp-secrets/{key}",
    summary: "The new secret for the authenticator app.",
    answer: totpSecretShape,
  }),
  verifyTotpSecret: endpoint({
    ...open,
    method: "POST",
    path: "/totp-secrets/{key}",
    summary: "Completes the registration with the first code of the authenticator app.",
    body: z.object({ security_code: exactLineShape.min(1).max(20) }),
    answer: done,
  }),
  dropTotpSecret: endpoint({
    ...open,
    method: "DELETE",
    path: "/totp-secrets/{key}",
    summary: "Deletes the secret. The invitation stays valid.",
    answer: done,
  }),
};
