// A change that a browser sends twice because it lost the answer is made once: the second request gets the answer of the
// first, also from another server, and also where the change has ended the session that asked for it.
import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyRequest } from "fastify";
import type { Endpoint } from "../../api/endpoint.ts";
import { attemptHeader } from "../../domain/account/attempt-header.ts";
import { failure } from "../../domain/error.ts";
import { limits } from "../../domain/limits.ts";
import type { Database } from "../context.ts";
import {
  claimAttempt,
  dropAttempt,
  keepAnswer,
  readKept,
  sweepKept,
  type Attempt,
  type Kept,
} from "../store/account/kept-answer.ts";
import { isStreamed, type JsonAnswer } from "./json-answer.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The first attempt, for a session that this attempt has ended. */
    keptAnswer: Kept | null;
  }
}

/** How often and how long a second attempt asks for the answer of a first one that another server makes. */
const askAgainMs = 250;
const waitMs = 20_000;
const sweepMs = 30_000;
const idShape = /^[\w-]{16,64}$/;

export type Attempts = {
  /**
   * Makes the change, or answers as the first attempt did.
   * @param request hash of what is asked, see `requestHash`
   * @throws what the change throws; UNAVAILABLE; CONFLICT, also where the ID was used for another request
   */
  once(attempt: Attempt, request: Buffer, make: () => Promise<JsonAnswer>): Promise<JsonAnswer>;
  /** An earlier attempt that was made, or null. */
  read(attempt: Attempt): Promise<Kept | null>;
};

/**
 * What a request asks for: address, and JSON as it was sent. A program that sends two changes under one ID would believe that
 * the second one was made. Of a form it is the address alone: its files arrive while the change is made, and browsers write
 * the same form in another way each time.
 */
export function requestHash({ method, url, bodyHash }: FastifyRequest): Buffer {
  const about = createHash("sha256").update(`${method} ${url} `);
  if (bodyHash) about.update(bodyHash);
  return about.digest();
}

/** @throws CONFLICT where the attempt was another request; those of older versions are not known */
function requireSame(first: Buffer | null, request: Buffer): void {
  if (first === null || first.equals(request)) return;
  throw failure("CONFLICT", { reason: "attempt_reused" });
}

/** The answer to the same request. @throws CONFLICT for another one, and where there was no room for the answer */
export function keptAnswerOf({ request: first, answer }: Kept, request: Buffer): Buffer {
  requireSame(first, request);
  if (answer !== null) return answer;
  throw failure("CONFLICT", { reason: "attempt_done" });
}

/** The attempt of a request; null for a read, a stream of bytes, and a program that sends no ID. */
export function attemptOf(endpoint: Endpoint, { headers }: FastifyRequest): Attempt | null {
  const { method, bodyKind, answerHeaders } = endpoint;
  // Uploads in chunks have their own offsets, and go on where they were cut.
  const isOther = isStreamed(endpoint) || bodyKind === "bytes" || answerHeaders !== undefined;
  if (endpoint.public || method === "GET" || method === "HEAD" || isOther) return null;
  const id = headers[attemptHeader];
  const [, token] = /^Bearer (\S{1,100})$/.exec(headers.authorization ?? "") ?? [];
  return typeof id === "string" && idShape.test(id) && token !== undefined ? { token, id } : null;
}

/** @param db connected as the owner: answers are kept for sessions, before a viewer is known */
export function openAttempts(db: Database): Attempts {
  const running = new Map<string, { request: Buffer; made: Promise<JsonAnswer> }>();
  let sweptAt = 0;
  let window = { begun: 0, bytes: 0 };

  function sweepNow(): void {
    if (performance.now() - sweptAt < sweepMs) return;
    sweptAt = performance.now();
    // Only room is lost where it fails; the next one tries again.
    void sweepKept(db).catch(() => undefined);
  }

  /** The answer where there is room for it, else null. */
  function withinRoom(answer: Buffer): Buffer | null {
    const now = performance.now();
    if (now - window.begun > limits.keptAnswerMs) window = { begun: now, bytes: 0 };
    const isLarge = answer.length > limits.keptAnswerBytes;
    if (isLarge || window.bytes + answer.length > limits.keptAnswersBytes) return null;
    window.bytes += answer.length;
    return answer;
  }

  async function makeOnce(
    attempt: Attempt,
    request: Buffer,
    make: () => Promise<JsonAnswer>,
  ): Promise<JsonAnswer> {
    sweepNow();
    for (let waited = 0; !(await claimAttempt(db, attempt, request)); waited += askAgainMs) {
      const kept = await readKept(db, attempt);
      if (kept !== null) requireSame(kept.request, request);
      if (kept?.is_done) return { text: keptAnswerOf(kept, request), leftOut: [] };
      if (waited >= waitMs) throw failure("UNAVAILABLE", { reason: "attempt_running" });
      // Gone means that the first one changed nothing: this one makes the change.
      if (kept !== null) await sleep(askAgainMs);
    }
    let answer: JsonAnswer;
    try {
      answer = await make();
    } catch (error) {
      await dropAttempt(db, attempt);
      throw error;
    }
    // The change is made: that its answer was not kept is no reason to call it failed.
    await keepAnswer(db, attempt, withinRoom(answer.text)).catch(() => undefined);
    return answer;
  }

  return {
    async once(attempt, request, make) {
      const key = `${attempt.token} ${attempt.id}`;
      const known = running.get(key);
      if (known) requireSame(known.request, request);
      if (known) return known.made;
      const made = makeOnce(attempt, request, make).finally(() => running.delete(key));
      running.set(key, { request, made });
      return made;
    },
    async read(attempt) {
      const kept = await readKept(db, attempt);
      return kept?.is_done ? kept : null;
    },
  };
}
