// Passkeys: added, named and removed by their user, and signing in with one.
import { z } from "zod";
import {
  passkeyAssertionShape,
  passkeyAttestationShape,
  passkeyNameShape,
  passkeyRefusal,
  passkeyShape,
} from "../../domain/account/passkey.ts";
import { sessionAnswerShape } from "../../domain/account/session.ts";
import { exactLineShape } from "../../domain/text.ts";
import { idTextShape } from "../../domain/id.ts";
import { endpoint } from "../endpoint.ts";

const done = z.object({ done: z.literal(true) });
const params = z.object({ id: idTextShape });
/** As the browser takes them; their fields are those of the standard (WebAuthn). */
const options = z.object({ options: z.record(z.string(), z.unknown()) });

export const passkeyApi = {
  list: endpoint({
    method: "GET",
    path: "/auth/user/passkeys",
    summary: "The user's passkeys.",
    permission: null,
    scope: null,
    answer: z.array(passkeyShape),
  }),
  begin: endpoint({
    method: "POST",
    path: "/auth/user/passkeys/begin",
    summary: "Begins a new passkey with a security code; answers what the browser makes it with.",
    permission: null,
    refusal: (_, count: number) => passkeyRefusal(count),
    scope: null,
    body: z.object({ security_code: exactLineShape.min(1).max(40) }),
    answer: options,
  }),
  add: endpoint({
    method: "POST",
    path: "/auth/user/passkeys",
    summary: "Stores the new passkey that the browser has made.",
    permission: null,
    scope: null,
    body: z.object({ name: passkeyNameShape, credential: passkeyAttestationShape }),
    answer: z.array(passkeyShape),
  }),
  rename: endpoint({
    method: "POST",
    path: "/auth/user/passkeys/{id}",
    summary: "Renames a passkey of the user.",
    permission: null,
    scope: null,
    params,
    body: z.object({ name: passkeyNameShape }),
    answer: z.array(passkeyShape),
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/auth/user/passkeys/{id}",
    summary: "Removes a passkey of the user.",
    permission: null,
    scope: null,
    params,
    answer: done,
  }),
  beginSignIn: endpoint({
    method: "POST",
    path: "/passkey-login/begin",
    summary: "Begins a sign-in with a passkey; answers what the browser signs.",
    public: true,
    permission: null,
    scope: null,
    answer: options,
  }),
  signIn: endpoint({
    method: "POST",
    path: "/passkey-login",
    summary: "Signs in with a passkey, which stands for password and second factor.",
    public: true,
    permission: null,
    scope: null,
    body: z.object({ credential: passkeyAssertionShape }),
    answer: sessionAnswerShape,
  }),
};
