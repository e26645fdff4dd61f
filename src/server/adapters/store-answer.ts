// What an object store answers: read up to a size and for a time, and shown without our secrets.

import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { type S3Client, S3ServiceException } from "@aws-sdk/client-s3";
import { storeSilent } from "../store/outage.ts";
import { MOST_ANSWER_BYTES, shownDetail } from "./outside-answer.ts";

export type AnswerLimits = {
  /** Milliseconds for an answer with facts, such as a list of keys. */
  readonly fact_ms: number;
  /** Joining thousands of parts takes minutes: stores write spaces meanwhile. */
  readonly join_ms: number;
  /** Bytes of an object that is read into memory as a whole, and the fewest of them in a second after the first `fact_ms`. */
  readonly read_bytes: number;
  readonly read_bytes_per_s: number;
};
export const answerLimits: AnswerLimits = {
  fact_ms: 30_000,
  join_ms: 600_000,
  read_bytes: 1024 ** 3,
  read_bytes_per_s: 20_000,
};

/** Letters of what a store says of a fault. */
const MOST_DETAIL = 300;

/** What the client hands to its handler, and what the handler answers. */
type Sent = { readonly method: string; readonly query?: Readonly<Record<string, unknown>> };
type Received = { readonly response: { readonly statusCode: number; body?: unknown } };

/** Limits all answers of the client from now on. Objects are streamed: their readers take what they asked for. */
export function limitAnswers(
  client: S3Client,
  secrets: readonly string[],
  { fact_ms, join_ms }: AnswerLimits,
): void {
  const handler = client.config.requestHandler;
  const handle = handler.handle.bind(handler);
  handler.handle = async (request, options) => {
    const answer = await handle(request, options);
    const { response } = answer as Received;
    const { method, query = {} } = request as Sent;
    const isObject = query["x-id"] === "GetObject" && response.statusCode < 300;
    if (isObject || !(response.body instanceof Readable)) return answer;
    const isJoin = method === "POST" && query["uploadId"] !== undefined;
    response.body = Readable.from([await facts(response.body, isJoin ? join_ms : fact_ms)]);
    return answer;
  };
  client.middlewareStack.add(
    (next) => async (sent) => {
      try {
        return await next(sent);
      } catch (error) {
        throw withoutSecrets(error, secrets);
      }
    },
    { step: "initialize", priority: "high", name: "withoutSecrets" },
  );
}

/** @throws RangeError for more bytes than facts have, and where they have not all come in time */
async function facts(body: Readable, ms: number): Promise<Buffer> {
  const timer = setTimeout(() => body.destroy(storeSilent()), ms);
  let bytes = 0;
  const counted = async function* () {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > MOST_ANSWER_BYTES) throw oddAnswer(`more than ${MOST_ANSWER_BYTES} bytes`);
      yield chunk;
    }
  };
  try {
    return await buffer(counted());
  } finally {
    clearTimeout(timer);
  }
}

/** The whole object. @throws RangeError for one that is too large, and where it comes by the byte */
export async function wholeObject(
  body: AsyncIterable<Buffer>,
  { fact_ms, read_bytes, read_bytes_per_s }: AnswerLimits,
): Promise<Buffer> {
  const begun = performance.now();
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > read_bytes) throw oddAnswer(`an object of more than ${read_bytes} bytes`);
    const seconds = (performance.now() - begun - fact_ms) / 1000;
    if (seconds * read_bytes_per_s > bytes) throw storeSilent();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The error of an answer that no S3 store gives to the call, such as the page of a proxy. */
export function oddAnswer(what: string): RangeError {
  return new RangeError(`the object store answered ${what}`);
}

/**
 * The mark that every store gives an object.
 * @throws RangeError where there is none: a page of a proxy is no object
 */
export function markOf({ ETag }: { readonly ETag?: string | undefined }): string {
  if (ETag === undefined || ETag === "") throw oddAnswer("without the mark of an object");
  return ETag;
}

/** Pages of a list. @throws RangeError for a page that is no list, and for one that leads to itself */
export async function* checkedPages<Page extends { readonly IsTruncated?: boolean | undefined }>(
  pages: AsyncIterable<Page>,
  placeOf: (page: Page) => unknown,
): AsyncGenerator<Page> {
  const passed = new Set<unknown>();
  for await (const page of pages) {
    if (page.IsTruncated === undefined) throw oddAnswer("something else than a list");
    const place = page.IsTruncated ? placeOf(page) : null;
    if (place === undefined || passed.has(place)) throw oddAnswer("a list that leads to itself");
    if (place !== null) passed.add(place);
    yield page;
  }
}

/** The same kind of error, of which nothing but its name, its status and a short text is kept. */
function withoutSecrets(error: unknown, secrets: readonly string[]): unknown {
  if (!(error instanceof Error)) return error;
  const message = shownDetail(error.message, secrets, MOST_DETAIL);
  if (error instanceof S3ServiceException) {
    const { httpStatusCode, requestId = "" } = error.$metadata;
    const isOpen = (text: string) => !secrets.some((one) => text.includes(one));
    const isName = /^[A-Za-z][\w.]{0,60}$/.test(error.name) && isOpen(error.name);
    // What the store's own log is searched by.
    const isId = /^[\w+/=-]{1,80}$/.test(requestId) && isOpen(requestId);
    return new S3ServiceException({
      name: isName ? error.name : "UnknownError",
      message,
      $fault: error.$fault,
      $metadata: {
        ...(httpStatusCode !== undefined && { httpStatusCode }),
        ...(isId && { requestId }),
      },
    });
  }
  // What cannot be read as HTTP or XML comes with what was received.
  const isOurs = message === error.message && !("rawPacket" in error) && !("$metadata" in error);
  if (isOurs) return error;
  const code = "code" in error ? { code: error.code } : {};
  // A page of a proxy that is away is no S3 error, and its status says so.
  const { $metadata } = error as { readonly $metadata?: { readonly httpStatusCode?: unknown } };
  const status = $metadata?.httpStatusCode;
  const known = typeof status === "number" ? { $metadata: { httpStatusCode: status } } : {};
  return Object.assign(new Error(message), { name: error.name, ...code, ...known });
}
