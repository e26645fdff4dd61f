// Stops an upload when its sender is signed out, is locked or loses the permission. Nothing of the
// upload is kept then. Stops a download in the same way.
import { isFailure } from "../../domain/error.ts";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Part } from "../implement.ts";
import { bodyChunks } from "./body-chunks.ts";
import { bodyFault } from "./multipart.ts";

/** Interval of the checks during a file. */
const checkEveryMs = 5000;

/**
 * The same parts. `check` runs every few seconds during a file and once after the last part, before
 * the handler continues. An error of `check` ends the stream of the file, or the parts.
 */
export async function* watchedParts(
  parts: AsyncIterable<Part>,
  check: () => Promise<unknown>,
  intervalMs = checkEveryMs,
): AsyncGenerator<Part> {
  for await (const part of parts) {
    if (part.kind === "field") {
      yield part;
      continue;
    }
    const stop = checkRegularly(check, (error) => part.stream.destroy(error), intervalMs);
    try {
      yield part;
    } finally {
      stop();
    }
  }
  await check();
}

/**
 * The bytes of a body, with the same checks. The request stays open after an error, so that it can be
 * answered.
 */
export async function* watchedBytes(
  body: IncomingMessage,
  check: () => Promise<unknown>,
  intervalMs = checkEveryMs,
): AsyncGenerator<Buffer> {
  const fault: { error: Error | null } = { error: null };
  const stop = checkRegularly(check, (error) => (fault.error = error), intervalMs);
  try {
    for await (const chunk of bodyChunks(body)) {
      if (fault.error) throw fault.error;
      yield chunk;
    }
  } catch (error) {
    throw bodyFault(error);
  } finally {
    stop();
  }
  await check();
}

/**
 * The same checks while an answer is sent, which a slow line makes last for hours. An error of `check` cuts the
 * connection: the client sees that the file is not whole.
 */
export function watchAnswer(
  response: ServerResponse,
  check: () => Promise<unknown>,
  intervalMs = checkEveryMs,
): void {
  if (response.closed) return;
  const stop = checkRegularly(check, () => response.destroy(), intervalMs);
  response.once("close", stop);
}

/** Calls `refused` with the error of a check. Returns a function that ends the checks. */
function checkRegularly(
  check: () => Promise<unknown>,
  refused: (error: Error) => void,
  intervalMs: number,
): () => void {
  let isChecking = false;
  const recheck = async () => {
    if (isChecking) return;
    isChecking = true;
    try {
      await check();
    } catch (error) {
      // A short outage of the database must not end a long upload: the last check decides.
      if (isFailure(error) && error.code !== "UNAVAILABLE") refused(error);
    } finally {
      isChecking = false;
    }
  };
  const timer = setInterval(() => void recheck(), intervalMs);
  return () => clearInterval(timer);
}
