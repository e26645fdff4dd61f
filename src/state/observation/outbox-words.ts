// Why an entry of the outbox waits or was refused, in words.
import { isOffline } from "../../client/offline/offline.ts";
import type { OutboxEntry } from "../../domain/observation/outbox.ts";
import { isRecording } from "../../domain/observation/recording/recording.ts";
import { faultWords } from "../shell/fault.ts";
import { t } from "../shell/locale.ts";

const photoReasons = ["photo_vanished", "photo_damaged", "photo_elsewhere"] as const;

type OutboxReason = Pick<OutboxEntry, "fault" | "stored" | "state">;

/** True if somebody has deleted what the entry changes. */
export function isDeletedThere({ fault, stored, state }: OutboxReason): boolean {
  return state === "rejected" && stored !== null && fault?.code === "RESOURCE_NOT_FOUND";
}

/** How much waits: "2 observations wait on this device (3 photos)." */
export function waitingWords(entries: readonly Pick<OutboxEntry, "photos">[]): string {
  const files = entries.flatMap(({ photos }) => photos);
  const count = files.length;
  const words = files.some(isRecording) ? "outbox:sign_out.files" : "outbox:sign_out.photos";
  const waits = t("outbox:mark", { count: entries.length });
  return count > 0 ? `${waits} (${t(words, { count })}).` : `${waits}.`;
}

/** Says that an observation is kept here, and when it is sent. */
export function keptWords(name: string): string {
  return t(isOffline() ? "outbox:kept_offline" : "outbox:kept", { name });
}

/** Says that what waits here was changed, and when it is sent. */
export function changedWords(name: string): string {
  return t(isOffline() ? "outbox:changed_offline" : "outbox:changed", { name });
}

/** Says how many stored observations will be deleted, and when. */
export function removalWords(count: number): string {
  return t(isOffline() ? "outbox:removal_kept_offline" : "outbox:removal_kept", { count });
}

/** The reasons of the last fault, one per line; none while nothing has failed. */
export function outboxReasons({ fault, stored, state }: OutboxReason): string[] {
  if (fault === null) return [];
  if (isDeletedThere({ fault, stored, state })) {
    return [t("outbox:not_found", { id: stored?.id ?? 0 }), t("outbox:not_found_hint")];
  }
  const reasons = fault.problems.map(({ reason, message, file }) => {
    const own = photoReasons.find((known) => known === reason);
    return own ? `${t(`outbox:photo.${own}`)}: ${file ?? ""}` : message;
  });
  return reasons.length > 0 ? reasons : [faultWords(fault).message];
}
