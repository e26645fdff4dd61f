// Checks the user's second factor again before sensitive actions.
import { failure } from "../../domain/error.ts";
import { limits } from "../../domain/limits.ts";
import { authMethods } from "../../domain/account/session.ts";
import type { OwnerContext } from "../context.ts";
import { guessLimitOf } from "./guess-limit.ts";
import { mailBrandOf } from "../mail/mail-brand.ts";
import { securityCodeMail } from "../mail/mails.ts";
import { takeTotpStep, type AccountRow } from "../store/account/account.ts";
import { authorOf, writeAuditEntry } from "../store/account/audit.ts";
import {
  isCodeOf,
  makeCode,
  storeCode,
  tryConfirmation,
  useConfirmation,
} from "../store/account/confirmation.ts";
import { totpStep } from "./totp.ts";
import { readViewerAccount } from "./viewer.ts";

type CodeContext = Pick<
  OwnerContext,
  "ownerDb" | "viewer" | "session_hash" | "now" | "mail" | "log" | "files" | "request_id"
>;

/** One code per session; it is invalid in other sessions. */
const keyOf = ({ session_hash }: CodeContext) =>
  `security code of ${session_hash.toString("base64url")}`;

/**
 * E-mails a code to users without an authenticator app; the others use its codes.
 * @throws TOO_MANY_REQUESTS if too soon or too often, UNAVAILABLE if the e-mail cannot be sent
 */
export async function requestSecurityCode(context: CodeContext): Promise<{ auth_method: 0 | 1 }> {
  const row = await readViewerAccount(context);
  if (row.auth_method === authMethods.TOTP) return { auth_method: authMethods.TOTP };
  const code = makeCode();
  const values = { account_id: row.id, kind: "security_code", code } as const;
  if (!(await storeCode(context.ownerDb, keyOf(context), values, context.now()))) {
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
 * Checks the user's code and uses it up. Ignores spaces and dashes.
 * @throws INVALID_CREDENTIALS with the reason, TOO_MANY_REQUESTS after many wrong ones
 */
export async function checkSecurityCode(context: CodeContext, code: string): Promise<void> {
  const { ownerDb, request_id } = context;
  const row = await readViewerAccount(context);
  const guesses = guessLimitOf(ownerDb);
  // Only users with a session get here, so guesses are not counted by address.
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

async function totpRefusal({ ownerDb, now }: CodeContext, row: AccountRow, typed: string) {
  const step = totpStep(row.totp_secret, typed, now());
  const isTaken = step !== null && (await takeTotpStep(ownerDb, row.id, step));
  return isTaken ? null : { reason: "totp_wrong" };
}

async function mailCodeRefusal(context: CodeContext, typed: string) {
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
