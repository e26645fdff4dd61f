// What a mailed link says of its user before a sign-in: name, address, language, and the customer's brand.
import type { ConfirmedUser } from "../../domain/account/registration.ts";
import type { PublicOwnerContext } from "../context.ts";
import type { AccountRow } from "../store/account/account.ts";
import { logoKey, readCustomer, type CustomerRow } from "../store/provider/customer.ts";

export async function confirmedUser(
  context: PublicOwnerContext,
  { email, first_name, last_name, locale, customer_id }: AccountRow,
): Promise<ConfirmedUser> {
  const customer = await readCustomer(context.ownerDb, customer_id);
  const brand = customer && (await brandOf(context, customer));
  return { email, first_name, last_name, locale, customer_name: customer?.name ?? "", brand };
}

async function brandOf(
  { files, log }: Pick<PublicOwnerContext, "files" | "log">,
  { id, logo_hash, white_label, white_labeling_version: version }: CustomerRow,
): Promise<ConfirmedUser["brand"]> {
  if (logo_hash === null || version === null) return null;
  try {
    const logo = (await files.read(logoKey(logo_hash))).toString("base64");
    return { customer_id: id, version, white_label, logo };
  } catch (error) {
    // A link without a logo is better than none.
    log.error(error, "a logo could not be read for a mailed link");
    return null;
  }
}
