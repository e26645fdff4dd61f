// The files of a request on their way past the virus scanner. All files that are sent in a form come through here.
import { Readable } from "node:stream";
import type { Context, ScopedObjects } from "../context.ts";
import type { Part } from "../implement.ts";
import { scanned } from "../store/account/virus-found.ts";

/**
 * The same parts. A stream ends only once the scanner has answered, so its reader has the whole file only if it is
 * clean. What is refused is in the audit trail.
 */
export async function* scannedParts(
  parts: AsyncIterable<Part>,
  context: Context,
  { plant, analysis }: ScopedObjects,
): AsyncGenerator<Part> {
  for await (const part of parts) {
    if (part.kind === "field" || context.scanner === null) {
      yield part;
      continue;
    }
    const { file_name, stream: sent } = part;
    const file = { file_name, plant_id: plant?.id, analysis_id: analysis?.id };
    const stream = Readable.from(scanned(context, file, sent), { objectMode: false });
    // Its reader hears of a fault with the next chunk, and may have left before.
    stream.on("error", () => undefined);
    // The multipart reader says so where it cuts a file at the limit.
    Object.defineProperty(stream, "truncated", {
      get: () => "truncated" in sent && sent.truncated,
    });
    try {
      yield { ...part, stream };
    } finally {
      stream.destroy();
    }
  }
}
