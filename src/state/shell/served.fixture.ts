// A server for tests of the state. Tests mock client/call.ts with it, and client/upload.ts, as
// settings/blueprint.test.ts does.
import type { Endpoint } from "../../api/endpoint.ts";
import { addressOf } from "../../client/address.ts";
import type { CallOptions } from "../../client/call.ts";
import type { UploadOptions } from "../../client/upload.ts";
import { errors, type ErrorCode } from "../../domain/error.ts";

type Ask = { readonly params?: unknown; readonly query?: unknown; readonly body?: unknown };
/** A function answers each request; an error is a refusal. */
type Answers = Readonly<Record<string, unknown>>;

let answers: Answers = {};

/** What was asked for, in order: "POST /auth/drone/7" with its body, a form as its fields. */
export const asked: [request: string, body?: unknown][] = [];

/** Answers from now on by method and path of the contract: "GET /auth/drone/{id}". */
export function serve(next: Answers): void {
  answers = next;
  asked.splice(0);
}

/** Answers these requests in another way; the rest stays. */
export function serveAlso(more: Answers): void {
  answers = { ...answers, ...more };
}

/** What a refused request rejects with. */
export const refusal = (code = "CONFLICT", more: object = {}) =>
  Object.assign(new Error(`refused: ${code}`), {
    code,
    status: errors[code as ErrorCode]?.status ?? errors.CONFLICT.status,
    problems: [],
    ...more,
  });

/** A failure that the client finds itself. */
export const callFailure = (code: string) => refusal(code);

export async function call(
  endpoint: Endpoint,
  ask: Ask = {},
  options: CallOptions = {},
): Promise<unknown> {
  const { method, path } = endpoint;
  const request = `${method} ${addressOf(endpoint, ask).replace("/api", "")}`;
  const body = ask.body instanceof FormData ? Object.fromEntries(ask.body) : ask.body;
  asked.push(body === undefined ? [request] : [request, body]);
  await Promise.resolve();
  options.signal?.throwIfAborted();
  const known = answers[`${method} ${path}`];
  if (known === undefined) throw refusal("RESOURCE_NOT_FOUND");
  const answer: unknown = typeof known === "function" ? known({ ...ask, ...options }) : known;
  if (answer instanceof Error) throw answer;
  return answer;
}

export async function callBytes(...args: Parameters<typeof call>): Promise<Blob> {
  return new Blob([(await call(...args)) as BlobPart]);
}

export async function upload(endpoint: Endpoint, options: UploadOptions): Promise<unknown> {
  return call(endpoint, options, options);
}
