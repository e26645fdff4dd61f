// The session storage of the browser: what one tab keeps over a reload. Full, blocked or damaged storage counts as empty.

export function readTab(name: string): string | null {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Null removes. */
export function writeTab(name: string, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, value);
  } catch {
    // What was kept before would no longer be what the page shows.
    try {
      sessionStorage.removeItem(name);
    } catch {
      // Blocked storage holds nothing.
    }
  }
}
