// Where a sign-in leads. Only paths of this site are followed, whatever the address bar was fed.

/** The path of `dest` when it belongs to `origin` and is no sign-in page, else "/". */
export function safeDestination(dest: string | null, origin: string): string {
  if (dest === null || !dest.startsWith("/") || /^\/[/\\]/.test(dest)) return "/";
  try {
    const url = new URL(dest, origin);
    if (url.origin !== origin || url.pathname === "/login") return "/";
    return `${url.pathname}${url.search}${url.hash}`;
  } catch {
    return "/";
  }
}

/** The sign-in address that leads back to `wanted` (a path with query and hash). */
export function loginAddress(wanted: string): string {
  return wanted === "/" ? "/login" : `/login?dest=${encodeURIComponent(wanted)}`;
}

/** Where "/" leads: admins to the list; others by how many plants they have. */
export function homeAddress(isAdmin: boolean, plantIds: readonly number[]): string {
  if (isAdmin || plantIds.length > 1) return "/plants";
  return plantIds.length === 1 ? `/plant/${plantIds[0]}` : "/analyses";
}
