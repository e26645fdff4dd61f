// A new session, and what the browser is told of it.
import { failure } from "../../domain/error.ts";
import type { SessionAnswer } from "../../domain/account/session.ts";
import type { Database, Services } from "../context.ts";
import { readCustomerBrief, storeSignIn, type AccountRow } from "../store/account/account.ts";
import { authorOf, writeAuditEntry } from "../store/account/audit.ts";
import { createSession, hashOf, openSessions, type SessionRow } from "../store/account/session.ts";
import { viewerOf } from "./viewer.ts";

type Parts = Pick<Services, "now"> & { readonly ownerDb: Database; readonly request_id: string };

/** Opens a session for an account whose factors were checked. */
export async function openSessionFor(
  { ownerDb, request_id, now }: Parts,
  row: AccountRow,
  action: "sign_in" | "demo_sign_in",
): Promise<SessionAnswer> {
  const token = await createSession(ownerDb, row.id);
  await storeSignIn(ownerDb, row.id, now());
  const session = await openSessions(ownerDb)(hashOf(token));
  // Locked or deleted between the last code and now.
  if (!session) throw failure("INVALID_CREDENTIALS", { reason: "confirmation_over" });
  await writeAuditEntry(authorOf(row, request_id), ownerDb, { action });
  return sessionAnswerOf(ownerDb, token, session);
}

/** What the browser is told of a session. */
export async function sessionAnswerOf(
  ownerDb: Database,
  token: string,
  session: SessionRow,
): Promise<SessionAnswer> {
  const { permissions, customer_id, is_admin, is_super_admin } = viewerOf(session, session.locale);
  // Staff who act for nobody work in the look of their own customer.
  const look = await readCustomerBrief(ownerDb, customer_id ?? session.customer_id);
  return {
    token,
    permissions: [...permissions],
    customer: customer_id === null ? null : look,
    is_admin,
    is_super_admin,
    hidden_admin: is_admin && session.hidden_admin,
    white_labeling_version: look?.white_labeling_version ?? null,
  };
}
