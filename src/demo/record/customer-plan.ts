// The recipients of the demo's release e-mails.
import type { Database } from "../../server/context.ts";
import { releaseMailRecipient } from "../../server/store/schema/account.ts";
import { userPlans } from "./account-plan.ts";

/** Keys of the users who are proposed as recipients. */
const recipients: readonly string[] = ["viewer", "field", "other_customer"];

/** Writes the recipients of release e-mails. */
export async function writeRecipients(
  db: Database,
  customers: Readonly<Record<"provider" | "own" | "other", number>>,
  accounts: readonly { readonly id: number; readonly key: string }[],
): Promise<void> {
  const rows = accounts.flatMap(({ id, key }) => {
    const customer = userPlans.find((plan) => plan.key === key)?.customer;
    if (customer === undefined || !recipients.includes(key)) return [];
    return [{ customer_id: customers[customer], account_id: id }];
  });
  await db.insert(releaseMailRecipient).values(rows);
}
