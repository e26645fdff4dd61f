// The second factor of a sign-in: a code by e-mail, or of the authenticator app.
import { failure } from "../../domain/error.ts";
import { limits } from "../../domain/limits.ts";
import { authMethods } from "../../domain/account/session.ts";
import type { PublicOwnerContext } from "../context.ts";
import { mailBrandOf } from "../mail/mail-brand.ts";
import { codeMail } from "../mail/mails.ts";
import type { AccountRow } from "../store/account/account.ts";
import * as confirmations from "../store/account/confirmation.ts";

/** Asks for the second factor after the first one was right; sends a code to users without an app. */
export async function beginSecondFactor(
  context: PublicOwnerContext,
  row: AccountRow,
): Promise<{ auth_method: 0 | 1; confirmation_key: string }> {
  const { ownerDb, now } = context;
  const auth_method = row.auth_method === authMethods.TOTP ? authMethods.TOTP : authMethods.EMAIL;
  const code = auth_method === authMethods.EMAIL ? confirmations.makeCode() : null;
  const confirmation_key = await confirmations.createConfirmation(ownerDb, {
    account_id: row.id,
    kind: code === null ? "totp_login" : "email_login",
    code,
    expires_at: new Date(now().getTime() + limits.mailCodeMs),
  });
  if (code !== null) await sendCode(context, row, code);
  return { auth_method, confirmation_key };
}

export async function sendCode(
  context: PublicOwnerContext,
  row: AccountRow,
  code: string,
): Promise<void> {
  const { mail, log, locale } = context;
  try {
    const brand = await mailBrandOf(context, row.customer_id);
    await mail.send(codeMail(row, locale ?? row.locale, code, brand));
  } catch (error) {
    log.error({ err: error, account_id: row.id }, "a sign-in code could not be mailed");
    throw failure("UNAVAILABLE", { reason: "mail_not_sent" });
  }
}
