// Changing the second factor: begun with the password, ended with a code of the former and the new one.
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
import { readAccount, takeTotpStep, type AccountRow } from "../store/account/account.ts";
import { authorOf, changeWithAudit } from "../store/account/audit.ts";
import * as confirmations from "../store/account/confirmation.ts";
import { changeMethod } from "../store/account/profile.ts";
import { makeTotpSecret, totpStep } from "./totp.ts";

/** What waits in the database for the codes. */
const waitingShape = z.object({
  auth_method: authMethodShape,
  /** Of the new app; missing where codes will come by mail. */
  secret: z.string().optional(),
  /** The change is worth nothing in another session; base64url. */
  session: z.string(),
});

const sessionOf = ({ session_hash }: OwnerContext) => session_hash.toString("base64url");

/**
 * Begins the change. Where one of the two factors is the mail, its code goes out now; a new app replaces
 * an old one, too.
 * @throws CONFLICT where nothing would change, INVALID_CREDENTIALS, TOO_MANY_REQUESTS, UNAVAILABLE
 */
export async function prepareMethodChange(
  context: OwnerContext,
  asked: { readonly auth_method: AuthMethod; readonly password: string },
): Promise<{ auth_method: AuthMethod; confirmation_key: string }> {
  const { ownerDb, now, mail, log, viewer } = context;
  const row = await actingAccount(context);
  const former = row.auth_method;
  await checkOwnPassword(context, row, asked.password);
  if (former === authMethods.EMAIL && asked.auth_method === authMethods.EMAIL) {
    throw failure("CONFLICT", { reason: "auth_method_unchanged", field: "auth_method" });
  }
  const at = now();
  const since = new Date(at.getTime() - limits.codeResendPauseMs);
  const kind = "change_auth_method";
  if ((await confirmations.countConfirmations(ownerDb, row.id, kind, since)) > 0) {
    throw failure("TOO_MANY_REQUESTS", { reason: "resend_later" });
  }
  const isMailed = former === authMethods.EMAIL || asked.auth_method === authMethods.EMAIL;
  const code = isMailed ? confirmations.makeCode() : null;
  const waiting: z.infer<typeof waitingShape> = {
    auth_method: asked.auth_method,
    session: sessionOf(context),
    ...(asked.auth_method === authMethods.TOTP && { secret: makeTotpSecret() }),
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
 * Ends the change in the session that began it; the user's other sessions end.
 * @throws INVALID_CREDENTIALS with the field whose code is wrong, RESOURCE_NOT_FOUND where it is over
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
  const row = await actingAccount(context);
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
  if (!open || !waiting || !isOurs) throw over();
  const typed = (text: string) => text.replace(/[\s-]/g, "");
  const isMailCode = (text: string) => confirmations.isCodeOf(open, key, typed(text));

  const secret = waiting.secret ?? null;
  const step = totpStep(secret, typed(sent.new_security_code), now());
  const isNewRight = secret === null ? isMailCode(sent.new_security_code) : step !== null;
  if (!isNewRight) throw await wrong("new_security_code", secret === null);
  // The former app's code is taken last: one that was right is not lost to a typing error in the other.
  if (row.auth_method === authMethods.EMAIL) {
    if (!isMailCode(sent.security_code)) throw await wrong("security_code", true);
  } else {
    const former = totpStep(row.totp_secret, typed(sent.security_code), now());
    const isTaken = former !== null && (await takeTotpStep(ownerDb, row.id, former));
    if (!isTaken) throw await wrong("security_code", false);
  }
  const totp = secret !== null && step !== null ? { secret, step } : null;
  const detail = { auth_method: sent.auth_method };
  const isChanged = await changeWithAudit(
    { ...authorOf(row, request_id), db: ownerDb },
    (db) => changeMethod(db, open, session_hash, totp, now()),
    (isDone) => (isDone ? { action: "auth_method_changed", detail } : null),
  );
  if (!isChanged) throw over();
  await guesses.succeeded(...guess);
  await mailNotice(context, row, (brand) =>
    methodChangedMail(row, viewer.locale, totp === null ? "mail" : "app", brand),
  );

  async function wrong(field: string, isByMail: boolean) {
    await guesses.failed(...guess);
    const count = limits.mailCodeTries - (open?.tries ?? 0);
    if (count <= 0) return over();
    const problem = isByMail
      ? { reason: "code_wrong", values: { count } }
      : { reason: "totp_wrong" };
    return failure("INVALID_CREDENTIALS", { ...problem, field });
  }
}

function over() {
  return failure("RESOURCE_NOT_FOUND", { reason: "auth_method_change_over" });
}

async function actingAccount({ ownerDb, viewer }: OwnerContext): Promise<AccountRow> {
  const row = await readAccount(ownerDb, viewer.account_id);
  if (!row) throw failure("INVALID_TOKEN");
  return row;
}
