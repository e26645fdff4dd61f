// Links for a new password. Whether an address is a user's shows neither in what is answered nor in when:
// everything that depends on it happens later, and takes about as long either way.
import { randomInt } from "node:crypto";
import { eq } from "drizzle-orm";
import { limits } from "../../domain/limits.ts";
import type { PublicOwnerContext } from "../context.ts";
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

/** Links mailed to one user within an hour. */
const hourly = 3;
const hourMs = 3600_000;
/** The work begins this much later, at random: the next answer's time tells nothing of it either. */
const laterMs = { least: 50, most: 1000 };

/** Mails the link some moments from now where the address is an active user's; never throws. */
export function mailResetLater(context: PublicOwnerContext, email: string): void {
  setTimeout(
    () =>
      void mailReset(context, email).catch((error: unknown) =>
        context.log.error({ err: error }, "a reset link could not be mailed"),
      ),
    randomInt(laterMs.least, laterMs.most),
  );
}

async function mailReset(context: PublicOwnerContext, email: string): Promise<void> {
  const { ownerDb, settings, mail, request_id, address } = context;
  const found = await findAccount(ownerDb, email);
  const row = found !== null && isActive(found) && found.deleted_at === null ? found : null;
  // Nobody has the id 0: the same statements find and change nothing.
  const account_id = row?.id ?? 0;
  const brand = await mailBrandOf(context, row?.customer_id ?? 0);
  const key = await freshKey(context, account_id);
  const reader = row ?? { email: "nobody@localhost", first_name: "" };
  const locale = context.locale ?? row?.locale ?? "en";
  const written = resetMail(reader, locale, `${settings.public_url}/reset-password/${key}`, brand);
  if (row === null || key === null) return;
  await mail.send(written);
  await writeAuditEntry(authorOf(row, request_id), ownerDb, {
    action: "password_reset_asked",
    detail: { address },
  });
}

/** A key that voids those before; null for nobody and too often. */
async function freshKey({ ownerDb, now }: PublicOwnerContext, account_id: number) {
  const at = now();
  const since = new Date(at.getTime() - hourMs);
  const kind = "reset_password";
  return ownerDb.transaction(async (transaction) => {
    // Two askings at once come one after the other.
    const [there] = await transaction
      .select({ id: account.id })
      .from(account)
      .where(eq(account.id, account_id))
      .for("update");
    const made = await countConfirmations(transaction, account_id, kind, since);
    if (made >= hourly) return null;
    await voidConfirmations(transaction, account_id, [kind], at);
    if (!there) return null;
    const expires_at = new Date(at.getTime() + limits.resetLinkMs);
    return createConfirmation(transaction, { account_id, kind, code: null, now: at, expires_at });
  });
}
