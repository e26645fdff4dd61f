// A ZIP is sent with its size, and cannot say later that a file is missing: its objects are looked for before.
import { failure } from "../../domain/error.ts";
import type { ObjectStore } from "../adapters/object-storage.ts";

/** Objects that are asked about at once: fifty thousand take an object store some seconds. */
const AT_ONCE = 32;

type Wanted = { readonly file_name: string; readonly object: string; readonly bytes: number };

/** @throws CONFLICT with one name and their number where the store has lost files, or parts of them */
export async function requireObjects(
  files: Pick<ObjectStore, "size">,
  wanted: readonly Wanted[],
): Promise<void> {
  const lost: string[] = [];
  const rest = wanted.values();
  const look = async () => {
    for (const { file_name, object, bytes } of rest)
      if ((await files.size(object)) !== bytes) lost.push(file_name);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, look));
  const [name] = lost.toSorted();
  if (name === undefined) return;
  throw failure("CONFLICT", { reason: "files_lost", values: { count: lost.length, name } });
}
