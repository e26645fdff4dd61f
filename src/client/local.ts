// The local storage of the browser; full, blocked or damaged storage counts as empty.

/** Local storage names. `auth` holds the JSON of a SessionAnswer; `signed-out` says that its user has ended it. */
export const localNames = {
  session: "auth",
  signedOut: "signed-out",
  /** Code and reasons of a session that has ended by itself, until the next sign-in. */
  sessionEnd: "session-end",
  locale: "locale",
  /** Whose language it is; without it, it was chosen on this device. */
  localeAccount: "locale-account",
  theme: "theme",
  botToken: "bot-protection-token",
  lastUser: "last-user",
  brand: "brand",
  offline: "offline",
  offlinePlant: "offline-plant",
  /** What the server's clock said when it last answered, and by how much that of the device was ahead. */
  serverClock: "server-clock",
  hintsSeen: "hints-seen",
  /** "on" or "off": several samples per pixel, in place of what the graphics card decides. For tests and support. */
  smoothEdges: "smooth-edges",
} as const;

export function readLocal(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Null removes. */
export function writeLocal(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // With full or blocked storage the setting is not stored, but the action still works.
  }
}

/** Removes every name that begins so. */
export function removeLocal(start: string): void {
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(start));
    for (const name of names) localStorage.removeItem(name);
  } catch {
    // Blocked storage holds nothing.
  }
}
