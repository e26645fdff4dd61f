// The types of handlers: a missing or wrong handler of a declared endpoint does not compile.
import type { Readable } from "node:stream";
import type { z } from "zod";
import { failure } from "../domain/error.ts";
import type { ByteRange } from "./adapters/object-storage.ts";
import type { AnswerOf, Endpoint, RequestOf } from "../api/endpoint.ts";
import { ruleRefusalOf, type FactsArgs } from "../api/refusal.ts";
import type { ViewerFacts } from "../domain/account/viewer.ts";
import type {
  Context,
  Database,
  OwnerContext,
  PublicContext,
  PublicOwnerContext,
  Scoped,
} from "./context.ts";

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
  /** `br` or `gzip` if the bytes are stored compressed. */
  readonly content_encoding?: string;
  /** Identifies the content. A browser that has it asks again each time, and is spared the bytes. */
  readonly tag?: string;
  /** The browser saves the answer under this name. */
  readonly file_name?: string;
  readonly bytes?: number;
  /** What of the body is asked for, with `bytes`: a player asks for pieces of a recording, none is read as a whole. */
  readonly part?: (range?: ByteRange) => Promise<Readable>;
  /** As a function, it is not read for a browser that has the content. */
  readonly body: ByteBody | (() => Promise<ByteBody>);
};

export type ByteBody = Uint8Array | Readable;

type HandlerFunction<E extends Endpoint, C> = (
  context: C,
  request: RequestOf<E> &
    (E["bodyKind"] extends "multipart" ? { parts: AsyncIterable<Part> } : object) &
    (E["bodyKind"] extends "bytes" ? { stream: AsyncIterable<Buffer> } : object) &
    (E["scopedBy"] extends "handler" ? object : Scoped<E["scope"]>),
) => Promise<Answered<E>>;

type Answered<E extends Endpoint> = E["answerHeaders"] extends z.ZodType
  ? { readonly headers: z.input<E["answerHeaders"]>; readonly answer: AnswerOf<E> }
  : E["answerKind"] extends "bytes" | "csv"
    ? ByteAnswer
    : AnswerOf<E>;

/** A handler receives the database of its viewer. With `needsOwner` it receives the owner's as well. */
export type Handler<E extends Endpoint> =
  | HandlerFunction<E, E["public"] extends true ? PublicContext : Context>
  | {
      /** Why the database of the viewer is not enough. */
      readonly needsOwner: string;
      readonly answer: HandlerFunction<
        E,
        E["public"] extends true ? PublicOwnerContext : OwnerContext
      >;
    };

/** A handler as a route calls it. The compiler checked its types where it was written. */
export type AnyHandler = (context: Context | PublicContext, request: object) => Promise<unknown>;

type AnyOwnerHandler = {
  answer(context: OwnerContext | PublicOwnerContext, request: object): Promise<unknown>;
};

/** Gives the owner's database to handlers that state why they need it, and to no others. */
export function withOwner(handler: AnyHandler | AnyOwnerHandler, ownerDb: Database): AnyHandler {
  if (typeof handler === "function") return handler;
  return (context, request) => handler.answer({ ...context, ownerDb }, request);
}

/** The handlers of one noun. */
export type Handlers<A extends Record<string, Endpoint>> = { [K in keyof A]: Handler<A[K]> };

/**
 * Checks the rule of the endpoint, the same one that disables its button.
 * @throws PERMISSION_DENIED, or the endpoint's `refusalCode` (CONFLICT by default) with the reason
 */
export function refuse<E extends Endpoint>(
  endpoint: E,
  viewer: ViewerFacts,
  ...facts: FactsArgs<E>
): void {
  const refusal = ruleRefusalOf(endpoint, viewer, ...facts);
  if (!refusal) return;
  const isDenied = refusal.reason === "permission_missing";
  throw failure(isDenied ? "PERMISSION_DENIED" : (endpoint.refusalCode ?? "CONFLICT"), refusal);
}

/** @throws RESOURCE_NOT_FOUND if there is no such object */
export function requireFound<T>(object: T | null | undefined): T {
  if (object === null || object === undefined) throw failure("RESOURCE_NOT_FOUND");
  return object;
}
