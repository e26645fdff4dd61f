// What may be asked: a call is declared once, as data. The door serves it, `call()` asks it, the
// contract tests and the OpenAPI page are generated from it.
import type { z } from "zod";
import type { Requirement } from "../domain/account/permission.ts";
import type { ViewerFacts } from "../domain/account/viewer.ts";
import type { ErrorCode, Refusal } from "../domain/error.ts";

export type Method = "GET" | "POST" | "DELETE";

/** What the door can resolve for a viewer by its id. */
export type ScopeNoun =
  | "plant"
  | "analysis"
  | "customer"
  | "task"
  | "user"
  | "drone"
  | "drone_model"
  | "product_package"
  | "order"
  | "document"
  | "blueprint"
  | "custom_component_property";

/**
 * Names the path parameters holding the ids that the door resolves for the viewer before the handler
 * runs. Where a plant stands beside a thing of plants, the thing must be that plant's:
 * `{ plant: "id", blueprint: "blueprint_id" }`.
 */
export type Scope =
  | {
      readonly [Noun in ScopeNoun]: { readonly [Named in Noun]: string } & {
        readonly [Other in ScopeNoun]?: string;
      };
    }[ScopeNoun]
  | null;

/** `bytes`: a byte stream with a content type. `csv`: streamed rows. */
export type AnswerKind = "json" | "bytes" | "csv";

/** `multipart` files reach the handler as streams, in order. */
export type BodyKind = "json" | "multipart";

export type Endpoint = {
  readonly method: Method;
  /** Below /api, with {name} parameters, as the specification writes it. */
  readonly path: string;
  /** Sentence for the OpenAPI page. */
  readonly summary: string;
  /** Callable without a session, against a solved proof of work. */
  readonly public?: boolean;
  /** With `public`: asked without proof and token too, as only static things may be. */
  readonly open?: boolean;
  /** With `public`: answers only an address with a good url token, which stands for the proof. */
  readonly signed?: boolean;
  readonly permission: Requirement;
  /**
   * Why a viewer who holds the permission still may not do this to `about` now, or null. The browser
   * greys the button with the same reason that the handler refuses with.
   */
  readonly refusal?: (viewer: ViewerFacts, about: never) => Refusal | null;
  /** What a refused call answers; CONFLICT where left out. */
  readonly refusalCode?: ErrorCode;
  readonly scope: Scope;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly bodyKind?: BodyKind;
  readonly answer?: z.ZodType;
  readonly answerKind?: AnswerKind;
  /** Largest body in bytes; absent means limits.jsonBodyBytes. */
  readonly maxBytes?: number;
  /** Area of the offline store that can answer this call. */
  readonly offline?: string;
};

/** Declares a call and keeps its literal types. */
export function endpoint<const E extends Endpoint>(declared: E): E {
  return declared;
}

type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined;
type Sent<T> = T extends z.ZodType ? z.input<T> : undefined;

/** What a handler gets of the request, parsed. */
export type RequestOf<E extends Endpoint> = {
  params: Parsed<E["params"]>;
  query: Parsed<E["query"]>;
  body: Parsed<E["body"]>;
};

/** What a caller passes; parts without a shape are left out. */
export type AskOf<E extends Endpoint> = (E["params"] extends z.ZodType
  ? { params: Sent<E["params"]> }
  : object) &
  (E["query"] extends z.ZodType ? { query?: Sent<E["query"]> } : object) &
  (E["body"] extends z.ZodType
    ? { body: Sent<E["body"]> }
    : E["bodyKind"] extends "multipart"
      ? { body: FormData }
      : object);

export type AnswerOf<E extends Endpoint> = E["answer"] extends z.ZodType
  ? z.output<E["answer"]>
  : undefined;
