// One file with a few fields, streamed into the object store: nothing is held in memory.
import { randomUUID } from "node:crypto";
import { failure, type Refusal } from "../../domain/error.ts";
import type { Services } from "../context.ts";
import type { Part } from "../implement.ts";

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
  try {
    for await (const part of parts) {
      if (part.kind === "field") {
        const name = wanted.fields.find((field) => field === part.name);
        if (name === undefined) throw refused("field_unknown", part.name);
        if (fields[name] !== undefined) throw refused("field_twice", part.name);
        fields[name] = part.value;
      } else if (part.name !== "file") {
        throw refused("field_unknown", part.name);
      } else if (file !== null) {
        throw refused("field_twice", "file");
      } else {
        const seen = { bytes: 0 };
        await files.put(object, judged(part.stream, wanted.headRefusal, seen));
        file = { file_name: part.file_name, bytes: seen.bytes };
      }
    }
    if (file === null) throw refused("field_missing", "file");
    return await wanted.keep({ object, fields, ...file });
  } catch (error) {
    await files.remove(object);
    throw error;
  }
}

function refused(reason: string, field: string) {
  return failure("BAD_REQUEST", { reason, field: field.slice(0, 80) });
}

/** The same bytes, counted, unless their beginning is refused. */
async function* judged(
  stream: AsyncIterable<Buffer>,
  headRefusal: Wanted<string, unknown>["headRefusal"],
  seen: { bytes: number },
): AsyncGenerator<Buffer> {
  let head: Buffer | null = Buffer.alloc(0);
  const judge = (bytes: Buffer) => {
    if (bytes.length === 0) throw failure("FILE_REFUSED", { reason: "file_empty", field: "file" });
    const refusal = headRefusal?.(bytes) ?? null;
    if (refusal) throw failure("FILE_REFUSED", refusal);
    return bytes;
  };
  for await (const chunk of stream) {
    seen.bytes += chunk.length;
    if (head === null) {
      yield chunk;
      continue;
    }
    head = Buffer.concat([head, chunk]);
    if (head.length < headBytes) continue;
    yield judge(head);
    head = null;
  }
  if (head !== null) yield judge(head);
}
