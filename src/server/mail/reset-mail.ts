// Links for a new password. Neither the answer nor its time reveals if an address belongs to a user:
// everything that depends on it happens later and takes about the same time in both cases.
import { randomInt } from "node:crypto";
import { eq } from "drizzle-orm";
import { limits } from "../../domain/limits.ts";
import type { Database, PublicOwnerContext } from "../context.ts";
import { mailBrandOf } from "./mail-brand.ts";
import { resetMail } from "./mails.ts";
import { findAccount, isActive } from "../store/account/account.ts";
import { authorOf, writeAuditEntry } from "../store/account/audit.ts";
import {
  countConfirmations,
  createConfirmation,
  voidConfirmations,
} from "../store/account/confirmation.ts";
import { account } from "../store/schema/account.ts";

/** Maximum number of links for one user within an hour. */
const hourly = 3;
const hourMs = 3600_000;
/** The work begins after a random delay, so that the time of the next answer reveals nothing either. */
const delayMs = { min: 50, max: 1000 };

/** E-mails the link after a short delay if the address belongs to an active user; never throws. */
export function mailResetLater(context: PublicOwnerContext, email: string): void {
  setTimeout(
    () =>
      void mailReset(context, email).catch((error: unknown) =>
        context.log.error({ err: error }, "a reset link could not be mailed"),
      ),
    randomInt(delayMs.min, delayMs.max),
  );
}

async function mailReset(context: PublicOwnerContext, email: string): Promise<void> {
  const { ownerDb, settings, mail, request_id, address } = context;
  const found = await findAccount(ownerDb, email);
  const row = found !== null && isActive(found) && found.deleted_at === null ? found : null;
  // No account has the ID 0: the same statements then find and change nothing.
  const account_id = row?.id ?? 0;
  const brand = await mailBrandOf(context, row?.customer_id ?? 0);
  const key = await freshKey(context, account_id, (transaction) =>
    writeAuditEntry(authorOf(row, request_id), transaction, {
      action: "password_reset_asked",
      detail: { address },
    }),
  );
  const reader = row ?? { email: "nobody@localhost", first_name: "" };
  const locale = context.locale ?? row?.locale ?? "en";
  const written = resetMail(reader, locale, `${settings.public_url}/reset-password/${key}`, brand);
  if (row === null || key === null) return;
  await mail.send(written);
}

/** A new key, which makes older ones invalid; null for an unknown account or too many requests. */
async function freshKey(
  { ownerDb, now }: PublicOwnerContext,
  account_id: number,
  audit: (transaction: Database) => Promise<void>,
) {
  const at = now();
  const since = new Date(at.getTime() - hourMs);
  const kind = "reset_password";
  return ownerDb.transaction(async (transaction) => {
    // Serialises concurrent requests.
    const [known] = await transaction
      .select({ id: account.id })
      .from(account)
      .where(eq(account.id, account_id))
      .for("update");
    const sent = await countConfirmations(transaction, account_id, kind, since);
    if (sent >= hourly) return null;
    await voidConfirmations(transaction, account_id, [kind], at);
    if (!known) return null;
    await audit(transaction);
    const expires_at = new Date(at.getTime() + limits.resetLinkMs);
    return createConfirmation(transaction, { account_id, kind, code: null, now: at, expires_at });
  });
}
