// Registration from an invitation. With codes by mail it is complete at once; with an authenticator app,
// after the first code.
import { z } from "zod";
import type { registrationApi } from "../../../api/account/registration.ts";
import { failure } from "../../../domain/error.ts";
import { limits } from "../../../domain/limits.ts";
import { localeShape } from "../../../domain/account/profile.ts";
import { registrationRefusals } from "../../../domain/account/registration.ts";
import { authMethods } from "../../../domain/account/session.ts";
import { chosenPassword } from "../../account/chosen-password.ts";
import { confirmedUser } from "../../account/confirmed-user.ts";
import type { PublicOwnerContext } from "../../context.ts";
import type { Handlers } from "../../implement.ts";
import { readAccount, type AccountRow } from "../../store/account/account.ts";
import { authorOf, changeWithAudit, writeAuditEntry } from "../../store/account/audit.ts";
import * as confirmations from "../../store/account/confirmation.ts";
import { completeRegistration, type RegisteredUser } from "../../store/account/profile.ts";
import { makeTotpSecret, totpStep, totpUri } from "../../account/totp.ts";

const isPublic =
  "The call is public, so there is no viewer, and the serving role cannot read confirmations.";
const done = { done: true } as const;

/** The registration, stored until the first code of the app. */
const pendingShape = z.object({
  first_name: z.string(),
  last_name: z.string(),
  password_hash: z.string(),
  locale: localeShape,
  secret: z.string(),
  /** Hash of the key of the invitation, base64url. */
  register_hash: z.string(),
});
/** The part that a change of the second factor stores as well. */
const secretShape = z.object({ secret: z.string() });

export const registrationHandlers: Handlers<typeof registrationApi> = {
  readInvitation: {
    needsOwner: isPublic,
    async answer(context, { params }) {
      const { row } = await openInvitation(context, params.key);
      return confirmedUser(context, row);
    },
  },

  register: {
    needsOwner: isPublic,
    async answer(context, { params, body }) {
      const { ownerDb, now } = context;
      const { row, invitation } = await openInvitation(context, params.key);
      const problems = registrationRefusals(body);
      if (problems.length > 0) throw failure("BAD_REQUEST", ...problems);
      const first_name = body.first_name.trim();
      const last_name = body.last_name.trim();
      const owner = { ...row, first_name, last_name };
      const password_hash = await chosenPassword(ownerDb, owner, body.password, "password");
      const locale = context.locale ?? row.locale;
      const registered = { first_name, last_name, password_hash, locale };
      if (body.auth_method === authMethods.EMAIL) {
        await complete(context, row, invitation.key_hash, { ...registered, totp: null });
        return { auth_method: authMethods.EMAIL, confirmation_key: null };
      }
      const pending: z.infer<typeof pendingShape> = {
        ...registered,
        secret: makeTotpSecret(),
        register_hash: invitation.key_hash.toString("base64url"),
      };
      // An earlier attempt of the same user becomes invalid.
      await confirmations.voidConfirmations(ownerDb, row.id, ["totp_secret"], now());
      const confirmation_key = await confirmations.createConfirmation(ownerDb, {
        account_id: row.id,
        kind: "totp_secret",
        code: null,
        payload: pending,
        expires_at: new Date(now().getTime() + limits.totpSetupMs),
      });
      return { auth_method: authMethods.TOTP, confirmation_key };
    },
  },

  readTotpSecret: {
    needsOwner: isPublic,
    async answer({ ownerDb, now }, { params }) {
      const open = await confirmations.readConfirmation(ownerDb, params.key, totpSetupKinds, now());
      const row = open && (await readAccount(ownerDb, open.account_id));
      const secret = secretShape.safeParse(open?.payload).data?.secret;
      if (!row || row.locked || secret === undefined) throw expired("totp_setup_over");
      return { email: row.email, secret, otpauth_uri: totpUri(secret, row.email) };
    },
  },

  verifyTotpSecret: {
    needsOwner: isPublic,
    async answer(context, { params, body }) {
      const { ownerDb, now, address, request_id } = context;
      const open = await confirmations.tryConfirmation(ownerDb, params.key, "totp_secret", now());
      const row = open && (await readAccount(ownerDb, open.account_id));
      if (!row) throw expired("totp_setup_over");
      const { secret, register_hash, ...registered } = pendingShape.parse(open.payload);
      const step = totpStep(secret, body.security_code.replace(/[\s-]/g, ""), now());
      if (step === null) {
        const detail = { step: "register", address };
        const entry = { action: "security_code_failed", detail } as const;
        await writeAuditEntry(authorOf(row, request_id), ownerDb, entry);
        const field = "security_code";
        throw failure("INVALID_CREDENTIALS", { reason: "totp_wrong", field });
      }
      const key_hash = Buffer.from(register_hash, "base64url");
      await complete(context, row, key_hash, { ...registered, totp: { secret, step } });
      return done;
    },
  },

  dropTotpSecret: {
    needsOwner: isPublic,
    async answer({ ownerDb, now }, { params }) {
      const open = await confirmations.readConfirmation(ownerDb, params.key, totpSetupKinds, now());
      if (!open) throw expired("totp_setup_over");
      await confirmations.useConfirmation(ownerDb, params.key, now());
      return done;
    },
  },
};

/** Kinds of confirmation that contain the secret of a new authenticator app. */
const totpSetupKinds = ["totp_secret", "change_auth_method"] as const;

function expired(reason: string) {
  return failure("RESOURCE_NOT_FOUND", { reason });
}

async function openInvitation({ ownerDb, now }: PublicOwnerContext, key: string) {
  const invitation = await confirmations.readConfirmation(ownerDb, key, ["register"], now());
  const row = invitation && (await readAccount(ownerDb, invitation.account_id));
  const isPending = row?.state === "PENDING" && !row.locked && row.deleted_at === null;
  if (!invitation || !isPending) throw expired("invitation_over");
  return { row, invitation };
}

async function complete(
  { ownerDb, now, request_id }: PublicOwnerContext,
  row: AccountRow,
  key_hash: Buffer,
  registered: RegisteredUser,
): Promise<void> {
  const invitation = { key_hash, account_id: row.id };
  const isRegistered = await changeWithAudit(
    { ...authorOf(row, request_id), db: ownerDb },
    (db) => completeRegistration(db, invitation, registered, now()),
    (isDone) => (isDone ? { action: "user_registered" } : null),
  );
  if (!isRegistered) throw expired("invitation_over");
}
