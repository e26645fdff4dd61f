// Sends the e-mail about a release, in the customer's branding and each recipient's language.
import type { Analysis } from "../../domain/analysis/analysis.ts";
import { failure } from "../../domain/error.ts";
import type { Plant } from "../../domain/plant/plant.ts";
import type { OwnerContext } from "../context.ts";
import { requireFound } from "../implement.ts";
import { changeWithAudit } from "../store/account/audit.ts";
import { readLocales } from "../store/account/account.ts";
import { lockAnalysis } from "../store/plant/column/column.ts";
import { claimMails, readNote, settleMails } from "../store/plant/analysis/release-mail.ts";
import { readResultViewers } from "../store/plant/analysis/result-viewer.ts";
import { mailBrandOf } from "./mail-brand.ts";
import { releaseMail } from "./mails.ts";
import { releaseMailRefusal } from "../../domain/analysis/release-mail.ts";

/**
 * Sends it to those of the recipients who have not had it for this release.
 * @throws CONFLICT where all of them have; BAD_REQUEST for one who does not see the results
 */
export async function sendReleaseMail(
  context: OwnerContext,
  analysis: Analysis,
  plant: Plant,
  recipientIds: readonly number[],
): Promise<void> {
  const { db, ownerDb, viewer, settings, mail, log } = context;
  const viewers = await readResultViewers(db, plant.customer_id, plant.id);
  const recipients = [...new Set(recipientIds)].map((id) => {
    const found = viewers.find((one) => one.id === id);
    const field = "recipient_user_ids";
    if (!found) throw failure("BAD_REQUEST", { reason: "release_mail_recipient", field });
    return found;
  });
  const claimed = await changeWithAudit(
    context,
    async (transaction) => {
      const row = requireFound(await lockAnalysis(transaction, analysis.id));
      const refusal = releaseMailRefusal(row);
      if (refusal) throw failure("CONFLICT", refusal);
      // Releases of early versions have no time; there is one of them per analysis.
      const released_at = row.released_at ?? row.flown_at;
      const mails = recipients.map(({ id, name, email }) => ({
        analysis_id: analysis.id,
        released_at,
        recipient_id: id,
        recipient_name: name,
        email,
        sent_by: viewer.account_id,
      }));
      const taken = await claimMails(transaction, mails, context.now());
      if (taken.length === 0) throw failure("CONFLICT", { reason: "release_mail_sent" });
      return taken;
    },
    (taken) => ({
      action: "send_release_mail",
      detail: { analysis_id: analysis.id, recipients: taken.map((one) => one.recipient_id) },
    }),
  );
  const brand = await mailBrandOf(context, plant.customer_id);
  const accounts = await readLocales(
    ownerDb,
    claimed.map(({ recipient_id }) => recipient_id),
  );
  const hasNotes = (await readNote(db, analysis.id)) !== null;
  const url = `${settings.public_url}/plant/${plant.id}?analysis=${analysis.id}`;
  const about = { url, analysis: analysis.name, plant: plant.name, hasNotes };
  for (const { id, recipient_id } of claimed) {
    const reader = accounts.get(recipient_id);
    try {
      if (!reader) throw new Error("the account is gone");
      await mail.send(releaseMail(reader, reader.locale, about, brand));
      await settleMails(db, [id], "sent");
    } catch (error) {
      log.error({ err: error, account_id: recipient_id }, "a release mail could not be sent");
      await settleMails(db, [id], "failed");
    }
  }
}
