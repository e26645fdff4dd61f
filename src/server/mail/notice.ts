// Notices about completed changes. A failed e-mail is logged and does not undo the change.
import type { Mail } from "../adapters/mail.ts";
import type { Database, Services } from "../context.ts";
import { mailBrandOf } from "./mail-brand.ts";
import type { MailBrand } from "./mail-page.ts";

type Parts = Pick<Services, "mail" | "files" | "log"> & { readonly ownerDb: Database };

/** Sends the e-mail that `write` creates with the recipient's branding; false if it failed. Never throws. */
export async function mailNotice(
  parts: Parts,
  reader: { readonly id: number; readonly customer_id: number },
  write: (brand: MailBrand) => Mail,
): Promise<boolean> {
  try {
    await parts.mail.send(write(await mailBrandOf(parts, reader.customer_id)));
    return true;
  } catch (error) {
    parts.log.error({ err: error, account_id: reader.id }, "a mail could not be sent");
    return false;
  }
}
