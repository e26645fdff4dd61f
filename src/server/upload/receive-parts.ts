// Receives the parts of an upload in the order sent: the one place that reads files off a request.
import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { failure, type Problem } from "../../domain/error.ts";
import type { Services } from "../context.ts";
import type { Part } from "../implement.ts";

/** A file on its way; it is read once, by one of `buffer`, `store` and `save`. */
export type SentFile = {
  /** Its name in the form. */
  readonly field: string;
  /** As the browser named it, without folders. */
  readonly file_name: string;
  /** The beginning, at least so many bytes where the file is that long; what follows reads it too. */
  peek(bytes: number): Promise<{ readonly head: Buffer; readonly isWhole: boolean }>;
  /** The whole file in memory. */
  buffer(): Promise<Buffer>;
  /** Streams it into the object store and answers its bytes. */
  store(key: string): Promise<number>;
  /** Streams it to a path on the disk and answers its bytes. */
  save(path: string): Promise<number>;
};

type Form = {
  /** Names of the fields, each allowed once; where absent, anything is taken. */
  readonly fields?: readonly string[];
  /** Names of the files, each allowed once; where absent, anything is taken. */
  readonly files?: readonly string[];
  /** Largest size of a file of this name, where that is less than the endpoint's. */
  readonly mostBytes?: (field: string) => number;
  /** What is said of a file that is too large. */
  readonly tooLarge?: Problem;
  readonly takeField?: (name: string, value: string) => void;
  readonly takeFile: (file: SentFile) => Promise<void>;
};

/** Stores something under a key that is removed again where the upload fails. */
export type Put = (key: string, body: Uint8Array | AsyncIterable<Uint8Array>) => Promise<void>;

/**
 * Gives the parts to the form, then answers what `finish` does. Whatever fails, in the parts or in
 * `finish`, every object stored on the way is removed again.
 * @throws BAD_REQUEST for a name that is unknown or comes twice, TOO_LARGE, and what the form throws
 */
export async function receiveParts<Kept>(
  files: Services["files"],
  parts: AsyncIterable<Part>,
  form: Form,
  finish: (put: Put) => Promise<Kept>,
): Promise<Kept> {
  const stored: string[] = [];
  const put: Put = async (key, body) => {
    stored.push(key);
    await files.put(key, body);
  };
  const seen = { field: new Set<string>(), file: new Set<string>() };
  const names = { field: form.fields, file: form.files };
  try {
    for await (const part of parts) {
      const { kind, name } = part;
      const known = names[kind];
      if (known && !known.includes(name)) throw refused("field_unknown", name);
      if (known && seen[kind].has(name)) throw refused("field_twice", name);
      seen[kind].add(name);
      if (part.kind === "field") form.takeField?.(name, part.value);
      else await form.takeFile(sentFile(part, form.mostBytes?.(name) ?? Infinity, put));
    }
    return await finish(put);
  } catch (error) {
    for (const key of stored) await files.remove(key);
    if (!isTooLarge(error)) throw error;
    throw form.tooLarge ? failure("TOO_LARGE", form.tooLarge) : failure("TOO_LARGE");
  }
}

export function refused(reason: string, field: string) {
  return failure("BAD_REQUEST", { reason, field: field.slice(0, 80) });
}

function sentFile(
  { name, file_name, stream }: Extract<Part, { kind: "file" }>,
  most: number,
  put: Put,
): SentFile {
  const rest: AsyncIterator<Buffer> = stream[Symbol.asyncIterator]();
  const held: Buffer[] = [];
  const read = { bytes: 0, isWhole: false };

  async function next(): Promise<Buffer | null> {
    const { done, value } = await rest.next();
    // The multipart reader cuts a file at the limit and says so on its stream.
    const isCut = "truncated" in stream && stream.truncated === true;
    if (!done) read.bytes += value.length;
    if (isCut || read.bytes > most) throw failure("TOO_LARGE");
    read.isWhole = done === true;
    return done ? null : value;
  }

  async function* chunks(): AsyncGenerator<Buffer> {
    yield* held.splice(0);
    for (let chunk = await next(); chunk; chunk = await next()) yield chunk;
  }

  return {
    field: name,
    file_name,
    async peek(bytes) {
      while (read.bytes < bytes && !read.isWhole) {
        const chunk = await next();
        if (chunk) held.push(chunk);
      }
      const head = Buffer.concat(held);
      held.splice(0, held.length, head);
      return { head, isWhole: read.isWhole };
    },
    async buffer() {
      const all: Buffer[] = [];
      for await (const chunk of chunks()) all.push(chunk);
      return Buffer.concat(all);
    },
    async store(key) {
      await put(key, chunks());
      return read.bytes;
    },
    async save(path) {
      await pipeline(Readable.from(chunks()), createWriteStream(path));
      return read.bytes;
    },
  };
}

/** Ours, or what the multipart reader throws where a file passes the endpoint's limit. */
function isTooLarge(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : null;
  return code === "FST_REQ_FILE_TOO_LARGE" || code === "TOO_LARGE";
}
