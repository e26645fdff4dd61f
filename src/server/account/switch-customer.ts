// Acting for a customer: the session gets a new token and sees what that customer sees.
import type { z } from "zod";
import { failure } from "../../domain/error.ts";
import type { SessionAnswer } from "../../domain/account/session.ts";
import {
  hideAdminRefusal,
  type SwitchChoices,
  type switchFormShape,
} from "../../domain/account/switch-customer.ts";
import type { OwnerContext } from "../context.ts";
import { customerApi } from "../../api/provider/customer.ts";
import { refuse } from "../implement.ts";
import { sessionAnswerOf } from "./session-answer.ts";
import { changeWithAudit } from "../store/account/audit.ts";
import { readCustomerBriefs } from "../store/provider/customer.ts";
import { customerExists } from "../store/plant/plant.ts";
import { hashOf, openSessions, renewSession, type SessionRow } from "../store/account/session.ts";

/** The customers that staff can act for, and the current choice. */
export async function switchChoices(context: OwnerContext): Promise<SwitchChoices> {
  const row = await staffSession(context);
  return {
    // As the owner, because staff who act for a customer must find the others.
    customers: await readCustomerBriefs(context.ownerDb),
    customer_id: row.acting_customer_id,
    show_all_key_figures: context.viewer.show_all_key_figures,
    hidden_admin: row.hidden_admin,
    may_hide_admin: hideAdminRefusal(row.role_key) === null,
  };
}

/** @throws PERMISSION_DENIED for customers' users, and for hiding a role that the user does not have */
export async function switchCustomer(
  context: OwnerContext,
  form: z.output<typeof switchFormShape>,
): Promise<SessionAnswer> {
  const { ownerDb, session_hash } = context;
  const row = await staffSession(context);
  refuse(customerApi.switch, context.viewer, {
    role: row.role_key,
    hidden_admin: form.hidden_admin,
  });
  const { customer_id, show_all_key_figures } = form;
  if (customer_id !== null && !(await customerExists(ownerDb, customer_id))) {
    throw failure("BAD_REQUEST", { reason: "customer_unknown", field: "customer_id" });
  }
  const hidden_admin = form.hidden_admin ?? row.hidden_admin;
  const changes = { acting_customer_id: customer_id, show_all_key_figures, hidden_admin };
  const detail = {
    from: row.acting_customer_id,
    to: customer_id,
    show_all_key_figures,
    hidden_admin,
  };
  const token = await changeWithAudit(
    { ...context, db: ownerDb },
    (db) => renewSession(db, session_hash, changes),
    (renewed) => (renewed === null ? null : { action: "switch_customer", customer_id, detail }),
  );
  // A concurrent switch got the new token.
  if (token === null) throw failure("INVALID_TOKEN");
  const session = await openSessions(ownerDb)(hashOf(token));
  if (!session) throw failure("INVALID_TOKEN");
  return sessionAnswerOf(ownerDb, token, session);
}

/** The viewer's stored session. Only staff can act for customers, regardless of permissions. */
async function staffSession({ ownerDb, session_hash, viewer }: OwnerContext): Promise<SessionRow> {
  if (!viewer.is_admin) throw failure("PERMISSION_DENIED");
  const row = await openSessions(ownerDb)(session_hash);
  if (!row) throw failure("INVALID_TOKEN");
  return row;
}
