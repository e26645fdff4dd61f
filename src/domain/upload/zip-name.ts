// The names of many files in one request for a ZIP.
import { limits } from "../limits.ts";

/**
 * The names in the `filenames` query: null for all files, folders as a whole where all of their files are
 * chosen. "too_many" where the rest does not fit into an address.
 */
export function zipNames(
  all: readonly string[],
  chosen: ReadonlySet<string>,
): readonly string[] | null | "too_many" {
  if (all.every((name) => chosen.has(name))) return null;
  const folders = wholeFolders(all, chosen);
  const isInFolder = (name: string) => folders.some((folder) => name.startsWith(folder));
  const alone = all.filter((name) => chosen.has(name) && !isInFolder(name));
  const names = [...folders, ...alone];
  return JSON.stringify(names).length > limits.filterBytes ? "too_many" : names;
}

/** The outermost folders of which every file is chosen, with a slash at the end. */
function wholeFolders(all: readonly string[], chosen: ReadonlySet<string>): string[] {
  const isWhole = new Map<string, boolean>();
  for (const name of all) {
    for (let at = name.indexOf("/"); at >= 0; at = name.indexOf("/", at + 1)) {
      const folder = name.slice(0, at + 1);
      isWhole.set(folder, (isWhole.get(folder) ?? true) && chosen.has(name));
    }
  }
  const whole = [...isWhole.keys()].filter((folder) => isWhole.get(folder));
  const isInner = (folder: string) =>
    whole.some((other) => other !== folder && folder.startsWith(other));
  return whole.filter((folder) => !isInner(folder));
}
