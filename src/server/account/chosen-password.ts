// Checks new passwords, and the user's own password before sensitive actions.
import { failure } from "../../domain/error.ts";
import { passwordNames, passwordRefusal } from "../../domain/account/password.ts";
import { commonPasswords } from "./common-passwords.ts";
import type { OwnerContext, Database } from "../context.ts";
import { guessLimitOf } from "./guess-limit.ts";
import { hashPassword, isPassword } from "./password.ts";
import { readCustomerBrief, type AccountRow } from "../store/account/account.ts";
import { authorOf, writeAuditEntry } from "../store/account/audit.ts";
import { translate } from "../translate.ts";

type Owner = Pick<AccountRow, "email" | "first_name" | "last_name" | "customer_id">;

/**
 * Checks a new password; answers its hash.
 * @throws BAD_REQUEST with the reason at `field`
 */
export async function chosenPassword(
  ownerDb: Database,
  owner: Owner,
  password: string,
  field: string,
): Promise<string> {
  const list = await commonPasswords();
  const customer = await readCustomerBrief(ownerDb, owner.customer_id);
  const names = passwordNames(
    translate("en", "shell:product"),
    customer?.name ?? "",
    owner.first_name,
    owner.last_name,
    owner.email,
  );
  const refusal = passwordRefusal(password, names, (text) => list.has(text));
  if (refusal !== null) throw failure("BAD_REQUEST", { ...refusal, field });
  return hashPassword(password);
}

/** @throws BAD_REQUEST if the two differ */
export function checkRepeat(sent: { new_password: string; new_password_repeat: string }): void {
  if (sent.new_password !== sent.new_password_repeat) {
    throw failure("BAD_REQUEST", { reason: "passwords_differ", field: "new_password_repeat" });
  }
}

/**
 * Checks the user's own password.
 * @throws INVALID_CREDENTIALS if it is wrong, TOO_MANY_REQUESTS after many wrong ones
 */
export async function checkOwnPassword(
  { ownerDb, request_id }: Pick<OwnerContext, "ownerDb" | "request_id">,
  row: AccountRow,
  password: string,
): Promise<void> {
  const guesses = guessLimitOf(ownerDb);
  const guess = [`password of ${row.id}`, "session"] as const;
  await guesses.before(...guess);
  if (await isPassword(row.password_hash, password)) return guesses.succeeded(...guess);
  await guesses.failed(...guess);
  await writeAuditEntry(authorOf(row, request_id), ownerDb, { action: "own_password_failed" });
  throw failure("INVALID_CREDENTIALS", { reason: "password_wrong", field: "password" });
}
