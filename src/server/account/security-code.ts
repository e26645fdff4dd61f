// The acting user's own second factor, asked for again before something weighty is done.
import { failure } from "../../domain/error.ts";
import { limits } from "../../domain/limits.ts";
import { authMethods } from "../../domain/account/session.ts";
import type { OwnerContext } from "../context.ts";
import { guessLimitOf } from "./guess-limit.ts";
import { mailBrandOf } from "../mail/mail-brand.ts";
import { securityCodeMail } from "../mail/mails.ts";
import { readAccount, takeTotpStep, type AccountRow } from "../store/account/account.ts";
import { authorOf, writeAuditEntry } from "../store/account/audit.ts";
import {
  isCodeOf,
  makeCode,
  putCode,
  tryConfirmation,
  useConfirmation,
} from "../store/account/confirmation.ts";
import { totpStep } from "./totp.ts";

type Acting = Pick<
  OwnerContext,
  "ownerDb" | "viewer" | "session_hash" | "now" | "mail" | "log" | "files" | "request_id"
>;

/** One code per session: it is worth nothing in another. */
const keyOf = ({ session_hash }: Acting) =>
  `security code of ${session_hash.toString("base64url")}`;

/**
 * Mails a code to users who sign in by mail; the others read theirs off the authenticator app.
 * @throws TOO_MANY_REQUESTS too soon or too often, UNAVAILABLE where the mail does not go out
 */
export async function requestSecurityCode(context: Acting): Promise<{ auth_method: 0 | 1 }> {
  const row = await actingAccount(context);
  if (row.auth_method === authMethods.TOTP) return { auth_method: authMethods.TOTP };
  const code = makeCode();
  const put = { account_id: row.id, kind: "security_code", code } as const;
  if (!(await putCode(context.ownerDb, keyOf(context), put, context.now()))) {
    throw failure("TOO_MANY_REQUESTS", { reason: "resend_later" });
  }
  try {
    const brand = await mailBrandOf(context, row.customer_id);
    await context.mail.send(securityCodeMail(row, context.viewer.locale, code, brand));
  } catch (error) {
    context.log.error({ err: error, account_id: row.id }, "a security code could not be mailed");
    throw failure("UNAVAILABLE", { reason: "mail_not_sent" });
  }
  return { auth_method: authMethods.EMAIL };
}

/**
 * Takes the acting user's code, once. Spaces and dashes in it are ignored.
 * @throws INVALID_CREDENTIALS with the reason, TOO_MANY_REQUESTS after many wrong ones
 */
export async function checkSecurityCode(context: Acting, code: string): Promise<void> {
  const { ownerDb, request_id } = context;
  const row = await actingAccount(context);
  const guesses = guessLimitOf(ownerDb);
  // Whoever types codes here holds a session: there is no stranger to tell apart by his address.
  const guess = [`security code of ${row.id}`, "session"] as const;
  await guesses.before(...guess);
  const typed = code.replace(/[\s-]/g, "");
  const refusal =
    row.auth_method === authMethods.TOTP
      ? await totpRefusal(context, row, typed)
      : await mailCodeRefusal(context, typed);
  if (refusal === null) return guesses.succeeded(...guess);
  await guesses.failed(...guess);
  await writeAuditEntry(authorOf(row, request_id), ownerDb, { action: "security_code_failed" });
  throw failure("INVALID_CREDENTIALS", { ...refusal, field: "security_code" });
}

async function totpRefusal({ ownerDb, now }: Acting, row: AccountRow, typed: string) {
  const step = totpStep(row.totp_secret, typed, now());
  const isTaken = step !== null && (await takeTotpStep(ownerDb, row.id, step));
  return isTaken ? null : { reason: "totp_wrong" };
}

async function mailCodeRefusal(context: Acting, typed: string) {
  const { ownerDb, now } = context;
  const key = keyOf(context);
  const open = await tryConfirmation(ownerDb, key, "security_code", now());
  if (open === null) return { reason: "security_code_over" };
  if (isCodeOf(open, key, typed)) {
    return (await useConfirmation(ownerDb, key, now())) ? null : { reason: "security_code_over" };
  }
  const count = limits.mailCodeTries - open.tries;
  return count > 0 ? { reason: "code_wrong", values: { count } } : { reason: "security_code_over" };
}

async function actingAccount({ ownerDb, viewer }: Acting): Promise<AccountRow> {
  const row = await readAccount(ownerDb, viewer.account_id);
  if (!row) throw failure("INVALID_TOKEN");
  return row;
}
