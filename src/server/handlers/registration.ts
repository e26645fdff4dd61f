// An invited user registers: at once with codes by mail, after the first code with an authenticator app.
import { z } from "zod";
import type { registrationApi } from "../../api/registration.ts";
import { failure } from "../../domain/error.ts";
import { limits } from "../../domain/limits.ts";
import { localeShape } from "../../domain/account/profile.ts";
import { registrationRefusals } from "../../domain/account/registration.ts";
import { authMethods } from "../../domain/account/session.ts";
import { chosenPassword } from "../account/chosen-password.ts";
import type { PublicOwnerContext } from "../context.ts";
import type { Handlers } from "../implement.ts";
import { readAccount, readCustomerBrief, type AccountRow } from "../store/account/account.ts";
import { authorOf, changeWithAudit } from "../store/account/audit.ts";
import * as confirmations from "../store/account/confirmation.ts";
import { completeRegistration, type Registered } from "../store/account/profile.ts";
import { makeTotpSecret, totpStep, totpUri } from "../account/totp.ts";

const beforeSignIn =
  "Whoever registers is no viewer yet, and confirmations are closed to the serving role.";
const done = { done: true } as const;

/** What waits in the database for the first code of the app. */
const waitingShape = z.object({
  first_name: z.string(),
  last_name: z.string(),
  password_hash: z.string(),
  locale: localeShape,
  secret: z.string(),
  /** Of the invitation, base64url. */
  register_hash: z.string(),
});
/** The part of it that a change of the second factor has too. */
const secretShape = z.object({ secret: z.string() });

export const registrationHandlers: Handlers<typeof registrationApi> = {
  readInvitation: {
    needsOwner: beforeSignIn,
    async answer(context, { params }) {
      const { row } = await openInvitation(context, params.key);
      const { email, first_name, last_name } = row;
      const customer = await readCustomerBrief(context.ownerDb, row.customer_id);
      return { email, first_name, last_name, customer_name: customer?.name ?? "" };
    },
  },

  register: {
    needsOwner: beforeSignIn,
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
      const told = { first_name, last_name, password_hash, locale };
      if (body.auth_method === authMethods.EMAIL) {
        await complete(context, row, invitation.key_hash, { ...told, totp: null });
        return { auth_method: authMethods.EMAIL, confirmation_key: null };
      }
      const waiting: z.infer<typeof waitingShape> = {
        ...told,
        secret: makeTotpSecret(),
        register_hash: invitation.key_hash.toString("base64url"),
      };
      // Begun anew: what was told before is void.
      await confirmations.voidConfirmations(ownerDb, row.id, ["totp_secret"], now());
      const confirmation_key = await confirmations.createConfirmation(ownerDb, {
        account_id: row.id,
        kind: "totp_secret",
        code: null,
        payload: waiting,
        expires_at: new Date(now().getTime() + limits.totpSetupMs),
      });
      return { auth_method: authMethods.TOTP, confirmation_key };
    },
  },

  readTotpSecret: {
    needsOwner: beforeSignIn,
    async answer({ ownerDb, now }, { params }) {
      const open = await confirmations.readConfirmation(ownerDb, params.key, setups, now());
      const row = open && (await readAccount(ownerDb, open.account_id));
      const secret = secretShape.safeParse(open?.payload).data?.secret;
      if (!row || row.locked || secret === undefined) throw over("totp_setup_over");
      return { email: row.email, secret, otpauth_uri: totpUri(secret, row.email) };
    },
  },

  verifyTotpSecret: {
    needsOwner: beforeSignIn,
    async answer(context, { params, body }) {
      const { ownerDb, now } = context;
      const open = await confirmations.tryConfirmation(ownerDb, params.key, "totp_secret", now());
      const row = open && (await readAccount(ownerDb, open.account_id));
      if (!row) throw over("totp_setup_over");
      const { secret, register_hash, ...told } = waitingShape.parse(open.payload);
      const step = totpStep(secret, body.security_code.replace(/[\s-]/g, ""), now());
      if (step === null) {
        const field = "security_code";
        throw failure("INVALID_CREDENTIALS", { reason: "totp_wrong", field });
      }
      const key_hash = Buffer.from(register_hash, "base64url");
      await complete(context, row, key_hash, { ...told, totp: { secret, step } });
      return done;
    },
  },

  dropTotpSecret: {
    needsOwner: beforeSignIn,
    async answer({ ownerDb, now }, { params }) {
      const open = await confirmations.readConfirmation(ownerDb, params.key, setups, now());
      if (!open) throw over("totp_setup_over");
      await confirmations.useConfirmation(ownerDb, params.key, now());
      return done;
    },
  },
};

/** Kinds that carry the secret of a new authenticator app. */
const setups = ["totp_secret", "change_auth_method"] as const;

function over(reason: string) {
  return failure("RESOURCE_NOT_FOUND", { reason });
}

async function openInvitation({ ownerDb, now }: PublicOwnerContext, key: string) {
  const invitation = await confirmations.readConfirmation(ownerDb, key, ["register"], now());
  const row = invitation && (await readAccount(ownerDb, invitation.account_id));
  const isPending = row?.state === "PENDING" && !row.locked && row.deleted_at === null;
  if (!invitation || !isPending) throw over("invitation_over");
  return { row, invitation };
}

async function complete(
  { ownerDb, now, request_id }: PublicOwnerContext,
  row: AccountRow,
  key_hash: Buffer,
  told: Registered,
): Promise<void> {
  const invitation = { key_hash, account_id: row.id };
  const isRegistered = await changeWithAudit(
    { ...authorOf(row, request_id), db: ownerDb },
    (db) => completeRegistration(db, invitation, told, now()),
    (isDone) => (isDone ? { action: "user_registered" } : null),
  );
  if (!isRegistered) throw over("invitation_over");
}
