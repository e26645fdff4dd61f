// Signing out while observations wait on this device, or plants were taken along: the user is asked first. What waits
// stays, and the plants are deleted.
import { atom, type Getter } from "jotai";
import { offlineFlag } from "../../client/offline/offline.ts";
import { logout } from "../account/sign-in.ts";
import { leave } from "../shell/leave.ts";
import { perSession } from "../shell/lifetime.ts";
import { heldAtom } from "../plant/offline.ts";
import { keptChangesAtom } from "../plant/work-order/kept.ts";
import { t } from "../shell/locale.ts";
import { outboxAtom } from "./outbox.ts";
import { waitingWords } from "./outbox-words.ts";

const askedAtom = perSession(false);

export type SignOutQuestion = {
  /** How many observations and photos wait, in words; null where none waits. */
  readonly words: string | null;
  /** Plants that were taken along: signing out deletes them from this device. */
  readonly plants: number;
  /** False where this device's storage does not answer: the numbers are not known then. */
  readonly isKnown: boolean;
};

/** What waits on this device, while the user is asked whether to sign out; else null. */
export const signOutQuestionAtom = atom((get): SignOutQuestion | null => {
  if (!get(askedAtom)) return null;
  const { entries, storage } = get(outboxAtom);
  const count = get(keptChangesAtom).length;
  const words = [
    ...(entries.length > 0 ? [waitingWords(entries)] : []),
    ...(count > 0 ? [`${t("outbox:order.mark", { count })}.`] : []),
  ];
  return {
    words: words.length === 0 ? null : words.join(" "),
    plants: plantsHere(get),
    isKnown: storage === null,
  };
});

/**
 * Plants on this device: those that were kept after going online, too, and those that it answers for while it has not listed
 * them yet.
 */
const plantsHere = (get: Getter): number => {
  const held = get(heldAtom).map(({ plant_id }) => plant_id);
  return new Set([...held, ...(offlineFlag()?.plant_ids ?? [])]).size;
};

/** Signs out; asks first where something is unsaved, where observations wait on this device, and where plants are on it. */
export const signOut = atom(null, (get, set): void => {
  leave(() => {
    const { entries, storage } = get(outboxAtom);
    const isNothing = entries.length + get(keptChangesAtom).length === 0;
    if (isNothing && storage === null && plantsHere(get) === 0) void logout();
    else set(askedAtom, true);
  }, "page");
});

/** Answers the question. */
export const answerSignOut = atom(null, (_get, set, isSure: boolean): void => {
  set(askedAtom, false);
  if (isSure) void logout();
});
