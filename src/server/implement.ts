// Handlers<contract>: a missing or a wrong handler does not compile.
import type { Readable } from "node:stream";
import { failure } from "../domain/error.ts";
import type { AnswerOf, Endpoint, RequestOf } from "../api/endpoint.ts";
import type { Context, PublicContext, Scoped } from "./context.ts";

/** A file or a field of a multipart body, in the order sent. */
export type Part =
  | { readonly kind: "field"; readonly name: string; readonly value: string }
  | {
      readonly kind: "file";
      readonly name: string;
      readonly file_name: string;
      readonly stream: Readable;
    };

/** What a `bytes` or `csv` endpoint answers. */
export type ByteAnswer = {
  readonly content_type: string;
  /** br or gzip where the bytes are stored compressed. */
  readonly content_encoding?: string;
  /** Immutable, named by hash: cached for ever. */
  readonly immutable?: boolean;
  /** Offered as a download of this name. */
  readonly file_name?: string;
  readonly bytes?: number;
  readonly body: Uint8Array | Readable;
};

export type Handler<E extends Endpoint> = (
  context: E["public"] extends true ? PublicContext : Context,
  request: RequestOf<E> &
    (E["bodyKind"] extends "multipart" ? { parts: AsyncIterable<Part> } : object) &
    Scoped,
) => Promise<E["answerKind"] extends "bytes" | "csv" ? ByteAnswer : AnswerOf<E>>;

/** The calls of one noun. */
export type Handlers<A extends Record<string, Endpoint>> = { [K in keyof A]: Handler<A[K]> };

/** The object of the endpoint's scope; the door has answered "not found" already where it is missing. */
export function named<T>(object: T | null | undefined): T {
  if (object === null || object === undefined) throw failure("RESOURCE_NOT_FOUND");
  return object;
}
