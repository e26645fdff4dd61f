// An open page holds a lock that names the script it began with: the service worker keeps the files of that build
// until the page is closed, reloaded or crashes.
const prefix = "app page ";

export const pageLock = (script: string): string => prefix + script;

/** The scripts that open pages began with, from the names of the locks that are held. */
export function openScripts(locks: readonly string[]): string[] {
  return locks.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
}
