// Stops an upload when its sender is signed out, is locked or loses the permission. Nothing of the
// upload is kept then.
import { isFailure } from "../../domain/error.ts";
import type { Part } from "../implement.ts";

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
    let isChecking = false;
    const recheck = async () => {
      if (isChecking) return;
      isChecking = true;
      try {
        await check();
      } catch (error) {
        // A short outage of the database must not end a long upload: the last check decides.
        if (isFailure(error) && error.code !== "UNAVAILABLE") part.stream.destroy(error);
      } finally {
        isChecking = false;
      }
    };
    const timer = setInterval(() => void recheck(), intervalMs);
    try {
      yield part;
    } finally {
      clearInterval(timer);
    }
  }
  await check();
}
