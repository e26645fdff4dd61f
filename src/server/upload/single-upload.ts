// One file with a few fields, streamed into the object store: nothing is held in memory.
import { randomUUID } from "node:crypto";
import { failure, type Refusal } from "../../domain/error.ts";
import type { Services } from "../context.ts";
import type { Part } from "../implement.ts";
import { receiveParts, refused } from "./receive-parts.ts";

/** Bytes that tell what a file is. */
const headBytes = 16;

export type Upload<Field extends string> = {
  /** Key in the object store. */
  readonly object: string;
  readonly bytes: number;
  /** As the browser named it, without folders. */
  readonly file_name: string;
  readonly fields: Readonly<Partial<Record<Field, string>>>;
};

type Wanted<Field extends string, Kept> = {
  /** Folder of the object store. */
  readonly folder: string;
  readonly fields: readonly Field[];
  /** Judges the first bytes before anything is stored. */
  readonly headRefusal?: (head: Uint8Array) => Refusal | null;
  /** Writes the row; what it throws takes the file away again. */
  readonly keep: (upload: Upload<Field>) => Promise<Kept>;
};

/**
 * Takes the parts in any order and answers what `keep` does.
 * @throws BAD_REQUEST, FILE_REFUSED or TOO_LARGE; nothing is kept then
 */
export async function receiveFile<Field extends string, Kept>(
  files: Services["files"],
  parts: AsyncIterable<Part>,
  wanted: Wanted<Field, Kept>,
): Promise<Kept> {
  const object = `${wanted.folder}/${randomUUID()}`;
  const fields: Partial<Record<Field, string>> = {};
  let file: { file_name: string; bytes: number } | null = null;
  return receiveParts(
    files,
    parts,
    {
      fields: wanted.fields,
      files: ["file"],
      takeField(name, value) {
        const field = wanted.fields.find((one) => one === name);
        if (field) fields[field] = value;
      },
      async takeFile(sent) {
        const { head } = await sent.peek(headBytes);
        if (head.length === 0) {
          throw failure("FILE_REFUSED", { reason: "file_empty", field: "file" });
        }
        const refusal = wanted.headRefusal?.(head) ?? null;
        if (refusal) throw failure("FILE_REFUSED", refusal);
        file = { file_name: sent.file_name, bytes: await sent.store(object) };
      },
    },
    async () => {
      if (file === null) throw refused("field_missing", "file");
      return wanted.keep({ object, fields, ...file });
    },
  );
}
