// Signing in: password, then a code by e-mail or from an authenticator app, then a session.
import { failure, type Failure } from "../../domain/error.ts";
import { limits } from "../../domain/limits.ts";
import type { SessionAnswer } from "../../domain/account/session.ts";
import type { PublicOwnerContext } from "../context.ts";
import type { GuessLimit } from "./guess-limit.ts";
import { recoveryCodesMail } from "../mail/mails.ts";
import { mailNotice } from "../mail/notice.ts";
import { hasPresentCost, hashPassword, isPassword } from "./password.ts";
import { openSessionFor } from "./session-answer.ts";
import * as accounts from "../store/account/account.ts";
import { authorOf, writeAuditEntry } from "../store/account/audit.ts";
import * as confirmations from "../store/account/confirmation.ts";
import { takeRecovery } from "./recovery-code.ts";
import { beginSecondFactor, sendCode } from "./second-factor.ts";
import { boundToService, serviceInstead } from "./service-instead.ts";
import { totpStep } from "./totp.ts";

type SecondFactor = "email_login" | "totp_login";

export type SignIn = {
  /** First factor: the HTTP basic credentials of the call. */
  begin(context: PublicOwnerContext): Promise<{ auth_method: 0 | 1; confirmation_key: string }>;
  confirm(
    context: PublicOwnerContext,
    kind: SecondFactor,
    key: string,
    code: string,
  ): Promise<SessionAnswer>;
  /** E-mails a new code; the old one becomes invalid. */
  resend(context: PublicOwnerContext, key: string): Promise<void>;
};

export function makeSignIn(guesses: GuessLimit): SignIn {
  return {
    async begin(context) {
      const { credentials, ownerDb } = context;
      if (credentials === null) throw failure("INVALID_CREDENTIALS");
      const { name, password } = credentials;
      const guess = [name.trim().toLowerCase(), context.address] as const;
      await guesses.before(...guess);
      const found = await accounts.findAccount(ownerDb, name);
      const active = found !== null && accounts.isActive(found) ? found : null;
      const isRight = await isPassword(active?.password_hash ?? null, password);
      const service = await serviceInstead(ownerDb, name, isRight ? active : null);
      if (!isRight || active === null || service !== null) {
        await guesses.failed(...guess);
        // Written for unknown accounts too, so that the time of the answer reveals nothing.
        await auditFailure(context, found, "password");
        throw service === null ? failure("INVALID_CREDENTIALS") : boundToService(service);
      }
      guesses.ended(...guess);
      await renewHash(ownerDb, active, password);
      return beginSecondFactor(context, active);
    },

    async confirm(context, kind, key, code) {
      const { ownerDb, address, now } = context;
      const row = await confirmations.tryConfirmation(ownerDb, key, kind, now());
      if (row === null) throw refused("confirmation_over");
      const found = await accounts.readAccount(ownerDb, row.account_id);
      if (!found || !accounts.isActive(found)) throw refused("confirmation_over");
      const guess = [`code of ${found.email}`, address] as const;
      await guesses.before(...guess);
      const typed = code.replace(/[\s-]/g, "");
      const isRecovery =
        kind === "totp_login" && (await takeRecovery(ownerDb, found.id, typed, now()));
      const isRight =
        isRecovery ||
        (kind === "totp_login"
          ? await isTotp(context, found, typed)
          : confirmations.isCodeOf(row, key, typed));
      if (!isRight) {
        await guesses.failed(...guess);
        await auditFailure(context, found, kind);
        const left = limits.mailCodeTries - row.tries;
        throw left > 0 ? refused("code_wrong", { count: left }) : refused("confirmation_over");
      }
      const factor = isRecovery ? "recovery_code" : kind;
      const way = { action: "sign_in", detail: { factor, address } } as const;
      const session = await openSessionFor(context, found, way, (db) =>
        confirmations.useConfirmation(db, key, now()),
      ).finally(() => guesses.ended(...guess));
      await guesses.succeeded(found.email.toLowerCase(), address);
      await guesses.succeeded(...guess);
      if (isRecovery) {
        await mailNotice(context, found, (brand) =>
          recoveryCodesMail(found, found.locale, "used", brand),
        );
      }
      return session;
    },

    async resend(context, key) {
      const code = confirmations.makeCode();
      const row = await confirmations.replaceCode(context.ownerDb, key, code, context.now());
      if (row === "wait") throw failure("TOO_MANY_REQUESTS", { reason: "resend_later" });
      const found = row && (await accounts.readAccount(context.ownerDb, row.account_id));
      if (!found || !accounts.isActive(found)) throw refused("confirmation_over");
      await sendCode(context, found, code);
    },
  };
}

/** Stores the password with today's cost, if it was stored with another. */
async function renewHash(
  db: PublicOwnerContext["ownerDb"],
  { id, password_hash }: accounts.AccountRow,
  password: string,
): Promise<void> {
  if (password_hash === null || hasPresentCost(password_hash)) return;
  await accounts.replaceHash(db, id, password_hash, await hashPassword(password));
}

function refused(reason: string, values?: { count: number }): Failure {
  return failure("INVALID_CREDENTIALS", { reason, ...(values && { values }) });
}

async function auditFailure(
  { ownerDb, request_id, address }: PublicOwnerContext,
  row: accounts.AccountRow | null,
  factor: SecondFactor | "password",
): Promise<void> {
  await writeAuditEntry(authorOf(row, request_id), ownerDb, {
    action: "sign_in_failed",
    detail: { factor, address },
  });
}

/** Checks the code and uses up its time step: each code works once. */
async function isTotp(
  { ownerDb, now }: PublicOwnerContext,
  row: accounts.AccountRow,
  code: string,
): Promise<boolean> {
  const step = totpStep(row.totp_secret, code, now());
  return step !== null && accounts.takeTotpStep(ownerDb, row.id, step);
}
