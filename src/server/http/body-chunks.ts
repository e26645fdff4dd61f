// The bytes of a request as they arrive. The iterator of a stream copies what has gathered into one piece, and
// ends the request where its reader stops; this one does neither.
import type { IncomingMessage } from "node:http";

/** Bytes that may wait for their reader before the client has to. */
const mostWaiting = 1024 ** 2;

/**
 * Each chunk is handed over: no other code holds it. The request stays open where the reader stops, so that it
 * can be answered. Throws where the body breaks, after what came before.
 */
export async function* bodyChunks(body: IncomingMessage): AsyncGenerator<Buffer> {
  const waiting: Buffer[] = [];
  let size = 0;
  let end: { readonly fault: unknown } | null = null;
  let wake = () => undefined as void;
  const onData = (chunk: Buffer) => {
    waiting.push(chunk);
    size += chunk.length;
    if (size >= mostWaiting) body.pause();
    wake();
  };
  const endWith = (fault: unknown) => {
    end ??= { fault };
    wake();
  };
  const onEnd = () => endWith(null);
  const onClose = () => endWith(new Error("the body was cut off"));
  if (body.readableEnded) return;
  if (body.destroyed) onClose();
  body.on("data", onData).on("end", onEnd).on("error", endWith).on("close", onClose);
  try {
    for (;;) {
      const chunk = waiting.shift();
      if (chunk) {
        size -= chunk.length;
        if (size < mostWaiting && body.isPaused()) body.resume();
        yield chunk;
      } else if (end) {
        const { fault } = end as { readonly fault: unknown };
        if (fault !== null) throw fault;
        return;
      } else await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    body.off("data", onData).off("end", onEnd).off("error", endWith).off("close", onClose);
    if (!body.readableEnded) body.pause();
  }
}
