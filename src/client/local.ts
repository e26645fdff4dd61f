// What the browser keeps between visits; storage that is full, blocked or spoilt counts as empty.

/** Local storage names. `auth` holds the JSON of a SessionAnswer. */
export const localNames = {
  session: "auth",
  locale: "locale",
  theme: "theme",
  botToken: "bot-protection-token",
  lastUser: "last-user",
  brand: "brand",
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
    // A full or blocked storage costs the memory of a setting, never the act itself.
  }
}
