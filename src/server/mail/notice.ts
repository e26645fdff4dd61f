// Notices about completed changes. A failed e-mail is logged and does not undo the change.
import { isOfMail, type Mail } from "../adapters/mail.ts";
import type { Database, Services } from "../context.ts";
import { mailBrandOf } from "./mail-brand.ts";
import type { MailBrand } from "./mail-page.ts";

type Parts = Pick<Services, "mail" | "files" | "log"> & { readonly ownerDb: Database };

/** `refused` is this mail alone, or its writing failed; `unreachable` is the mail server for every other one too. */
export type MailFate = "sent" | "refused" | "unreachable";

/** Sends the e-mail that `write` creates with the recipient's branding. Never throws. */
export async function mailNotice(
  parts: Parts,
  reader: { readonly id: number; readonly customer_id: number },
  write: (brand: MailBrand) => Mail,
): Promise<MailFate> {
  const failed = (error: unknown, fate: MailFate): MailFate => {
    parts.log.error({ err: error, account_id: reader.id }, "a mail could not be sent");
    return fate;
  };
  let mail: Mail;
  try {
    mail = write(await mailBrandOf(parts, reader.customer_id));
  } catch (error) {
    return failed(error, "refused");
  }
  try {
    await parts.mail.send(mail);
    return "sent";
  } catch (error) {
    return failed(error, isOfMail(error) ? "refused" : "unreachable");
  }
}
