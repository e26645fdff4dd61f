// Receives the parts of an upload in the order sent. All uploads are read here.
import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { failure, isFailure, type Problem } from "../../domain/error.ts";
import type { Services } from "../context.ts";
import { bodyFault } from "../http/multipart.ts";
import type { Part } from "../implement.ts";

/** A file of a request. It can be read once, with one of `buffer`, `store` and `save`. */
export type UploadedFile = {
  /** Its name in the form. */
  readonly field: string;
  /** The name from the browser, without folders. */
  readonly file_name: string;
  /** The first bytes: at least `bytes`, or the whole file. Later reads return them again. */
  peek(bytes: number): Promise<{ readonly head: Buffer; readonly isWhole: boolean }>;
  /** The whole file in memory. */
  buffer(): Promise<Buffer>;
  /** Streams it into the object store. Returns its size in bytes. */
  store(key: string): Promise<number>;
  /** Streams it to a path on the disk. Returns its size in bytes. */
  save(path: string): Promise<number>;
};

type Form = {
  /** Names of the fields, each allowed once. If absent, all names are allowed. */
  readonly fields?: readonly string[];
  /** Names of the files, each allowed once. If absent, all names are allowed. */
  readonly files?: readonly string[];
  /** Largest size of a file with this name, if smaller than that of the endpoint. */
  readonly maxBytes?: (field: string) => number;
  /** The problem that is reported for a file that is too large. */
  readonly tooLarge?: Problem;
  readonly onField?: (name: string, value: string) => void;
  readonly onFile: (file: UploadedFile) => Promise<void>;
};

/** Stores an object. It is removed again if the upload fails. */
export type Put = (key: string, body: Uint8Array | AsyncIterable<Uint8Array>) => Promise<void>;

/**
 * Passes the parts to the form, then returns the result of `finish`. If anything fails, in a part or in
 * `finish`, all stored objects are removed again.
 * @throws BAD_REQUEST for a name that is unknown or repeated, TOO_LARGE, and the errors of the form
 */
export async function receiveParts<Result>(
  files: Services["files"],
  parts: AsyncIterable<Part>,
  form: Form,
  finish: (put: Put) => Promise<Result>,
): Promise<Result> {
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
      const allowed = names[kind];
      if (allowed && !allowed.includes(name)) throw badRequest("field_unknown", name);
      if (allowed && seen[kind].has(name)) throw badRequest("field_twice", name);
      seen[kind].add(name);
      if (part.kind === "field") form.onField?.(name, part.value);
      else await form.onFile(sentFile(part, form.maxBytes?.(name) ?? Infinity, put, files));
    }
    return await finish(put);
  } catch (error) {
    for (const key of stored) await files.remove(key);
    // A form that named the file itself keeps its words.
    if (!isTooLarge(error) || (isFailure(error) && error.problems.length > 0)) throw error;
    throw form.tooLarge ? failure("TOO_LARGE", form.tooLarge) : failure("TOO_LARGE");
  }
}

export function badRequest(reason: string, field: string) {
  return failure("BAD_REQUEST", { reason, field: field.slice(0, 80) });
}

function sentFile(
  { name, file_name, stream }: Extract<Part, { kind: "file" }>,
  maxBytes: number,
  put: Put,
  store: Services["files"],
): UploadedFile {
  const rest: AsyncIterator<Buffer> = stream[Symbol.asyncIterator]();
  const buffered: Buffer[] = [];
  const read = { bytes: 0, isWhole: false };

  async function next(): Promise<Buffer | null> {
    const { done, value } = await rest.next().catch((error: unknown) => {
      throw bodyFault(error);
    });
    // The multipart reader cuts a file at the limit and sets a flag on the stream.
    const isCut = "truncated" in stream && stream.truncated === true;
    if (!done) read.bytes += value.length;
    if (isCut || read.bytes > maxBytes) throw failure("TOO_LARGE");
    read.isWhole = done === true;
    return done ? null : value;
  }

  async function* chunks(): AsyncGenerator<Buffer> {
    yield* buffered.splice(0);
    for (let chunk = await next(); chunk; chunk = await next()) yield chunk;
  }

  return {
    field: name,
    file_name,
    async peek(bytes) {
      while (read.bytes < bytes && !read.isWhole) {
        const chunk = await next();
        if (chunk) buffered.push(chunk);
      }
      const head = Buffer.concat(buffered);
      buffered.splice(0, buffered.length, head);
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
      const roomy = async function* () {
        for await (const chunk of chunks()) {
          await store.checkRoom?.();
          yield chunk;
        }
      };
      await pipeline(Readable.from(roomy()), createWriteStream(path));
      return read.bytes;
    },
  };
}

/** Our own error, or that of the multipart reader for a file above the limit of the endpoint. */
function isTooLarge(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : null;
  return code === "FST_REQ_FILE_TOO_LARGE" || code === "TOO_LARGE";
}
