// Invites the first super admin of an empty installation by e-mail.
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { isFailure } from "../../domain/error.ts";
import type { Database, Services, Viewer } from "../context.ts";
import { sendInvitation } from "./invitation.ts";
import { findAccount } from "../store/account/account.ts";
import { writeRoles } from "../store/account/role.ts";
import { account, customer } from "../store/schema/account.ts";

/**
 * If no user has registered yet, invites `FIRST_ADMIN_EMAIL` as super admin of the provider. The provider's
 * customer gets the domain of the address as its name. Answers the text to print. The link is only sent by
 * e-mail, because printed text ends up in logs.
 */
export async function provideFirstAccount(services: Services, ownerDb: Database): Promise<string> {
  const roles = await writeRoles(ownerDb);
  if ((await ownerDb.$count(account, eq(account.state, "REGISTERED"))) > 0) return "";
  const { first_admin_email: email, smtp_url, data_dir } = services.settings;
  if (email === null) {
    return "  There are no users yet. Set FIRST_ADMIN_EMAIL to invite the first administrator.\n\n";
  }
  const id = (await findAccount(ownerDb, email))?.id ?? (await invite(ownerDb, email, roles));
  const isSent = await send(services, ownerDb, id, email);
  const way = smtp_url === null ? `is in ${join(data_dir, "mail")}` : "was sent";
  return isSent
    ? `  There are no users yet. The invitation for ${email} ${way}.\n\n`
    : `  There are no users yet. ${email} was invited a short while ago.\n\n`;
}

async function invite(
  ownerDb: Database,
  email: string,
  roles: ReadonlyMap<string, number>,
): Promise<number> {
  const role_id = roles.get("super_admin");
  if (role_id === undefined) throw new Error("the role super_admin is missing");
  return ownerDb.transaction(async (db) => {
    const name = email.slice(email.lastIndexOf("@") + 1);
    await db.insert(customer).values({ name }).onConflictDoNothing();
    const [provider] = await db.select().from(customer).where(eq(customer.name, name));
    if (!provider) throw new Error("the provider's customer was not stored");
    const [row] = await db
      .insert(account)
      .values({ customer_id: provider.id, role_id, email, state: "PENDING" })
      .returning({ id: account.id });
    if (!row) throw new Error("the first account was not stored");
    return row.id;
  });
}

/** Sends the invitation; false if the last one was sent too recently, for example by a previous start. */
async function send(
  services: Services,
  ownerDb: Database,
  id: number,
  email: string,
): Promise<boolean> {
  const viewer: Viewer = {
    account_id: id,
    name: "",
    email,
    own_customer_id: 0,
    customer_id: null,
    is_admin: true,
    is_super_admin: true,
    permissions: new Set(),
    plant_ids: null,
    show_all_key_figures: false,
    locale: "en",
  };
  try {
    const parts = { ...services, db: ownerDb, ownerDb, viewer, request_id: "start" };
    await sendInvitation(parts, id);
    return true;
  } catch (error) {
    if (isFailure(error) && error.code === "TOO_MANY_REQUESTS") return false;
    throw error;
  }
}
