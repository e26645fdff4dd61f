// Files that were chosen for an upload: which are taken, and which began before.
import { nameKey, secureName } from "../analysis/upload-name.ts";
import type { Refusal } from "../error.ts";
import { limits } from "../limits.ts";

/** What browsers say of a file before it is read. */
export type FileFacts = {
  /** With its folders, separated by `/`. */
  readonly name: string;
  readonly size: number;
};

/** Files that operating systems leave in folders. */
const systemName = /^(\.|~\$|thumbs\.db$|desktop\.ini$|\$recycle\.bin$)/i;

export const isSystemFile = (name: string): boolean =>
  name.split("/").some((part) => systemName.test(part));

/** Names and sizes of what the analysis has or what was chosen already. */
export type KnownFiles = ReadonlyMap<string, number>;

/** Known files by the key of their name. */
export function knownFiles(files: Iterable<FileFacts>): KnownFiles {
  return new Map([...files].map(({ name, size }) => [nameKey(secureName(name)), size]));
}

/** Why a chosen file is not uploaded, or null. */
export function chosenFileRefusal(
  { name, size }: FileFacts,
  uploaded: KnownFiles,
  chosen: KnownFiles,
): Refusal | null {
  if (isSystemFile(name)) return { reason: "file_of_system" };
  if (size === 0) return { reason: "file_empty" };
  if (size > limits.analysisFileBytes) {
    return { reason: "file_too_large", values: { most: limits.analysisFileBytes / 1024 ** 3 } };
  }
  const key = nameKey(secureName(name));
  if (uploaded.get(key) === size) return { reason: "file_uploaded_already" };
  return chosen.has(key) ? { reason: "file_chosen_twice" } : null;
}

/** A file whose upload has begun. */
export type BegunFile = FileFacts & { readonly last_modified: number };

/**
 * True where the chosen file is the one whose upload began: the same name, size and time. Its folders may be
 * missing where it is chosen alone.
 */
export function isSameFile(begun: BegunFile, chosen: BegunFile): boolean {
  return (
    begun.size === chosen.size &&
    begun.last_modified === chosen.last_modified &&
    (begun.name === chosen.name || fileOf(begun.name) === fileOf(chosen.name))
  );
}

function fileOf(name: string): string {
  return name.slice(name.lastIndexOf("/") + 1);
}
