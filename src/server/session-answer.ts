// A new session, and what the browser is told of it.
import type { SessionAnswer } from "../domain/session.ts";
import type { Database, Services } from "./context.ts";
import { audit, readCustomerBrief, type AccountRow } from "./store/account.ts";
import { createSession, hashOf, openSessions } from "./store/session.ts";
import { viewerOf } from "./viewer.ts";

type Parts = Pick<Services, "now"> & { readonly ownerDb: Database; readonly request_id: string };

/** Opens a session for an account whose factors were checked. */
export async function openSessionFor(
  { ownerDb, request_id }: Parts,
  row: AccountRow,
  action: "sign_in" | "demo_sign_in",
): Promise<SessionAnswer> {
  const token = await createSession(ownerDb, row.id);
  const session = await openSessions(ownerDb)(hashOf(token));
  if (!session) throw new Error("the new session was not stored");
  const { permissions, customer_id, is_admin, is_super_admin } = viewerOf(session, row.locale);
  const customer = customer_id === null ? null : await readCustomerBrief(ownerDb, customer_id);
  await audit(ownerDb, { account_id: row.id, customer_id: row.customer_id, action, request_id });
  return {
    token,
    permissions: [...permissions],
    customer,
    is_admin,
    is_super_admin,
    white_labeling_version: customer?.white_labeling_version ?? null,
  };
}
