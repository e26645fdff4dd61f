// The page after a sign-in. Only paths of this site are followed, so that a link cannot redirect elsewhere.

/** The path of `dest` if it belongs to `origin` and is not the sign-in page, else "/". */
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

/** The page behind "/": the plant list for admins; for others it depends on how many plants they have. */
export function homeAddress(isAdmin: boolean, plantIds: readonly number[]): string {
  if (isAdmin || plantIds.length > 1) return "/plants";
  return plantIds.length === 1 ? `/plant/${plantIds[0]}` : "/analyses";
}
