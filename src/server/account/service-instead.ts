// Users who sign in through the service of their customer alone: their passwords and passkeys are refused. They are those
// whose address lies in a domain of the service.
import { failure, type Failure } from "../../domain/error.ts";
import { domainOf, isBoundToService } from "../../domain/account/single-sign-on.ts";
import type { Database } from "../context.ts";
import type { AccountRow } from "../store/account/account.ts";
import { readSignOnOf } from "../store/account/single-sign-on.ts";

/**
 * The name of the service that the user must sign in with instead; null where there is none.
 * @param proven the account, once its password was right. Without, the domain of the address decides, so that the
 *   answer does not tell whether there is an account.
 */
export async function serviceInstead(
  ownerDb: Database,
  email: string,
  proven: Pick<AccountRow, "customer_id" | "role_key"> | null,
): Promise<string | null> {
  const domain = domainOf(email);
  const ofDomain = domain === null ? null : await readSignOnOf(ownerDb, domain);
  // The service knows people of its customer's domains alone: others, such as a service firm's, keep their passwords.
  const isForeign = proven !== null && ofDomain?.customer_id !== proven.customer_id;
  const set = isForeign ? null : ofDomain;
  return isBoundToService(set, proven?.role_key ?? "") ? (set?.name ?? null) : null;
}

export function boundToService(service: string): Failure {
  return failure("INVALID_CREDENTIALS", { reason: "sso_only", values: { service } });
}
