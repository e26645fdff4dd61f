// Creates a session, and the answer with it for the browser.
import { failure } from "../../domain/error.ts";
import { limits } from "../../domain/limits.ts";
import type { SessionAnswer } from "../../domain/account/session.ts";
import type { Database, Services } from "../context.ts";
import { readCustomerBrief, storeSignIn, type AccountRow } from "../store/account/account.ts";
import { authorOf, changeWithAudit } from "../store/account/audit.ts";
import {
  createSession,
  endUnusedSessions,
  hashOf,
  openSessions,
  type SessionRow,
} from "../store/account/session.ts";
import { viewerOf } from "./viewer.ts";

type Parts = Pick<Services, "now"> & { readonly ownerDb: Database; readonly request_id: string };

/** How the user has signed in, for the audit trail; never what was typed. */
type SignInWay = {
  readonly action: "sign_in" | "demo_sign_in";
  readonly detail?: { readonly factor: string; readonly address: string };
};

/**
 * Creates a session for an account after its factors were checked. Where the account has too many, those that
 * were not used for the longest time end.
 * @param confirm uses up the confirmation, in the same transaction; false if it has expired or was used
 * @throws INVALID_CREDENTIALS if it has expired or was used
 */
export async function openSessionFor(
  { ownerDb, request_id, now }: Parts,
  row: AccountRow,
  way: SignInWay,
  confirm: (db: Database) => Promise<boolean>,
): Promise<SessionAnswer> {
  const open = async (db: Database) => {
    if (!(await confirm(db))) throw confirmationOver();
    await storeSignIn(db, row.id, now());
    const made = await createSession(db, row.id);
    await endUnusedSessions(db, row.id, limits.sessionsPerAccount);
    return made;
  };
  const author = { ...authorOf(row, request_id), db: ownerDb };
  const token = await changeWithAudit(author, open, () => way);
  const session = await openSessions(ownerDb)(hashOf(token));
  // The account was locked or deleted since the code was checked.
  if (!session) throw confirmationOver();
  return sessionAnswerOf(ownerDb, token, session);
}

function confirmationOver() {
  return failure("INVALID_CREDENTIALS", { reason: "confirmation_over" });
}

/** The answer with a session for the browser. */
export async function sessionAnswerOf(
  ownerDb: Database,
  token: string,
  session: SessionRow,
): Promise<SessionAnswer> {
  const { permissions, customer_id, is_admin, is_super_admin } = viewerOf(session, session.locale);
  // Staff who act for no customer see the branding of their own.
  const brand = await readCustomerBrief(ownerDb, customer_id ?? session.customer_id);
  return {
    token,
    permissions: [...permissions],
    customer: customer_id === null ? null : brand,
    is_admin,
    is_super_admin,
    hidden_admin: is_admin && session.hidden_admin,
    white_labeling_version: brand?.white_labeling_version ?? null,
  };
}
