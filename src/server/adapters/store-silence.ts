// Ends calls to an object store that says nothing. A store that works for long on one call, such as joining
// thousands of parts, is left alone: asked something small beside it, it answers.

import { setTimeout as sleep } from "node:timers/promises";
import { HeadBucketCommand, type S3Client, S3ServiceException } from "@aws-sdk/client-s3";
import { storeSilent } from "../store/outage.ts";

/** The store is asked beside a call that has had no answer for so long. */
const patienceMs = 1000;
/** Two questions without an answer are a silence, so that users hear of it within five seconds. */
const questionMs = 1400;
const questions = 2;

type Call = { readonly since: number; readonly end: AbortController };

/**
 * Watches all calls of the client from now on.
 * @param questioner a client of its own: its questions do not wait for a connection that calls hold
 */
export function watchSilence(client: S3Client, questioner: S3Client, Bucket: string): void {
  const calls = new Set<Call>();
  let isLooking = false;
  const endAll = (before: number, error: () => Error) => {
    for (const { since, end } of calls) if (since < before) end.abort(error());
  };

  async function isThere(): Promise<boolean> {
    const abortSignal = AbortSignal.timeout(questionMs);
    return questioner.send(new HeadBucketCommand({ Bucket }), { abortSignal }).then(
      () => true,
      // A refusal is an answer as well.
      (error: unknown) => error instanceof S3ServiceException,
    );
  }

  /** Asks again and again while a call waits for long. */
  async function look(): Promise<void> {
    let unanswered = 0;
    for (let [oldest] = calls; oldest; [oldest] = calls) {
      const rest = oldest.since + patienceMs - performance.now();
      if (rest > 0) {
        await sleep(rest, undefined, { ref: false });
        continue;
      }
      const asked = performance.now();
      if (await isThere()) {
        // What was sent into a silence is lost, and the client sends it again.
        if (unanswered > 0) endAll(asked, callLost);
        unanswered = 0;
        await sleep(patienceMs, undefined, { ref: false });
      } else {
        unanswered += 1;
        if (unanswered >= questions) endAll(asked, storeSilent);
      }
    }
  }

  const handler = client.config.requestHandler;
  const handle = handler.handle.bind(handler);
  handler.handle = async (request, options) => {
    const call = { since: performance.now(), end: new AbortController() };
    const { signal } = call.end;
    const { abortSignal }: { readonly abortSignal?: unknown } = options ?? {};
    const signals = [signal, abortSignal].filter((one) => one instanceof AbortSignal);
    calls.add(call);
    if (!isLooking) {
      isLooking = true;
      void look().finally(() => (isLooking = false));
    }
    try {
      return await handle(request, { ...options, abortSignal: AbortSignal.any(signals) });
    } catch (error) {
      throw signal.aborted ? signal.reason : error;
    } finally {
      calls.delete(call);
    }
  };
}

/** An error after which the client tries again. */
function callLost(): Error {
  return Object.assign(new Error("the object store has lost a call"), { name: "TimeoutError" });
}
