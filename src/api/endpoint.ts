// An endpoint is declared once, as data. The server serves it, `call()` requests it, the contract tests and
// the OpenAPI page are generated from it.
import type { z } from "zod";
import type { AccessScope } from "../domain/account/access-token.ts";
import type { Requirement } from "../domain/account/permission.ts";
import type { ViewerFacts } from "../domain/account/viewer.ts";
import type { ErrorCode, Refusal } from "../domain/error.ts";
import type { OfflineArea } from "../domain/plant/offline.ts";

/** HEAD and PATCH belong to the tus protocol of uploads, see decisions/upload.md. */
export type Method = "GET" | "POST" | "DELETE" | "HEAD" | "PATCH";

/** Objects that the server can load for a viewer by ID. */
export type ScopeNoun =
  | "plant"
  | "analysis"
  | "analysis_server"
  | "customer"
  | "task"
  | "user"
  | "drone"
  | "drone_model"
  | "product_package"
  | "order"
  | "document"
  | "blueprint"
  | "custom_component_property"
  | "evaluation_batch"
  | "observation"
  | "flight_campaign"
  | "flight_route"
  | "saved_view"
  | "report"
  | "analysis_upload";

/**
 * The path parameters with the IDs of the objects that the server loads for the viewer before the handler
 * runs. With a plant and an object of a plant, the object must belong to that plant:
 * `{ plant: "id", blueprint: "blueprint_id" }`.
 */
export type Scope =
  | {
      readonly [Noun in ScopeNoun]: { readonly [Same in Noun]: string } & {
        readonly [Other in ScopeNoun]?: string;
      };
    }[ScopeNoun]
  | null;

/** `bytes`: a byte stream with a content type. `csv`: streamed rows. `empty`: status and headers only. */
export type AnswerKind = "json" | "bytes" | "csv" | "empty";

/** `multipart` files reach the handler as streams, in order; `bytes` is one stream. */
export type BodyKind = "json" | "multipart" | "bytes";

/** What the answer hands out; `values` are what the map, the table and the statistics show. */
export type DownloadKind = "file" | "report" | "export" | "image" | "values";

export type Endpoint = {
  readonly method: Method;
  /** Path below /api, with {name} parameters, as in the specification. */
  readonly path: string;
  /** Sentence for the OpenAPI page. */
  readonly summary: string;
  /** Needs no session, but a proof of work. */
  readonly public?: boolean;
  /** With `public`: needs neither proof nor bot token. For static content only. */
  readonly open?: boolean;
  /** With `public`: needs a valid URL token in the address instead of the proof. */
  readonly signed?: boolean;
  readonly permission: Requirement;
  /**
   * Why a viewer with the permission still cannot make this request now, or null; `facts` describe the
   * objects concerned. The browser disables the button with the same reason that the handler answers.
   */
  readonly refusal?: (viewer: ViewerFacts, facts: never) => Refusal | null;
  /** Error code of a refusal; CONFLICT if absent. */
  readonly refusalCode?: ErrorCode;
  readonly scope: Scope;
  /** The handler looks for the objects in scope, in the query that it makes anyway. The server then makes none. */
  readonly scopedBy?: "handler";
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  /** Headers that the handler reads, by their names in lower case. */
  readonly headers?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly bodyKind?: BodyKind;
  readonly answer?: z.ZodType;
  readonly answerKind?: AnswerKind;
  /** Headers of the answer. With them the handler returns `{ headers, answer }`. */
  readonly answerHeaders?: z.ZodObject;
  /** Status of the answer; 200 if absent. */
  readonly status?: 201 | 204;
  /** Largest body in bytes; absent means limits.jsonBodyBytes. */
  readonly maxBytes?: number;
  /** False for content that no compression makes smaller, such as photos. */
  readonly compressed?: false;
  /** An access token with this scope may make the call; absent for calls that no access token makes. */
  readonly access?: AccessScope;
  /**
   * Costs the server much. Those of one session, and of one customer, wait for each other. A function where it depends on
   * the query, as it was sent.
   */
  readonly heavy?: boolean | ((query: Readonly<Record<string, unknown>>) => boolean);
  /** Starts a task, and answers something else than it. Users and customers with many unfinished tasks are refused. */
  readonly startsTask?: true;
  /** The answer is noted in the audit trail as a download of this kind. */
  readonly download?: DownloadKind;
  /** Area of the offline store that can answer this request. */
  readonly offline?: OfflineArea;
};

/** Declares an endpoint and keeps its literal types. */
export function endpoint<const E extends Endpoint>(declared: E): E {
  return declared;
}

type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined;
type Sent<T> = T extends z.ZodType ? z.input<T> : undefined;

/** The parsed request that a handler receives. */
export type RequestOf<E extends Endpoint> = {
  params: Parsed<E["params"]>;
  query: Parsed<E["query"]>;
  headers: Parsed<E["headers"]>;
  body: Parsed<E["body"]>;
};

/** The arguments of a caller; parts without a shape are absent. */
export type CallArgs<E extends Endpoint> = (E["params"] extends z.ZodType
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
