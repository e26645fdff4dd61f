// An upload goes on only for as long as whoever sends it may: who is signed out, locked or loses the
// permission meanwhile leaves nothing behind.
import { isFailure } from "../../domain/error.ts";
import type { Part } from "../implement.ts";

/** How often a file on its way is looked after. */
const everyMs = 5000;

/**
 * The same parts. `check` is asked every few seconds while a file comes in and once at the end, before
 * the handler goes on; what it throws ends the file's stream or the parts.
 */
export async function* watchedParts(
  parts: AsyncIterable<Part>,
  check: () => Promise<unknown>,
  every = everyMs,
): AsyncGenerator<Part> {
  for await (const part of parts) {
    if (part.kind === "field") {
      yield part;
      continue;
    }
    let isAsking = false;
    const look = async () => {
      if (isAsking) return;
      isAsking = true;
      try {
        await check();
      } catch (error) {
        // A database that is away for a moment ends no upload of hours; the last check decides.
        if (isFailure(error) && error.code !== "UNAVAILABLE") part.stream.destroy(error);
      } finally {
        isAsking = false;
      }
    };
    const timer = setInterval(() => void look(), every);
    try {
      yield part;
    } finally {
      clearInterval(timer);
    }
  }
  await check();
}
