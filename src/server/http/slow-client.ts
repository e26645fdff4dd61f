// Ends transfers that make no progress: a body that drips, an answer that is not read. What counts is the
// rate over a window, so that gigabytes over a slow line take as long as they need.
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { failure } from "../../domain/error.ts";
import { answerError } from "./error-answer.ts";

/** A transfer below the rate during a whole window of this length is ended in the one after it. */
const windowMs = 30_000;

type Marks = { read: number; flushed: number };
type Upload = { readonly request: FastifyRequest; readonly reply: FastifyReply };

/** @param bytesPerSecond the lowest rate; 0 ends nothing */
export function addSlowClientLimit(
  app: FastifyInstance,
  bytesPerSecond: number,
  window = windowMs,
): void {
  if (bytesPerSecond === 0) return;
  const least = (bytesPerSecond * window) / 1000;
  const sockets = new Map<Socket, Marks>();
  /** Requests whose body has not arrived yet. */
  const uploads = new Map<Socket, Upload>();

  app.server.on("connection", (socket: Socket) => {
    sockets.set(socket, { read: NaN, flushed: NaN });
    socket.once("close", () => {
      sockets.delete(socket);
      uploads.delete(socket);
    });
  });
  app.addHook("onRequest", (request, reply, next) => {
    const { raw } = request;
    if (!raw.complete && hasBody(raw)) {
      uploads.set(raw.socket, { request, reply });
      raw.once("end", () => uploads.delete(raw.socket));
    }
    next();
  });

  /** Compares with the marks of the last look, and sets new ones. NaN is no mark: the comparison is false. */
  function look(socket: Socket, marks: Marks): void {
    const flushed = socket.bytesWritten - socket.writableLength;
    if (flushed - marks.flushed < least) socket.destroy();
    marks.flushed = socket.writableLength > 0 ? flushed : NaN;
    const upload = uploads.get(socket);
    const isSlow = socket.bytesRead - marks.read < least;
    marks.read = upload && !isHeldUp(upload) ? socket.bytesRead : NaN;
    if (!upload || !isSlow || Number.isNaN(marks.read)) return;
    uploads.delete(socket);
    if (upload.reply.sent) socket.destroy();
    else
      void answerError(
        failure("BAD_REQUEST", { reason: "body_too_slow" }),
        upload.request,
        upload.reply,
      );
  }
  const timer = setInterval(() => {
    for (const [socket, marks] of sockets) look(socket, marks);
  }, window);
  app.addHook("onClose", async () => clearInterval(timer));
}

/** RFC 9112, section 6.3: a request without one of these has no body. */
function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** True while it is the server that does not read: it checks or stores what came before. */
function isHeldUp({ request: { raw } }: Upload): boolean {
  return raw.readableLength > 0 || raw.isPaused();
}
