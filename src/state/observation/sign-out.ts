// Signing out while observations wait on this device: the user hears how many, and that they stay.
import { atom } from "jotai";
import { logout } from "../account/sign-in.ts";
import { leave } from "../shell/leave.ts";
import { perSession } from "../shell/lifetime.ts";
import { outboxAtom } from "./outbox.ts";
import { waitingWords } from "./outbox-words.ts";

const askedAtom = perSession(false);

export type SignOutQuestion = {
  /** How many observations and photos wait, in words. */
  readonly words: string;
  /** False where this device's storage does not answer: the numbers are not known then. */
  readonly isKnown: boolean;
};

/** What waits on this device, while the user is asked whether to sign out; else null. */
export const signOutQuestionAtom = atom((get): SignOutQuestion | null => {
  if (!get(askedAtom)) return null;
  const { entries, storage } = get(outboxAtom);
  return {
    words: waitingWords(entries),
    isKnown: storage === null,
  };
});

/** Signs out; asks first where something is unsaved, and where observations wait on this device. */
export const signOut = atom(null, (get, set): void => {
  leave(() => {
    const { entries, storage } = get(outboxAtom);
    if (entries.length === 0 && storage === null) void logout();
    else set(askedAtom, true);
  }, "page");
});

/** Answers the question. */
export const answerSignOut = atom(null, (_get, set, isSure: boolean): void => {
  set(askedAtom, false);
  if (isSure) void logout();
});
