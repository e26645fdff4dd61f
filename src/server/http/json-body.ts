// Reads the JSON of a request: as UTF-8 alone, and no more values than a call can have a use for.
import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { attemptHeader } from "../../domain/account/attempt-header.ts";
import { failure, type Failure } from "../../domain/error.ts";
import { stepsInTurns } from "../turn.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** SHA-256 of the JSON as it was sent, of a request with the ID of an attempt; else null. */
    bodyHash: Buffer | null;
  }
}

/** Bytes that are counted in one go, in about a millisecond. */
const PIECE = 256 * 1024;
/**
 * What one body may hold. Of what calls take, 50,000 new names have the most values. Sixteen megabytes of the shortest
 * objects are 5.6 million, and their reading holds up others for a second; so do millions of names in one object. Lists
 * in each other end whatever goes through them by calling itself, however short the body is.
 */
export const jsonLimits = { values: 400_000, names: 20_000, depth: 100 } as const;

/**
 * Replaces the reader of JSON of these routes by the framework's own with these limits.
 * @param more further types of content that are JSON
 */
export function addJsonBody(app: FastifyInstance, ...more: string[]): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.decorateRequest("bodyHash", null);
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser<Buffer>(
    ["application/json", ...more],
    { parseAs: "buffer" },
    (request, body, done) => {
      // Letters of another encoding would be stored as question marks, without a word.
      if (!isUtf8(body)) return done(failure("BAD_REQUEST", { reason: "body_encoding" }));
      const isAttempt = request.headers[attemptHeader] !== undefined;
      stepsInTurns(looked(body, isAttempt)).then(({ fault, hash }) => {
        if (fault) return done(fault);
        request.bodyHash = hash;
        void parse(request, body.toString("utf8"), done);
      }, done);
    },
  );
}

const [quote, comma, bracket, closingBracket, backslash, brace, closingBrace] = [
  0x22, 0x2c, 0x5b, 0x5d, 0x5c, 0x7b, 0x7d,
];

/** Looks through the bytes. Each step is short. */
function* looked(
  body: Buffer,
  isAttempt: boolean,
): Generator<void, { fault: Failure | null; hash: Buffer | null }> {
  const fault = yield* excess(body);
  if (fault || !isAttempt) return { fault, hash: null };
  const hash = createHash("sha256");
  for (let at = 0; at < body.length; at += PIECE) {
    hash.update(body.subarray(at, at + PIECE));
    yield;
  }
  return { fault, hash: hash.digest() };
}

/** What the text has too much of, or null; also for what is no JSON. Each step counts a piece of it. */
function* excess(body: Uint8Array): Generator<void, Failure | null> {
  const tooMany = (kind: keyof typeof jsonLimits) =>
    // Deep is not large.
    failure(kind === "depth" ? "BAD_REQUEST" : "TOO_LARGE", {
      reason: `body_${kind}`,
      values: { most: jsonLimits[kind] },
    });
  let values = 0;
  let isText = false;
  let depth = 0;
  /** Of each open object and list. */
  const isObject = new Uint8Array(jsonLimits.depth + 1);
  const members = new Uint32Array(jsonLimits.depth + 1);
  for (let at = 0, pause = PIECE; at < body.length; at += 1) {
    if (at >= pause) {
      pause += PIECE;
      yield;
    }
    const sign = body[at];
    if (isText) {
      if (sign === backslash) at += 1;
      else if (sign === quote) isText = false;
    } else if (sign === quote) isText = true;
    else if (sign === comma) {
      values += 1;
      members[depth]! += 1;
      if (isObject[depth] === 1 && members[depth]! >= jsonLimits.names) return tooMany("names");
    } else if (sign === brace || sign === bracket) {
      values += 1;
      depth += 1;
      if (depth > jsonLimits.depth) return tooMany("depth");
      isObject[depth] = sign === brace ? 1 : 0;
      members[depth] = 0;
    } else if (sign === closingBrace || sign === closingBracket) {
      depth -= 1;
      // What is no JSON is refused by its reader.
      if (depth < 0) return null;
    }
    if (values > jsonLimits.values) return tooMany("values");
  }
  return null;
}
