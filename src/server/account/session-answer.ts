// Creates a session, and the answer with it for the browser.
import { failure } from "../../domain/error.ts";
import type { SessionAnswer } from "../../domain/account/session.ts";
import type { Database, Services } from "../context.ts";
import { readCustomerBrief, storeSignIn, type AccountRow } from "../store/account/account.ts";
import { authorOf, writeAuditEntry } from "../store/account/audit.ts";
import { createSession, hashOf, openSessions, type SessionRow } from "../store/account/session.ts";
import { viewerOf } from "./viewer.ts";

type Parts = Pick<Services, "now"> & { readonly ownerDb: Database; readonly request_id: string };

/** Creates a session for an account after its factors were checked. */
export async function openSessionFor(
  { ownerDb, request_id, now }: Parts,
  row: AccountRow,
  action: "sign_in" | "demo_sign_in",
): Promise<SessionAnswer> {
  const token = await createSession(ownerDb, row.id);
  await storeSignIn(ownerDb, row.id, now());
  const session = await openSessions(ownerDb)(hashOf(token));
  // The account was locked or deleted since the code was checked.
  if (!session) throw failure("INVALID_CREDENTIALS", { reason: "confirmation_over" });
  await writeAuditEntry(authorOf(row, request_id), ownerDb, { action });
  return sessionAnswerOf(ownerDb, token, session);
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
