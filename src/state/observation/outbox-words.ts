// Why an entry of the outbox waits or was refused, in words.
import type { OutboxEntry } from "../../domain/observation/outbox.ts";
import { faultWords } from "../shell/fault.ts";
import { t } from "../shell/locale.ts";

const photoReasons = ["photo_vanished", "photo_damaged", "photo_elsewhere"] as const;

/** The reasons of the last fault, one per line; none while nothing has failed. */
export function outboxReasons({ fault }: Pick<OutboxEntry, "fault">): string[] {
  if (fault === null) return [];
  const reasons = fault.problems.map(({ reason, message, file }) => {
    const own = photoReasons.find((known) => known === reason);
    return own ? `${t(`outbox:photo.${own}`)}: ${file ?? ""}` : message;
  });
  return reasons.length > 0 ? reasons : [faultWords(fault).message];
}
