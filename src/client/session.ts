// The session as stored in this browser. Other tabs are updated through the storage event.
import type { SessionAnswer } from "../domain/account/session.ts";
import { localNames, readLocal, writeLocal } from "./local.ts";

/** What the server said of the session. */
type Said = {
  readonly code: string;
  readonly problems: readonly { readonly message?: string | undefined }[];
};

type Listener = (session: SessionAnswer | null) => void;
const listeners = new Set<Listener>();
let current: SessionAnswer | null | undefined;
let isLeft = false;

/** The session, or null when signed out. */
export function session(): SessionAnswer | null {
  current ??= parse(readLocal(localNames.session));
  return current;
}

/** Stores the session; null removes it. */
export function keepSession(next: SessionAnswer | null): void {
  current = next;
  if (next !== null) {
    isLeft = false;
    writeLocal(localNames.signedOut, null);
    forgetSessionEnd();
  }
  writeLocal(localNames.session, next === null ? null : JSON.stringify(next));
  for (const listener of listeners) listener(next);
}

/** Removes the session because it has ended by itself, and keeps why for the sign-in page. */
export function loseSession({ code, problems }: Said): void {
  const text = problems.flatMap(({ message }) => message ?? []).join(" ");
  writeLocal(localNames.sessionEnd, JSON.stringify({ code, text }));
  keepSession(null);
}

/** How the last session ended: the code of `error.json` and the reasons in words. */
export type SessionEnd = { readonly code: string; readonly text: string };

/** Null where it did not end by itself, where somebody has signed in since, and after `forgetSessionEnd`. */
export function sessionEnd(): SessionEnd | null {
  try {
    const kept = JSON.parse(
      readLocal(localNames.sessionEnd) ?? "null",
    ) as Partial<SessionEnd> | null;
    const { code, text } = kept ?? {};
    return typeof code === "string" && typeof text === "string" ? { code, text } : null;
  } catch {
    return null;
  }
}

export const forgetSessionEnd = (): void => writeLocal(localNames.sessionEnd, null);

/** Removes the session because its user signs out, here and in all tabs. */
export function leaveSession(): void {
  isLeft = true;
  // Before the session goes: other tabs read it when they hear of that.
  writeLocal(localNames.signedOut, "yes");
  forgetSessionEnd();
  keepSession(null);
}

/**
 * True where this page saw its user sign out, here or in another tab, and no sign-in since. A session that ended by
 * itself is no sign-out: the same user goes on where it was.
 */
export function hasSignedOut(): boolean {
  return isLeft;
}

/**
 * True where the session is no longer the one of this token. Another tab may have switched the customer before
 * the storage event arrived here; then the session is updated now.
 */
export function isSuperseded(token: string | undefined): boolean {
  const stored = parse(readLocal(localNames.session));
  if (stored === null || stored.token === token) return false;
  if (stored.token !== current?.token) {
    current = stored;
    for (const listener of listeners) listener(stored);
  }
  return true;
}

/** Calls back on every change, also one made by another tab; answers how to stop. */
export function onSession(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Follows sign-in and sign-out of other tabs. */
export function syncWithOtherTabs(): void {
  window.addEventListener("storage", (event) => {
    if (event.key !== localNames.session) return;
    current = parse(event.newValue);
    isLeft = current === null && readLocal(localNames.signedOut) !== null;
    for (const listener of listeners) listener(current);
  });
}

/** Sessions stored by older versions have no `hidden_admin`. */
type KeptSession = Omit<SessionAnswer, "hidden_admin"> &
  Partial<Pick<SessionAnswer, "hidden_admin">>;

/** Null where the text is not a session; the server validates the token. */
function parse(text: string | null): SessionAnswer | null {
  if (text === null) return null;
  try {
    const kept = JSON.parse(text) as KeptSession | null;
    const isSession = typeof kept?.token === "string" && Array.isArray(kept.permissions);
    return isSession ? { hidden_admin: false, ...kept } : null;
  } catch {
    return null;
  }
}
