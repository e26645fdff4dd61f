// Recovery codes: made with password and app code, shown once, each valid once in place of a code of the app.
import { createHash, randomInt } from "node:crypto";
import {
  recoveryCodeOf,
  recoveryCount,
  recoveryLength,
  recoveryRefusal,
  recoverySigns,
  shownRecoveryCode,
} from "../../domain/account/recovery-code.ts";
import { failure } from "../../domain/error.ts";
import type { Database, OwnerContext } from "../context.ts";
import { recoveryCodesMail } from "../mail/mails.ts";
import { mailNotice } from "../mail/notice.ts";
import { authorOf, changeWithAudit } from "../store/account/audit.ts";
import { replaceRecoveryCodes, takeRecoveryCode } from "../store/account/recovery-code.ts";
import { checkOwnPassword } from "./chosen-password.ts";
import { checkSecurityCode } from "./security-code.ts";
import { readViewerAccount } from "./viewer.ts";

function makeCode(): string {
  let code = "";
  for (let at = 0; at < recoveryLength; at += 1)
    code += recoverySigns[randomInt(recoverySigns.length)];
  return code;
}

/** 120 random bits need no slow hash; the account in it keeps equal codes of two users apart. */
function hashOf(account_id: number, code: string): Buffer {
  return createHash("sha256").update(`recovery ${account_id} ${code}`).digest();
}

/**
 * Makes new codes and forgets the former ones.
 * @returns the codes, which are stored as hashes alone
 * @throws CONFLICT without an authenticator app, INVALID_CREDENTIALS with the field, TOO_MANY_REQUESTS
 */
export async function createRecoveryCodes(
  context: OwnerContext,
  sent: { readonly password: string; readonly security_code: string },
): Promise<string[]> {
  const { ownerDb, request_id, viewer } = context;
  const row = await readViewerAccount(context);
  const refusal = recoveryRefusal(row.auth_method);
  if (refusal) throw failure("CONFLICT", refusal);
  await checkOwnPassword(context, row, sent.password);
  await checkSecurityCode(context, sent.security_code);
  const codes = Array.from({ length: recoveryCount }, makeCode);
  const hashes = codes.map((code) => hashOf(row.id, code));
  await changeWithAudit(
    { ...authorOf(row, request_id), db: ownerDb },
    (db) => replaceRecoveryCodes(db, row.id, hashes),
    () => ({ action: "recovery_codes_created", detail: { count: codes.length } }),
  );
  await mailNotice(context, row, (brand) =>
    recoveryCodesMail(row, viewer.locale, "created", brand),
  );
  return codes.map(shownRecoveryCode);
}

/** Uses the code up, if it is a recovery code of this account. */
export async function takeRecovery(
  ownerDb: Database,
  account_id: number,
  typed: string,
  at: Date,
): Promise<boolean> {
  const code = recoveryCodeOf(typed);
  return code !== null && takeRecoveryCode(ownerDb, account_id, hashOf(account_id, code), at);
}
