// Ends an answer that is ready before its request has arrived, such as a refused upload. Otherwise the
// browser's next call waits behind bytes that are never read.
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** What is read and thrown away at most: a connection is worth this much, and no more. */
const limits = { bytes: 16 * 1024 ** 2, ms: 300 };
/** How long a connection that is closed still reads. */
const LINGER_MS = 500;

/**
 * Reads the rest of the body up to the limits before an answer is sent. The connection stays open if that
 * was all of it. If not, it is closed after the answer: a browser that still sends notices soon.
 */
export function addDrain(app: FastifyInstance): void {
  app.addHook("onSend", ({ raw }, reply, _payload, next) => {
    if (raw.complete) return next();
    void isDrained(raw).then((isWhole) => {
      if (!isWhole) {
        reply.header("connection", "close");
        linger(raw.socket);
      }
      next();
    });
  });
}

/**
 * Node would close the connection with the answer. A client that is still writing then fails before it reads
 * the answer (EPIPE). So only our half is closed, and the other half is read a little longer.
 */
function linger(socket: Socket): void {
  socket.destroySoon = () => {
    socket.end();
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  };
}

/** Resolves to whether the body has ended. */
function isDrained(body: IncomingMessage): Promise<boolean> {
  return new Promise((resolve) => {
    let bytes = 0;
    const end = () => {
      clearTimeout(timer);
      body.off("data", count).off("end", end).off("close", end);
      resolve(body.complete);
    };
    const count = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > limits.bytes) end();
    };
    const timer = setTimeout(end, limits.ms);
    // No reader takes it any more.
    body.unpipe();
    body.on("data", count).on("end", end).on("close", end).resume();
  });
}
