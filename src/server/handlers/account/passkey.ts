// Passkeys of the own account, and signing in with one.
import { passkeyApi } from "../../../api/account/passkey.ts";
import type { Handlers } from "../../implement.ts";
import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
} from "../../account/passkey.ts";
import { readPasskeys } from "../../store/account/passkey.ts";

const passkeys = "The role that serves requests cannot read passkeys.";
const beforeSignIn = "There is no viewer before the sign-in.";

export const passkeyHandlers: Handlers<typeof passkeyApi> = {
  list: {
    needsOwner: passkeys,
    answer: ({ ownerDb, viewer }) => readPasskeys(ownerDb, viewer.account_id),
  },
  begin: {
    needsOwner: passkeys,
    answer: (context, { body }) => beginPasskey(context, body.security_code),
  },
  add: {
    needsOwner: passkeys,
    answer: (context, { body }) => addPasskey(context, body.name, body.credential),
  },
  rename: {
    needsOwner: passkeys,
    answer: (context, { params, body }) => renamePasskey(context, params.id, body.name),
  },
  remove: {
    needsOwner: passkeys,
    async answer(context, { params }) {
      await removePasskey(context, params.id);
      return { done: true };
    },
  },
  beginSignIn: { needsOwner: beforeSignIn, answer: (context) => beginPasskeySignIn(context) },
  signIn: {
    needsOwner: beforeSignIn,
    answer: (context, { body }) => signInWithPasskey(context, body.credential),
  },
};
