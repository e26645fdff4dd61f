// Changes the second factor: begins with the password, ends with a code of the old and one of the new factor.
import { z } from "zod";
import { failure } from "../../domain/error.ts";
import { limits } from "../../domain/limits.ts";
import { authMethods, authMethodShape, type AuthMethod } from "../../domain/account/session.ts";
import { checkOwnPassword } from "./chosen-password.ts";
import type { OwnerContext } from "../context.ts";
import { guessLimitOf } from "./guess-limit.ts";
import { mailBrandOf } from "../mail/mail-brand.ts";
import { methodChangedMail, securityCodeMail } from "../mail/mails.ts";
import { mailNotice } from "../mail/notice.ts";
import { takeTotpStep } from "../store/account/account.ts";
import { authorOf, changeWithAudit, writeAuditEntry } from "../store/account/audit.ts";
import * as confirmations from "../store/account/confirmation.ts";
import { changeMethod } from "../store/account/profile.ts";
import { takeRecovery } from "./recovery-code.ts";
import { makeTotpSecret, totpStep } from "./totp.ts";
import { readViewerAccount } from "./viewer.ts";

/** The stored data of a started change. */
const waitingShape = z.object({
  auth_method: authMethodShape,
  /** Secret of the new authenticator app; absent if the new factor is e-mail. */
  secret: z.string().optional(),
  /** Session that began the change, base64url. The change is invalid in other sessions. */
  session: z.string(),
});

const sessionOf = ({ session_hash }: OwnerContext) => session_hash.toString("base64url");

/**
 * Begins the change. Sends a code if the old or the new factor is e-mail. A new authenticator app can replace
 * an old one.
 * @throws CONFLICT if nothing would change, INVALID_CREDENTIALS, TOO_MANY_REQUESTS, UNAVAILABLE
 */
export async function prepareMethodChange(
  context: OwnerContext,
  request: { readonly auth_method: AuthMethod; readonly password: string },
): Promise<{ auth_method: AuthMethod; confirmation_key: string }> {
  const { ownerDb, now, mail, log, viewer } = context;
  const row = await readViewerAccount(context);
  const former = row.auth_method;
  await checkOwnPassword(context, row, request.password);
  if (former === authMethods.EMAIL && request.auth_method === authMethods.EMAIL) {
    throw failure("CONFLICT", { reason: "auth_method_unchanged", field: "auth_method" });
  }
  const at = now();
  const since = new Date(at.getTime() - limits.codeResendPauseMs);
  const kind = "change_auth_method";
  if ((await confirmations.countConfirmations(ownerDb, row.id, kind, since)) > 0) {
    throw failure("TOO_MANY_REQUESTS", { reason: "resend_later" });
  }
  const isMailed = former === authMethods.EMAIL || request.auth_method === authMethods.EMAIL;
  const code = isMailed ? confirmations.makeCode() : null;
  const waiting: z.infer<typeof waitingShape> = {
    auth_method: request.auth_method,
    session: sessionOf(context),
    ...(request.auth_method === authMethods.TOTP && { secret: makeTotpSecret() }),
  };
  await confirmations.voidConfirmations(ownerDb, row.id, [kind], at);
  const confirmation_key = await confirmations.createConfirmation(ownerDb, {
    account_id: row.id,
    kind,
    code,
    payload: waiting,
    now: at,
    expires_at: new Date(at.getTime() + limits.mailCodeMs),
  });
  if (code !== null) {
    try {
      const brand = await mailBrandOf(context, row.customer_id);
      await mail.send(securityCodeMail(row, viewer.locale, code, brand));
    } catch (error) {
      log.error({ err: error, account_id: row.id }, "a security code could not be mailed");
      throw failure("UNAVAILABLE", { reason: "mail_not_sent" });
    }
  }
  return { auth_method: former, confirmation_key };
}

/**
 * Completes the change in the session that began it, and ends the user's other sessions.
 * @throws INVALID_CREDENTIALS with the field of the wrong code, RESOURCE_NOT_FOUND if the change has expired
 */
export async function endMethodChange(
  context: OwnerContext,
  key: string,
  sent: {
    readonly auth_method: AuthMethod;
    readonly security_code: string;
    readonly new_security_code: string;
  },
): Promise<void> {
  const { ownerDb, now, session_hash, viewer, request_id } = context;
  const row = await readViewerAccount(context);
  const guesses = guessLimitOf(ownerDb);
  const guess = [`change code of ${row.id}`, "session"] as const;
  await guesses.before(...guess);
  const kind = "change_auth_method";
  const open = await confirmations.tryConfirmation(ownerDb, key, kind, now());
  const waiting = waitingShape.safeParse(open?.payload).data;
  const isOurs =
    open?.account_id === row.id &&
    waiting?.session === sessionOf(context) &&
    waiting.auth_method === sent.auth_method;
  if (!open || !waiting || !isOurs) throw expired();
  const typed = (text: string) => text.replace(/[\s-]/g, "");
  const isMailCode = (text: string) => confirmations.isCodeOf(open, key, typed(text));

  const secret = waiting.secret ?? null;
  const step = totpStep(secret, typed(sent.new_security_code), now());
  const isNewRight = secret === null ? isMailCode(sent.new_security_code) : step !== null;
  if (!isNewRight) throw await wrong("new_security_code", secret === null);
  // The old app's code is used up last, so that a typing error in the other code does not waste it.
  if (row.auth_method === authMethods.EMAIL) {
    if (!isMailCode(sent.security_code)) throw await wrong("security_code", true);
  } else {
    const former = totpStep(row.totp_secret, typed(sent.security_code), now());
    const isTaken =
      former !== null
        ? await takeTotpStep(ownerDb, row.id, former)
        : await takeRecovery(ownerDb, row.id, sent.security_code, now());
    if (!isTaken) throw await wrong("security_code", false);
  }
  const totp = secret !== null && step !== null ? { secret, step } : null;
  const detail = { auth_method: sent.auth_method };
  const isChanged = await changeWithAudit(
    { ...authorOf(row, request_id), db: ownerDb },
    (db) => changeMethod(db, open, session_hash, totp, now()),
    (isDone) => (isDone ? { action: "auth_method_changed", detail } : null),
  );
  if (!isChanged) throw expired();
  await guesses.succeeded(...guess);
  await mailNotice(context, row, (brand) =>
    methodChangedMail(row, viewer.locale, totp === null ? "mail" : "app", brand),
  );

  async function wrong(field: string, isByMail: boolean) {
    await guesses.failed(...guess);
    const detail = { step: "change_auth_method", field };
    const entry = { action: "security_code_failed", detail } as const;
    await writeAuditEntry(authorOf(row, request_id), ownerDb, entry);
    const count = limits.mailCodeTries - (open?.tries ?? 0);
    if (count <= 0) return expired();
    const problem = isByMail
      ? { reason: "code_wrong", values: { count } }
      : { reason: "totp_wrong" };
    return failure("INVALID_CREDENTIALS", { ...problem, field });
  }
}

function expired() {
  return failure("RESOURCE_NOT_FOUND", { reason: "auth_method_change_over" });
}
