// One file with a few fields, streamed into the object store without buffering.
import { randomUUID } from "node:crypto";
import { failure, type Refusal } from "../../domain/error.ts";
import type { Services } from "../context.ts";
import type { Part } from "../implement.ts";
import { badRequest, receiveParts } from "./receive-parts.ts";

/** Bytes that identify the type of a file. */
const headBytes = 16;

export type Upload<Field extends string> = {
  /** Key in the object store. */
  readonly object: string;
  readonly bytes: number;
  /** The name from the browser, without folders. */
  readonly file_name: string;
  readonly fields: Readonly<Partial<Record<Field, string>>>;
};

type UploadForm<Field extends string, Result> = {
  /** Folder of the object store. */
  readonly folder: string;
  readonly fields: readonly Field[];
  /** Checks the first bytes before anything is stored. */
  readonly headRefusal?: (head: Uint8Array) => Refusal | null;
  /** Writes the row. If it throws, the file is removed. */
  readonly save: (upload: Upload<Field>) => Promise<Result>;
};

/**
 * Accepts the parts in any order and returns the result of `save`.
 * @throws BAD_REQUEST, FILE_REFUSED or TOO_LARGE; nothing is stored then
 */
export async function receiveFile<Field extends string, Result>(
  files: Services["files"],
  parts: AsyncIterable<Part>,
  form: UploadForm<Field, Result>,
): Promise<Result> {
  const object = `${form.folder}/${randomUUID()}`;
  const fields: Partial<Record<Field, string>> = {};
  let file: { file_name: string; bytes: number } | null = null;
  return receiveParts(
    files,
    parts,
    {
      fields: form.fields,
      files: ["file"],
      onField(name, value) {
        const field = form.fields.find((allowed) => allowed === name);
        if (field) fields[field] = value;
      },
      async onFile(sent) {
        const { head } = await sent.peek(headBytes);
        if (head.length === 0) {
          throw failure("FILE_REFUSED", { reason: "file_empty", field: "file" });
        }
        const refusal = form.headRefusal?.(head) ?? null;
        if (refusal) throw failure("FILE_REFUSED", refusal);
        file = { file_name: sent.file_name, bytes: await sent.store(object) };
      },
    },
    async () => {
      if (file === null) throw badRequest("field_missing", "file");
      return form.save({ object, fields, ...file });
    },
  );
}
