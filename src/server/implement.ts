// Handlers<contract>: a missing or a wrong handler does not compile.
import type { Readable } from "node:stream";
import { failure } from "../domain/error.ts";
import type { AnswerOf, Endpoint, RequestOf } from "../api/endpoint.ts";
import { ruleRefusalOf, type AboutArgs } from "../api/refusal.ts";
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
  /** br or gzip where the bytes are stored compressed. */
  readonly content_encoding?: string;
  /** Immutable, named by hash: cached for ever. */
  readonly immutable?: boolean;
  /** Offered as a download of this name. */
  readonly file_name?: string;
  readonly bytes?: number;
  readonly body: Uint8Array | Readable;
};

type Answering<E extends Endpoint, C> = (
  context: C,
  request: RequestOf<E> &
    (E["bodyKind"] extends "multipart" ? { parts: AsyncIterable<Part> } : object) &
    Scoped,
) => Promise<E["answerKind"] extends "bytes" | "csv" ? ByteAnswer : AnswerOf<E>>;

/** A handler holds the database that is bound to its viewer; with `needsOwner` the owner's too. */
export type Handler<E extends Endpoint> =
  | Answering<E, E["public"] extends true ? PublicContext : Context>
  | {
      /** Why the database bound to the viewer is not enough. */
      readonly needsOwner: string;
      readonly answer: Answering<E, E["public"] extends true ? PublicOwnerContext : OwnerContext>;
    };

/** A handler as the door calls it: the contract's types were checked where it was written. */
export type AnyHandler = (context: Context | PublicContext, request: object) => Promise<unknown>;

type AnyOwnerHandler = {
  answer(context: OwnerContext | PublicOwnerContext, request: object): Promise<unknown>;
};

/** Hands the owner's database to a handler that says why it needs it, and to no other. */
export function withOwner(handler: AnyHandler | AnyOwnerHandler, ownerDb: Database): AnyHandler {
  if (typeof handler === "function") return handler;
  return (context, request) => handler.answer({ ...context, ownerDb }, request);
}

/** The calls of one noun. */
export type Handlers<A extends Record<string, Endpoint>> = { [K in keyof A]: Handler<A[K]> };

/** Refuses where the call's own rule stands against it: the rule that greys its button. */
export function refuse<E extends Endpoint>(
  endpoint: E,
  viewer: ViewerFacts,
  ...about: AboutArgs<E>
): void {
  const refusal = ruleRefusalOf(endpoint, viewer, ...about);
  if (!refusal) return;
  const isDenied = refusal.reason === "permission_missing";
  throw failure(isDenied ? "PERMISSION_DENIED" : (endpoint.refusalCode ?? "CONFLICT"), refusal);
}

/** The object of the endpoint's scope; the door has answered "not found" already where it is missing. */
export function named<T>(object: T | null | undefined): T {
  if (object === null || object === undefined) throw failure("RESOURCE_NOT_FOUND");
  return object;
}
