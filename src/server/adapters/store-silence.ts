// Ends calls to an object store that says nothing. A store that works for long on one call, such as joining
// thousands of parts, is left alone: asked something small beside it, it answers.

import { PassThrough, pipeline, type Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { HeadBucketCommand, type S3Client, S3ServiceException } from "@aws-sdk/client-s3";
import { storeSilent } from "../store/outage.ts";

/** The store is asked beside a call that has had no answer for so long. */
const patienceMs = 1000;
/** Two questions without an answer are a silence, so that users hear of it within five seconds. */
const questionMs = 1400;
const questions = 2;

/** A call without an answer, or an answer whose bytes are still arriving. */
type Waiting = {
  /** Since when the store owes something. */
  since(): number;
  end(error: Error): void;
  /** False for bytes: what has arrived was passed on. */
  readonly isRepeatable: boolean;
};

export type SilenceWatch = {
  /** The same bytes. They break where the store falls silent; a reader that takes its time is waited for. */
  watchBody(body: Readable): Readable;
};

/**
 * Watches all calls of the client from now on.
 * @param questioner a client of its own: its questions do not wait for a connection that calls hold
 */
export function watchSilence(client: S3Client, questioner: S3Client, Bucket: string): SilenceWatch {
  const waiting = new Set<Waiting>();
  let isLooking = false;
  const watch = (one: Waiting) => {
    waiting.add(one);
    if (isLooking) return;
    isLooking = true;
    void look().finally(() => (isLooking = false));
  };
  const ofBefore = (instant: number) => [...waiting].filter(({ since }) => since() < instant);

  async function isThere(): Promise<boolean> {
    const abortSignal = AbortSignal.timeout(questionMs);
    return questioner.send(new HeadBucketCommand({ Bucket }), { abortSignal }).then(
      () => true,
      // A refusal is an answer as well.
      (error: unknown) => error instanceof S3ServiceException,
    );
  }

  /** Asks again and again while something is waited for. */
  async function look(): Promise<void> {
    let unanswered = 0;
    while (waiting.size > 0) {
      const oldest = Math.min(...[...waiting].map(({ since }) => since()));
      const rest = oldest + patienceMs - performance.now();
      if (rest > 0) {
        await sleep(rest, undefined, { ref: false });
        continue;
      }
      const asked = performance.now();
      if (await isThere()) {
        // What was sent into a silence is lost, and the client sends it again.
        const lost = unanswered > 0 ? ofBefore(asked) : [];
        for (const { isRepeatable, end } of lost) if (isRepeatable) end(callLost());
        unanswered = 0;
        await sleep(patienceMs, undefined, { ref: false });
      } else {
        unanswered += 1;
        if (unanswered >= questions) for (const { end } of ofBefore(asked)) end(storeSilent());
      }
    }
  }

  const handler = client.config.requestHandler;
  const handle = handler.handle.bind(handler);
  handler.handle = async (request, options) => {
    const since = performance.now();
    const ending = new AbortController();
    const { signal } = ending;
    const call = {
      since: () => since,
      end: (error: Error) => ending.abort(error),
      isRepeatable: true,
    };
    const { abortSignal }: { readonly abortSignal?: unknown } = options ?? {};
    const signals = [signal, abortSignal].filter((one) => one instanceof AbortSignal);
    watch(call);
    try {
      return await handle(request, { ...options, abortSignal: AbortSignal.any(signals) });
    } catch (error) {
      throw signal.aborted ? signal.reason : error;
    } finally {
      waiting.delete(call);
    }
  };

  return {
    watchBody(body) {
      const passed = new PassThrough();
      let lastAt = performance.now();
      body.on("data", () => (lastAt = performance.now()));
      const one: Waiting = {
        since() {
          // While the reader has not taken what arrived, the store owes nothing.
          if (passed.writableNeedDrain) lastAt = performance.now();
          return lastAt;
        },
        end: (error) => void body.destroy(error),
        isRepeatable: false,
      };
      watch(one);
      pipeline(body, passed, () => waiting.delete(one));
      return passed;
    },
  };
}

/** An error after which the client tries again. */
function callLost(): Error {
  return Object.assign(new Error("the object store has lost a call"), { name: "TimeoutError" });
}
